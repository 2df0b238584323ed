#include "compiler/Stages.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <chrono>

using namespace mlir;

namespace tvm::compiler {

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
  auto start = std::chrono::steady_clock::now();
  stageScope = rootScope.nest(name);
  std::string details;
  unsigned errors = diagnostics.getNumErrors();
  LogicalResult result = body(details);
  stageScope.stop();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (failed(result) && errors == diagnostics.getNumErrors())
    return result; // `fail` reports it
  if (failed(result))
    return failure();
  std::string line;
  llvm::raw_string_ostream(line) << llvm::left_justify(name, 10)
                                 << llvm::format("%7.2f s", seconds.count())
                                 << (details.empty() ? "" : "  ") << details;
  sink(Severity::Progress, line);
  return success();
}

void Stages::printTimings() {
  if (!timing.isEnabled())
    return;
  rootScope.stop();
  timing.print();
  sink(Severity::Progress, timings);
}

} // namespace tvm::compiler
