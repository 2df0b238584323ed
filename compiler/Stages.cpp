// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Stages.h"

#include "compiler/files/Files.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <chrono>

using namespace mlir;

namespace tvm::compiler {

using Clock = std::chrono::steady_clock;

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Stages::Stages(MLIRContext *context, const Sink &sink, bool isTimed)
    : sink(sink), diagnostics(context, sink) {
  timing.setEnabled(isTimed);
  timing.setOutput(createOutputStrategy(
      DefaultTimingManager::OutputFormat::Text, timingStream));
  timing.setDisplayMode(DefaultTimingManager::DisplayMode::Tree);
  rootScope = timing.getRootScope();
}

LogicalResult Stages::fail(const Twine &text) {
  sink(Severity::Error, text.str());
  return failure();
}

LogicalResult Stages::check(llvm::Error error) {
  if (!error)
    return success();
  return fail(llvm::toString(std::move(error)));
}

LogicalResult
Stages::run(StringRef name,
            llvm::function_ref<LogicalResult(std::string &)> body) {
  llvm::PrettyStackTraceFormat trace("stage '%s' of compiling '%s'",
                                     name.str().c_str(), path.c_str());
  auto start = Clock::now();
  partSeconds = 0;
  stageScope = rootScope.nest(name);
  std::string details;
  unsigned errors = diagnostics.getNumErrors();
  LogicalResult result = body(details);
  stageScope.stop();
  double taken = getSecondsSince(start);
  addSeconds(name, taken - partSeconds);
  if (failed(result) && errors == diagnostics.getNumErrors())
    return result; // `fail` reports it
  if (failed(result))
    return failure();
  std::string line;
  llvm::raw_string_ostream(line)
      << llvm::left_justify(name, 10) << llvm::format("%7.2f s", taken)
      << (details.empty() ? "" : "  ") << details;
  sink(Severity::Progress, line);
  return success();
}

void Stages::addSeconds(StringRef name, double more) { seconds[name] += more; }

namespace {
/// Calls a function with the seconds that a pass has taken.
class PassTimer : public PassInstrumentation {
public:
  PassTimer(StringRef argument, std::function<void(double)> add)
      : argument(argument), add(std::move(add)) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (pass->getArgument() == argument)
      start = Clock::now();
  }
  void runAfterPass(Pass *pass, Operation *) override {
    if (pass->getArgument() == argument)
      add(getSecondsSince(start));
  }

private:
  std::string argument;
  std::function<void(double)> add;
  Clock::time_point start;
};
} // namespace

std::unique_ptr<PassInstrumentation> Stages::timePass(StringRef argument,
                                                      StringRef part) {
  return std::make_unique<PassTimer>(argument,
                                     [this, part = part.str()](double taken) {
                                       addSeconds(part, taken);
                                       partSeconds += taken;
                                     });
}

LogicalResult Stages::writeSeconds(StringRef path) {
  return check(writeFile(path, [&](raw_ostream &os) {
    llvm::json::Object object;
    for (auto &[name, taken] : seconds)
      object[name] = taken;
    os << llvm::json::Value(std::move(object)) << "\n";
  }));
}

void Stages::printTimings() {
  if (!timing.isEnabled())
    return;
  rootScope.stop();
  timing.print();
  sink(Severity::Progress, timings);
}

} // namespace tvm::compiler
