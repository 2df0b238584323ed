// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/scripts/ScriptTask.h"

#include "codegen/Isolation.h"
#include "compiler/Diagnostics.h"
#include "compiler/files/Files.h"
#include "compiler/scripts/PayloadProgram.h"
#include "tuner/scripts/LoopFeatures.h"
#include "tuner/search/PointIterator.h"

#include <limits>
#include <set>

using namespace mlir;

namespace tvm::compiler {

/// Points that are tried until the script applies at one.
static constexpr unsigned kMaxTries = 256;

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo(false));
  return text;
}

//===-- a run -------------------------------------------------------------===//

/// A context for a payload and a script. The first error of a step is its
/// result.
class ScriptRunner::Run {
public:
  Run(const DialectRegistry &registry, const SourceFile &payloadSource)
      : context(registry, MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          if (problem.empty() &&
              diagnostic.getSeverity() == DiagnosticSeverity::Error)
            problem = formatDiagnostic(diagnostic);
        }) {
    context.printOpOnDiagnostic(false);
    payload = parsePayload(payloadSource, &context);
  }

  llvm::Error check(LogicalResult result) const {
    if (succeeded(result))
      return llvm::Error::success();
    return llvm::createStringError(problem.empty() ? "it fails without a reason"
                                                   : problem);
  }

  llvm::Error readInterface() {
    if (!payload)
      return check(failure());
    auto found = PayloadInterface::get(*payload);
    if (succeeded(found))
      interface = std::move(*found);
    return check(found);
  }

  llvm::Error readScript(const SourceFile &source) {
    script = parseScript(source, &context);
    return check(success(static_cast<bool>(script)));
  }

  llvm::Error apply(schedule::Decisions *choices = nullptr) {
    return check(applyScript(*payload, *script, choices));
  }

  /// The program of the payload.
  llvm::Expected<AppliedScript> lower() {
    auto program = makePayloadProgram(std::move(payload), interface);
    if (!program)
      return check(failure());
    auto kernel = *program->getOps<ModuleOp>().begin();
    func::FuncOp function = getPublicFunctions(kernel).front();
    return AppliedScript{print(*program), tuner::getLoopFeatures(function)};
  }

  /// Forgets the last script and its errors.
  void start(OwningOpRef<ModuleOp> untouched) {
    payload = std::move(untouched);
    script = nullptr;
    problem.clear();
  }

  /// The program after the script `text`.
  llvm::Expected<AppliedScript> applyText(StringRef text) {
    if (llvm::Error failed = readScript({"strategy", text.str()}))
      return std::move(failed);
    if (llvm::Error failed = apply())
      return std::move(failed);
    return lower();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> payload, script;
  PayloadInterface interface;

private:
  std::string problem;
  ScopedDiagnosticHandler handler;
};

llvm::Error ScriptTask::isolate(Work work) const {
  bool crashed = false;
  llvm::Error error = codegen::runIsolated(
      [&]() -> llvm::Error {
        Run run(registry, payload);
        if (llvm::Error failed = run.readInterface())
          return failed;
        return work(run);
      },
      crashed);
  if (!crashed)
    return error;
  return llvm::createStringError("crash: " + llvm::toString(std::move(error)));
}

//===-- the space ---------------------------------------------------------===//

llvm::Expected<schedule::ScriptSpace::Observed>
ScriptTask::observe(const schedule::ScriptSpace &among,
                    ArrayRef<int64_t> point) const {
  schedule::ScriptSpace::Observed observed;
  llvm::Error error = isolate([&](Run &run) -> llvm::Error {
    if (llvm::Error failed = run.readScript(script))
      return failed;
    SmallVector<Operation *> open = schedule::findOpenSteps(*run.script);
    among.resolve(*run.script, point);
    schedule::Decisions choices;
    if (llvm::Error failed = run.apply(&choices))
      return failed;
    observed = schedule::ScriptSpace::getObserved(open, choices);
    return llvm::Error::success();
  });
  if (error)
    return std::move(error);
  return observed;
}

