// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A schedule rule as a plug-in: dot products of the rows of a tall matrix with
// a few columns, and the bias and activation that follow.
//   tvmc compile model.onnx -o model.so --load-plugin=libthin_product.so

#include "mlir/Tools/Plugins/PassPlugin.h"
#include "transforms/CostModel/TileCost.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Strategy/CustomRule.h"

using namespace mlir;
using namespace tvm;
using namespace tvm::schedule;

/// Axes of the product.
enum Axis { kRow, kColumn, kTerm };

/// Whether a block is such a product. Operands are contiguous along the sum, or
/// are weights, whose layout can change.
static bool isProduct(const BlockAccesses &accesses) {
  te::BlockOp block = accesses.block;
  if (!accesses.isAffine || !accesses.written || accesses.numSpatial != 2 ||
      block.getNumAxes() != 3 || !isAsLowered(block) || !getWork(block))
    return false;
  using Along = BlockAccesses::Along;
  return llvm::all_of(accesses.loads, [](const BlockAccesses::Load &load) {
    return cast<MemRefType>(load.buffer.getType()).getRank() == 2 &&
           (load.along[kTerm] == Along::Contiguous ||
            load.along[kTerm] == Along::Movable);
  });
}

/// The nest after `rfactor`, which divides the terms into lanes and steps.
static cost::Nest describeLanes(te::BlockOp block, int64_t lanes) {
  cost::Nest nest = describeNest(block);
  nest.extents.push_back(nest.extents[kTerm] / lanes);
  nest.extents[kTerm] = lanes;
  nest.isReduction = {false, false, false, true};
  for (cost::Access &access : nest.accesses)
    for (SmallVector<int64_t> &strides : access.strides)
      strides.push_back(strides[kTerm] * lanes);
  return nest;
}

namespace {
struct ThinProductRule : CustomRule {
  ThinProductRule()
      : CustomRule("thin_product", Scope::Block, Priority::kBlock,
                   {{"rows", 1, 16, 4}, {"lanes", 1, 64, 16}}) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    if (!isProduct(candidate.accesses))
      return nullptr;
    te::BlockOp block = candidate.getBlock();
    auto type = cast<MemRefType>(candidate.accesses.written.getType());
    int64_t columns = *getExtent(block, kColumn);
    SmallVector<int64_t> rows, lanes;
    for (int64_t size = 1; size <= 8; ++size)
      if (*getExtent(block, kRow) % size == 0 &&
          (size + 1) * (columns + 1) <= candidate.machine.vectors.numRegisters)
        rows.push_back(size);
    for (int64_t size = 2; size <= candidate.machine.lanesFor(type); size *= 2)
      if (*getExtent(block, kTerm) % size == 0)
        lanes.push_back(size);
    if (columns == 1 || rows.empty() || lanes.empty())
      return nullptr;
    ParameterSpace space;
    space.add(makeParameter("rows", rows, rows.back()));
    space.add(makeParameter("lanes", lanes, lanes.back()));
    MLIRContext *context = block->getContext();
    auto build = [=, this](auto point) { return makeStrategy(context, point); };
    Strategy preferred = build(space.getDefault());
    return FunctionSpace::make(std::move(space), build, preferred);
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    int64_t rows = getValues(strategy)[0], lanes = getValues(strategy)[1];
    cost::Nest nest = describeLanes(accesses.block, lanes);
    cost::TilePlan plan;
    plan.sizes = {rows, nest.extents[kColumn], lanes, nest.extents.back()};
    plan.loops = {{kRow, (nest.extents[kRow] + rows - 1) / rows}};
    plan.column = kTerm;
    plan.lanes = lanes;
    plan.isCopied.resize(nest.accesses.size());
    plan.tasks = *getWork(accesses.block) < kMinParallelWork ? 0 : 1;
    // Adding the lanes of each sum takes a shuffle and an addition per halving.
    int64_t sums = nest.extents[kRow] * nest.extents[kColumn];
    return cost::estimateTile(nest, plan, machine) +
           2.0 * llvm::Log2_64(lanes) * sums /
               (machine.vectorsPerCycle * (plan.tasks ? machine.numCores : 1));
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    if (!isProduct(accesses))
      return schedule.refuse("the block is no product of two matrices");
    te::BlockOp block = accesses.block;
    int64_t work = *getWork(block);
    FailureOr<te::BlockOp> reader = getElementReader(block, accesses.written);
    AffineExpr i, j;
    bindDims(block->getContext(), i, j);
    auto transposed = AffineMap::get(2, 0, {j, i}, block->getContext());
    for (const BlockAccesses::Load &load : accesses.loads)
      if (load.along[kTerm] == BlockAccesses::Along::Movable &&
          failed(schedule.transformLayout(block, load.capture, transposed)))
        return failure();
    if (!*reader && failed(reader = schedule.cacheWrite(block)))
      return failure();
    int64_t rows = getValues(strategy)[0], lanes = getValues(strategy)[1];
    auto terms = schedule.split(getNestLoops(block).back(), {0, lanes});
    auto tiles = schedule.split(getNestLoops(*reader).front(), {0, rows});
    if (failed(terms) || failed(tiles))
      return failure();
    auto partial = schedule.rfactor(block, terms->back(), /*axis=*/-1);
    if (failed(partial))
      return failure();
    // Each tile contains the lanes, followed by their sums.
    auto sums = schedule.computeAt(block, tiles->front());
    if (failed(sums) ||
        failed(partial = schedule.computeAt(*partial, tiles->front())))
      return failure();
    SmallVector<Loop> loops = getNestLoops(*partial);
    Loop step = loops.pop_back_val(); // behind tile, row, column and lane
    if (failed(schedule.reorder({step, loops[1], loops[2], loops[3]})) ||
        failed(schedule.decomposeReduction(*partial, step)))
      return failure();
    for (te::BlockOp part : {*partial, *sums, *reader}) {
      SmallVector<Loop> inner = getNestLoops(part);
      (void)schedule.vectorize(inner.pop_back_val());
      for (Loop loop : ArrayRef(inner).drop_front(part == *partial ? 2 : 1))
        (void)schedule.unroll(loop);
    }
    parallelizeOuter(schedule, tiles->front(), work, /*tasks=*/1);
    return success();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "thin-product", "0.1.0",
          [] { registerScheduleRule(std::make_unique<ThinProductRule>()); }};
}
