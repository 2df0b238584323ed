// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Passes.h"

#include "dialects/Schedule/ScheduleQueries.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/Schedule/Strategy/Planner.h"
#include "transforms/Schedule/Strategy/Roles.h"
#include "transforms/Schedule/Strategy/StrategyRemarks.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_GENERATESCHEDULEPASS
#include "transforms/Schedule/Passes.h.inc"

/// Removes queries whose primitives were refused.
static void removeUnusedQueries(transform::NamedSequenceOp script) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(script.getBody().front())))
    if (isa<GetKernelOp, GetBlockOp, GetLoopsOp>(op) && op.use_empty())
      op.erase();
}

/// Records the chosen strategies of all blocks of `kernel` in one attribute.
static void setStrategies(func::FuncOp kernel, BlocksAttr strategies) {
  kernel->setAttr(kStrategyAttrName, strategies);
  kernel.walk([](te::BlockOp block) { block->removeAttr(kStrategyAttrName); });
}

static SmallVector<func::FuncOp> getKernels(ModuleOp module) {
  auto kernels = llvm::to_vector(module.getOps<func::FuncOp>());
  llvm::erase_if(kernels, [](func::FuncOp f) { return f.isExternal(); });
  return kernels;
}

static bool hasStrategies(func::FuncOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    return op->hasAttr(kStrategyAttrName) ? WalkResult::interrupt()
                                          : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Warns of a kernel of loops without a block. Rules choose for blocks, so none
/// of its loops gets a schedule.
static void warnOfMissingBlocks(func::FuncOp kernel) {
  LoopLikeOpInterface loop;
  WalkResult result = kernel.walk([&](Operation *op) {
    if (!loop)
      loop = dyn_cast<LoopLikeOpInterface>(op);
    return isa<te::BlockOp>(op) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  if (!loop || result.wasInterrupted())
    return;
  InFlightDiagnostic warning = emitWarning(kernel.getLoc(), "kernel '")
                               << kernel.getName()
                               << "' gets no schedule: expected loops around "
                                  "operations 'te.block'";
  warning.attachNote(loop.getLoc())
      << "tvm-import-pipeline and tvm-loops-pipeline make such loops of linalg "
         "on tensors";
}

namespace {
/// How strategies are chosen.
struct Choice {
  /// Rules choose no strategies.
  bool onlyGiven;
  /// Number of strategies that are estimated for one kernel.
  unsigned maxEstimates;
};
} // namespace

/// Adds a script to `module`, and to its kernels the strategies that the script
/// carries out.
static LogicalResult
generateSchedule(ModuleOp module, const MachineModel &machine, Choice choice) {
  transform::NamedSequenceOp script = createScript(module);
  SmallVector<func::FuncOp> kernels = getKernels(module);
  for (func::FuncOp kernel : kernels) {
    if (choice.onlyGiven && !hasStrategies(kernel))
      continue;
    prepareKernel(kernel);
    emitRoleRemarks(kernel);
    FailureOr<GivenStrategies> given = getGivenStrategies(kernel);
    if (failed(given))
      return failure();
    given->isComplete |= choice.onlyGiven;
    // The rules schedule a copy; the script will schedule the kernel.
    OwningOpRef<func::FuncOp> copy(kernel.clone());
    ScheduleBuilder schedule(*copy, script, kernels.size() > 1);
    auto strategies =
        scheduleKernel(schedule, *given, machine, choice.maxEstimates);
    if (failed(strategies))
      return failure();
    emitStrategyRemarks(kernel, *strategies, machine);
    setStrategies(kernel, *strategies);
  }
  removeUnusedQueries(script);
  return success();
}

/// Adds only the strategies.
static LogicalResult generateStrategies(ModuleOp module,
                                        const MachineModel &machine,
                                        Choice choice) {
  OwningOpRef<ModuleOp> scheduled(module.clone());
  if (failed(generateSchedule(*scheduled, machine, choice)))
    return failure();
  for (auto [kernel, copy] :
       llvm::zip_equal(getKernels(module), getKernels(*scheduled)))
    if (auto chosen = copy->getAttrOfType<BlocksAttr>(kStrategyAttrName)) {
      prepareKernel(kernel);
      setStrategies(kernel, chosen);
    }
  return success();
}

namespace {
struct GenerateSchedulePass
    : impl::GenerateSchedulePassBase<GenerateSchedulePass> {
  using GenerateSchedulePassBase::GenerateSchedulePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> kernels = getKernels(module);
    if (onlyGiven)
      llvm::erase_if(
          kernels, [](func::FuncOp kernel) { return !hasStrategies(kernel); });
    if (kernels.empty() || findScript(module))
      return;
    auto cpu = target::CPU::get(module);
    if (failed(cpu))
      return signalPassFailure();
    MachineModel machine(*cpu);
    llvm::for_each(kernels, warnOfMissingBlocks);
    auto generate = onlyStrategies ? generateStrategies : generateSchedule;
    if (failed(generate(module, machine, {onlyGiven, maxEstimates})))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