llvm::Error ScriptTask::read() {
  Run run(registry, payload);
  if (llvm::Error error = run.readInterface())
    return error;
  if (llvm::Error error = run.readScript(script))
    return error;
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  parsed = parseScript(script, context.get());
  name = run.interface.name;
  text = print(*run.payload) + "\n" + print(*run.script);
  auto created = schedule::ScriptSpace::create(
      *run.script,
      [&](const schedule::ScriptSpace &among, ArrayRef<int64_t> point) {
        return observe(among, point);
      });
  if (!created)
    return llvm::createStringError(script.path + ": " +
                                   llvm::toString(created.takeError()));
  if (created->getParameters().size() == 0)
    return llvm::createStringError(
        script.path + ": expected a script with an open transform.tune.knob, "
                      "transform.tune.alternatives or schedule.sample_*");
  space = std::move(*created);
  return llvm::Error::success();
}

//===-- strategies --------------------------------------------------------===//

ScriptApplier::~ScriptApplier() = default;

ScriptRunner::ScriptRunner(std::unique_ptr<Run> run) : run(std::move(run)) {}
ScriptRunner::~ScriptRunner() = default;

llvm::Expected<std::unique_ptr<ScriptRunner>>
ScriptRunner::create(const DialectRegistry &registry,
                     const SourceFile &payload) {
  auto run = std::make_unique<Run>(registry, payload);
  if (llvm::Error error = run->readInterface())
    return std::move(error);
  return std::unique_ptr<ScriptRunner>(new ScriptRunner(std::move(run)));
}

llvm::Expected<AppliedScript> ScriptRunner::apply(StringRef script) {
  OwningOpRef<ModuleOp> untouched(run->payload.get().clone());
  auto applied = run->applyText(script);
  run->start(std::move(untouched));
  return applied;
}

std::string ScriptTask::resolve(ArrayRef<int64_t> point) const {
  OwningOpRef<ModuleOp> module(parsed.get().clone());
  space->resolve(*module, point);
  return print(*module);
}

llvm::Expected<AppliedScript> ScriptTask::apply(StringRef strategy) const {
  if (applier)
    return applier->apply(strategy);
  AppliedScript applied;
  llvm::Error error = isolate(
      [&](Run &run) { return run.applyText(strategy).moveInto(applied); });
  if (error)
    return std::move(error);
  return applied;
}

llvm::Expected<AppliedScript> ScriptTask::apply(ArrayRef<int64_t> point,
                                                StringRef strategy) const {
  auto applied = apply(strategy);
  auto &noted = features[tuner::Point(point)];
  noted.reset();
  if (applied)
    noted = applied->features;
  return applied;
}

llvm::Expected<std::string> ScriptTask::build(ArrayRef<int64_t> point) const {
  std::string strategy = resolve(point);
  auto applied = apply(point, strategy);
  if (applied) {
    lastStrategy = strategy;
    lastProgram = std::move(applied->program);
    return strategy;
  }
  llvm::Error error = applied.takeError();
  if (error.isA<tuner::ApplyFault>() || error.isA<tuner::ApplyError>())
    return std::move(error);
  std::string reason = llvm::toString(std::move(error));
  ++refusals[StringRef(reason).split('\n').first.str()];
  return llvm::createStringError(reason);
}

bool ScriptTask::isOfScript(StringRef strategy) const {
  Run run(registry, payload);
  auto given = parseScript({"strategy", strategy.str()}, &run.context);
  auto own = parseScript(script, &run.context);
  if (!given || !own)
    return false;
  auto getSteps = [](ModuleOp module) {
    SmallVector<Operation *> steps;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (schedule::isChoosing(op))
        steps.push_back(op);
    });
    return steps;
  };
  SmallVector<Operation *> givenSteps = getSteps(*given),
                           ownSteps = getSteps(*own);
  if (givenSteps.size() != ownSteps.size())
    return false;
  for (auto [step, ownStep] : llvm::zip_equal(givenSteps, ownSteps))
    if (schedule::isOpen(ownStep) && step->getName() == ownStep->getName())
      schedule::reopen(step);
  return print(*given) == print(*own);
}

