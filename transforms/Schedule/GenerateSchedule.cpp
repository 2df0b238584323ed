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

namespace {
/// A list of nests, and what its simple blocks access. That is looked at before
/// one of several blocks that share a weight, in this list or another one,
/// changes its layout. Rules may replace operations of the kernel, so the list
/// is known by its number and its blocks by their names.
class NestList {
public:
  NestList(func::FuncOp kernel, unsigned number)
      : kernel(kernel), number(number) {
    for (te::BlockOp block : getBlocks())
      accesses.emplace_back(block);
  }

  /// The simple blocks as they are now: producers move into the nests of their
  /// consumers.
  SmallVector<te::BlockOp> getBlocks() const {
    return getSimpleBlocks(getNestLists(kernel)[number]);
  }

  /// The simple block of this name, null where there is none.
  te::BlockOp findBlock(StringAttr name) const {
    SmallVector<te::BlockOp> blocks = getBlocks();
    auto *found = llvm::find_if(
        blocks, [&](te::BlockOp block) { return block.getNameAttr() == name; });
    return found == blocks.end() ? te::BlockOp() : *found;
  }

  SmallVector<BlockAccesses> accesses;

private:
  func::FuncOp kernel;
  unsigned number; // in getNestLists
};
} // namespace

/// Tiles the blocks of one list, each by the rule for its kind.
static bool tileBlocks(ScheduleBuilder &schedule, const NestList &list,
                       const MachineModel &machine) {
  bool isTiled =
      succeeded(scheduleWinograd(schedule, list.getBlocks(), machine));
  for (auto rule : {scheduleAttention, scheduleDepthwise})
    if (!isTiled && succeeded(rule(schedule, list.getBlocks(), machine)))
      return true;
  for (const BlockAccesses &before : list.accesses) {
    te::BlockOp block = list.findBlock(before.name);
    if (!block || hasMarkedLoop(block))
      continue;
    if (!block.hasReduction()) {
      isTiled |= succeeded(scheduleTranspose(schedule, block, machine));
      continue;
    }
    isTiled |=
        succeeded(scheduleRegisterTile(schedule, before.of(block), machine)) ||
        succeeded(scheduleColumnTiles(schedule, schedule.getBlock(before.name),
                                      machine));
  }
  return isTiled;
}

/// Chooses by rules what the script does.
static void applyRules(ScheduleBuilder &schedule, const MachineModel &machine) {
  func::FuncOp kernel = schedule.getKernel();
  SmallVector<NestList> lists;
  for (unsigned i = 0, e = getNestLists(kernel).size(); i < e; ++i)
    lists.emplace_back(kernel, i);
  for (const NestList &list : lists)
    if (!tileBlocks(schedule, list, machine))
      (void)scheduleRows(schedule, list.getBlocks(), machine);
  SmallVector<StringAttr> rest;
  kernel.walk([&](te::BlockOp block) { rest.push_back(block.getNameAttr()); });
  for (StringAttr name : rest) {
    te::BlockOp block = schedule.getBlock(name);
    if (block && !hasMarkedLoop(block) &&
        failed(schedulePaddedTranspose(schedule, block, machine)))
      scheduleElementwise(schedule, schedule.getBlock(name), machine);
  }
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
