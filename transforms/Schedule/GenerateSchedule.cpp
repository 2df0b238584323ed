#include "transforms/Schedule/Passes.h"

#include "dialects/Schedule/ScheduleQueries.h"
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Scripts.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_GENERATESCHEDULEPASS
#include "transforms/Schedule/Passes.h.inc"

/// Blocks that are alone in their nest, without a call, in program order.
static SmallVector<te::BlockOp> getSimpleBlocks(Block *nests) {
  SmallVector<te::BlockOp> blocks;
  for (Operation &op : *nests) {
    SmallVector<te::BlockOp> nested;
    op.walk([&](te::BlockOp block) { nested.push_back(block); });
    if (nested.size() == 1 && !hasCall(&op) && !isOverSteps(&op))
      blocks.push_back(nested.front());
  }
  return blocks;
}

/// The lists of nests that `function` consists of: its body and each step of a
/// scan.
static SmallVector<Block *> getNestLists(func::FuncOp function) {
  SmallVector<Block *> lists{&function.getBody().front()};
  function.walk([&](Loop loop) {
    if (isOverSteps(loop))
      lists.push_back(loop.getBody());
  });
  return lists;
}

/// Whether `block` is still in `nests`: producers move into the nests of their
/// consumers.
static bool contains(Block *nests, te::BlockOp block) {
  auto walked = nests->walk([&](te::BlockOp other) {
    return other == block ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// A list of nests, and what its simple blocks access. That is looked at before
/// one of several blocks that share a weight, in this list or another one,
/// changes its layout.
struct NestList {
  explicit NestList(Block *nests) : nests(nests) {
    for (te::BlockOp block : getSimpleBlocks(nests))
      accesses.emplace_back(block);
  }

  Block *nests;
  SmallVector<BlockAccesses> accesses;
};

/// Tiles the blocks of one list, each by the rule for its kind.
static bool tileBlocks(ScheduleBuilder &schedule, const NestList &list,
                       const MachineModel &machine) {
  Block *nests = list.nests;
  bool isTiled =
      succeeded(scheduleWinograd(schedule, getSimpleBlocks(nests), machine));
  for (auto rule : {scheduleAttention, scheduleDepthwise})
    if (!isTiled && succeeded(rule(schedule, getSimpleBlocks(nests), machine)))
      return true;
  for (const BlockAccesses &accesses : list.accesses) {
    te::BlockOp block = accesses.block;
    if (!contains(nests, block) || hasMarkedLoop(block))
      continue;
    if (!block.hasReduction())
      isTiled |= succeeded(scheduleTranspose(schedule, block, machine));
    else
      isTiled |= succeeded(scheduleRegisterTile(schedule, accesses, machine)) ||
                 succeeded(scheduleColumnTiles(schedule, block, machine));
  }
  return isTiled;
}

/// Chooses by rules what the script does.
static void applyRules(ScheduleBuilder &schedule, const MachineModel &machine) {
  func::FuncOp function = schedule.getKernel();
  SmallVector<NestList> lists;
  for (Block *nests : getNestLists(function))
    lists.emplace_back(nests);
  for (const NestList &list : lists)
    if (!tileBlocks(schedule, list, machine))
      (void)scheduleRows(schedule, getSimpleBlocks(list.nests), machine);
  SmallVector<te::BlockOp> rest;
  function.walk([&](te::BlockOp block) { rest.push_back(block); });
  for (te::BlockOp block : rest)
    if (!hasMarkedLoop(block) &&
        failed(schedulePaddedTranspose(schedule, block, machine)))
      scheduleElementwise(schedule, block, machine);
}

/// Queries for primitives that refused.
static void removeUnusedQueries(transform::NamedSequenceOp script) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(script.getBody().front())))
    if (isa<GetKernelOp, GetBlockOp, GetLoopsOp>(op) && op.use_empty())
      op.erase();
}

namespace {
struct GenerateSchedulePass
    : impl::GenerateSchedulePassBase<GenerateSchedulePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto kernels = llvm::to_vector(module.getOps<func::FuncOp>());
    llvm::erase_if(kernels, [](func::FuncOp f) { return f.isExternal(); });
    if (kernels.empty() || findScript(module))
      return;
    auto cpu = target::CPU::get(module);
    if (failed(cpu))
      return signalPassFailure();
    transform::NamedSequenceOp script = createScript(module);
    for (func::FuncOp kernel : kernels) {
      te::makeBlockNamesUnique(kernel);
      // The rules schedule a copy; the script will schedule the kernel.
      OwningOpRef<func::FuncOp> copy(kernel.clone());
      ScheduleBuilder schedule(*copy, script, kernels.size() > 1);
      applyRules(schedule, MachineModel(*cpu));
    }
    removeUnusedQueries(script);
  }
};
} // namespace

} // namespace tvm::schedule
