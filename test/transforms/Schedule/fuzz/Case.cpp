// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Case.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "test/transforms/Schedule/fuzz/Chooser.h"
#include "test/transforms/Schedule/fuzz/Launches.h"
#include "transforms/TE/Passes.h"

using namespace mlir;

namespace tvm::fuzz {

func::FuncOp getKernel(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

void Case::fail(const Twine &why) {
  ++statistics.failures;
  llvm::outs() << "FAILURE at --seed=" << seed << ": " << why << "\n"
               << program.text << log << "=== now:\n"
               << (module ? print(*module) : "no module") << "\n";
}

RunOptions Case::optionsFor(int64_t symbol) {
  RunOptions run;
  run.symbol = symbol;
  run.seed = seed;
  run.types = types;
  return run;
}

static LogicalResult lowerBlocks(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.nest<func::FuncOp>().addPass(te::createLowerBlocksPass());
  return manager.run(module);
}

/// Whether the kernel runs and its result depends on its arguments alone.
bool Case::prepare() {
  program = generateProgram(seed);
  module = parseSourceString<ModuleOp>(program.text, context);
  if (!module) {
    fail("cannot be parsed");
    return false;
  }
  llvm::append_range(types, getKernel(*module).getArgumentTypes());
  for (int64_t symbol : program.symbols) {
    RunResult result = run(getKernel(*module), optionsFor(symbol));
    if (StringRef(result.error).starts_with("unknown")) {
      fail("the generated kernel does not run: " + result.error);
      return false;
    }
    if (!result.error.empty() || result.isTooLong || result.readsUndefined)
      return false;
    expected.push_back(std::move(result.arguments));
  }
  OwningOpRef<ModuleOp> lowered = module->clone();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  return succeeded(lowerBlocks(*lowered)) &&
         compareAll(*lowered, true, "lowered as it is");
}

bool Case::compareAll(ModuleOp scheduled, bool isSerial, const Twine &when) {
  for (auto [symbol, reference] : llvm::zip(program.symbols, expected)) {
    RunOptions how = optionsFor(symbol);
    how.garbage = 5;
    how.isSerial = isSerial;
    RunResult result = run(getKernel(scheduled), how);
    if (result.isTooLong)
      return true;
    if (!result.error.empty()) {
      fail(when + ": " + result.error);
      return false;
    }
    for (auto [i, argument, other] :
         llvm::enumerate(result.arguments, reference))
      if (!isLaidOut(getKernel(scheduled), i) && argument.data != other.data) {
        fail(when + ": wrong result in argument " + Twine(i) +
             " for n = " + Twine(symbol));
        return false;
      }
  }
  return true;
}

bool Case::checkRefusal(const Step &step, StringRef message, StringRef before) {
  if (print(*module) != before) {
    fail("a refused step changed the kernel; before it was\n" + before);
    return false;
  }
  if (message.empty()) {
    fail("a refusal without a reason");
    return false;
  }
  checkDependence(step, message);
  return true;
}

bool Case::checkChange(const Step &step, StringRef before) {
  if (failed(verify(*module))) {
    fail("the kernel does not verify any more; before it was\n" + before);
    return false;
  }
  if (compareAll(*module, false, "after the last step"))
    return true;
  llvm::outs() << "=== before:\n" << before;
  return false;
}

bool Case::takeStep(const Step &step) {
  std::string before = print(*module);
  log += "=== " + step.describe() + "\n";
  IRRewriter rewriter(context);
  DiagnosedSilenceableFailure outcome = apply(step, rewriter);
  ++statistics[step.primitive].tried;
  if (outcome.isDefiniteFailure()) {
    fail("a definite failure");
    return false;
  }
  if (outcome.isSilenceableFailure()) {
    std::string message = outcome.getMessage();
    (void)outcome.silence();
    log += "    refused: " + message + "\n";
    return checkRefusal(step, message, before);
  }
  ++statistics[step.primitive].accepted;
  return checkChange(step, before);
}

bool Case::lowerAndCompare() {
  OwningOpRef<ModuleOp> lowered = module->clone();
  if (failed(lowerBlocks(*lowered))) {
    fail("cannot be lowered");
    return false;
  }
  return compareAll(*lowered, true, "after te-lower-blocks");
}

/// The way to a GPU, up to launches.
void Case::launchAndCompare() {
  ++statistics.bound;
  log += "=== bind:" + bindRandomly(*module, random) + "\n";
  if (failed(verify(*module))) {
    fail("the bound kernel does not verify");
    return;
  }
  OwningOpRef<ModuleOp> lowered = module->clone();
  if (failed(lowerLaunches(*lowered)))
    return;
  ++statistics.launched;
  lowered->walk([&](gpu::BarrierOp) { ++statistics.barriers; });
  if (compareAll(*lowered, false, "launched")) {
    if (options.launchEvery && statistics.launched % options.launchEvery == 0)
      launchOnDevice();
    return;
  }
  llvm::outs() << "=== launched:\n" << print(*lowered);
}

void Case::runAll() {
  ++statistics.cases;
  if (!prepare()) {
    ++statistics.skipped;
    return;
  }
  bool isDevice = random.chance(40);
  for (int64_t steps = random.between(1, 10); steps > 0; --steps) {
    std::optional<Step> step = chooseStep(getKernel(*module), random);
    if (step &&
        (isDevice ? marksLoop(step->primitive) : isForGPU(step->primitive)))
      continue;
    if (step && !takeStep(*step))
      return;
  }
  if (options.isVerbose)
    llvm::outs() << program.text << log << print(*module) << "\n";
  if (!lowerAndCompare())
    return;
  if (isDevice)
    return launchAndCompare();
  if (options.compileEvery && seed % options.compileEvery == 0)
    compileAndCompare();
}

/// Some of the steps are what the primitive needs before.
bool Case::takeStepOf(Primitive primitive) {
  uint64_t accepted = statistics[primitive].accepted;
  for (int tries = 0; tries < 6; ++tries) {
    Chooser chooser(getKernel(*module), random);
    if (!chooser.canChoose() ||
        (primitive == Primitive::Tensorize && !chooser.canTensorize()) ||
        !takeStep(chooser.choose(primitive)))
      return false;
    if (statistics[primitive].accepted > accepted)
      return true;
  }
  return false;
}

bool Case::runSteps(ArrayRef<Primitive> primitives) {
  if (!prepare())
    return false;
  for (Primitive primitive : primitives)
    if (!takeStepOf(primitive))
      return false;
  return llvm::any_of(primitives, isForGPU) || lowerAndCompare();
}

} // namespace tvm::fuzz