bool ScriptTask::applies(StringRef strategy) const {
  if (!isOfScript(strategy))
    return false;
  auto applied = apply(strategy);
  bool isApplied = static_cast<bool>(applied);
  llvm::consumeError(applied.takeError());
  return isApplied;
}

bool ScriptTask::isApplied(ArrayRef<int64_t> point) const {
  return features.count(tuner::Point(point)) != 0;
}

std::optional<std::vector<float>>
ScriptTask::getFeatures(ArrayRef<int64_t> point) const {
  if (!isApplied(point)) // `build` reports errors
    llvm::consumeError(apply(point, resolve(point)).takeError());
  return features.at(tuner::Point(point));
}

std::vector<float> ScriptTask::describe(ArrayRef<int64_t> point) const {
  static const size_t numFeatures = tuner::getLoopFeatureNames().size();
  return getFeatures(point).value_or(
      std::vector<float>(numFeatures, std::numeric_limits<float>::quiet_NaN()));
}

//===-- the first strategy ------------------------------------------------===//

/// The points to try, the first options first.
static std::vector<tuner::Point>
getFirstPoints(const tuner::ParameterSpace &space) {
  std::vector<tuner::Point> points{space.getDefault()};
  if (space.countPoints() <= kMaxTries) {
    tuner::PointIterator all(space);
    while (auto point = all.next())
      points.push_back(*point);
    return points;
  }
  tuner::ParameterSpace::Random random(0);
  while (points.size() < kMaxTries)
    points.push_back(space.sample(random));
  return points;
}

llvm::Error ScriptTask::chooseDefault() {
  unsigned numTried = 0;
  std::set<tuner::Point> known;
  for (const tuner::Point &point : getFirstPoints(getParameters())) {
    if (!known.insert(point).second)
      continue;
    ++numTried;
    auto strategy = build(point);
    if (strategy) {
      byDefault = *strategy;
      refusals.clear();
      return llvm::Error::success();
    }
    llvm::consumeError(strategy.takeError());
  }
  std::string message = script.path + ": the script applies at none of " +
                        std::to_string(numTried) + " points that were tried";
  for (const auto &[reason, count] : refusals)
    message += "\n  " + std::to_string(count) + " points: " + reason;
  return llvm::createStringError(message);
}

llvm::Expected<std::unique_ptr<ScriptTask>>
ScriptTask::create(SourceFile payload, SourceFile script,
                   ArrayRef<std::string> plugins) {
  auto registry = getScriptDialects(plugins);
  if (!registry)
    return registry.takeError();
  std::unique_ptr<ScriptTask> task(
      new ScriptTask(std::move(payload), std::move(script)));
  task->registry = std::move(*registry);
  if (llvm::Error error = task->read())
    return std::move(error);
  if (llvm::Error error = task->chooseDefault())
    return std::move(error);
  return task;
}

//===-- programs ----------------------------------------------------------===//

static llvm::Error write(StringRef path, StringRef program) {
  return writeFile(path, [&](raw_ostream &os) { os << program << "\n"; });
}

llvm::Error ScriptTask::writeProgram(StringRef strategy, StringRef path) const {
  if (strategy == lastStrategy)
    return write(path, lastProgram);
  auto applied = apply(strategy);
  return applied ? write(path, applied->program) : applied.takeError();
}

llvm::Error ScriptTask::writePlainProgram(StringRef path) const {
  AppliedScript plain;
  llvm::Error error =
      isolate([&](Run &run) { return run.lower().moveInto(plain); });
  return error ? std::move(error) : write(path, plain.program);
}

} // namespace tvm::compiler
