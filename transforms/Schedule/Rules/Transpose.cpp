#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A block that copies elements to another order.
struct Copy {
  Access load, store;
};
} // namespace

static std::optional<Copy> matchCopy(te::BlockOp block) {
  if (!isCopy(block) || block.getPredicate())
    return std::nullopt;
  SmallVector<Access> accesses = getAccesses(block);
  return Copy{accesses[0], accesses[1]};
}

/// Fuses neighbouring loops, from `first` on, that run through both buffers as
/// one would.
static SmallVector<Loop> collapse(ScheduleBuilder &schedule, te::BlockOp block,
                                  unsigned first) {
  SmallVector<Loop> loops = getNestLoops(block);
  for (size_t i = first; i + 1 < loops.size();) {
    std::optional<Copy> copy = matchCopy(block);
    if (!copy)
      break;
    Loop outer = loops[i], inner = loops[i + 1];
    std::optional<int64_t> trips = getTripCount(inner);
    bool isOne =
        trips &&
        llvm::all_of(
            ArrayRef{&copy->load, &copy->store}, [&](const Access *access) {
              auto o = getLinearStride(*access, outer.getInductionVar());
              auto i = getLinearStride(*access, inner.getInductionVar());
              return o && i && *o == *i * *trips;
            });
    FailureOr<Loop> fused = failure();
    if (isOne)
      fused = schedule.fuse(outer, inner);
    if (failed(fused)) {
      ++i;
      continue;
    }
    loops[i] = *fused;
    loops.erase(loops.begin() + i + 1);
  }
  return loops;
}

/// The loop along which `access` is contiguous.
static Loop getContiguous(const Access &access, ArrayRef<Loop> loops) {
  for (Loop loop : loops)
    if (getLinearStride(access, loop.getInductionVar()) == 1)
      return loop;
  return {};
}

/// The loops along which a copy reads and writes contiguously, if they are two.
static std::optional<std::pair<Loop, Loop>>
findRowAndColumn(te::BlockOp block, ArrayRef<Loop> loops) {
  std::optional<Copy> copy = matchCopy(block);
  if (!copy)
    return std::nullopt;
  Loop row = getContiguous(copy->load, loops);
  Loop column = getContiguous(copy->store, loops);
  if (!row || !column || row == column)
    return std::nullopt;
  return std::pair(row, column);
}

/// Tiles `row` and `column` of one nest, the tile innermost.
static LogicalResult tile(ScheduleBuilder &schedule, te::BlockOp block,
                          Loop row, Loop column, int64_t size, bool onThreads) {
  SmallVector<Loop> order;
  for (Loop loop : getNestLoops(block))
    if (loop != row && loop != column)
      order.push_back(loop);
  auto rows = schedule.split(row, {0, size});
  auto columns = schedule.split(column, {0, size});
  if (failed(rows) || failed(columns))
    return failure();
  order.append({rows->front(), columns->front()});
  size_t numOuter = order.size();
  order.append({rows->back(), columns->back()});
  if (failed(schedule.reorder(order)) ||
      failed(schedule.vectorize(columns->back())) ||
      failed(schedule.vectorize(rows->back())))
    return failure();
  int64_t work = getWork(block).value_or(0);
  if (onThreads)
    parallelizeOuter(schedule, ArrayRef(order).take_front(numOuter - 1), work);
  return success();
}

LogicalResult scheduleTranspose(ScheduleBuilder &schedule, te::BlockOp block,
                                const MachineModel &machine, unsigned numOuter,
                                bool onThreads) {
  if (!isAsLowered(block) || !findRowAndColumn(block, getNestLoops(block)))
    return failure();
  auto type = cast<MemRefType>(matchCopy(block)->store.buffer.getType());
  int64_t size = machine.lanesFor(type.getElementType());
  auto sides = findRowAndColumn(block, collapse(schedule, block, numOuter));
  if (!sides)
    return failure();
  auto [row, column] = *sides;
  auto rows = getTripCount(row), columns = getTripCount(column);
  if (!rows || !columns || *rows < size || *columns < size)
    return failure();
  // What fills no tile is a nest of its own: of the inner loop first.
  bool isRowOuter = row->isProperAncestor(column);
  SmallVector<te::BlockOp> nests{block};
  peel(schedule, isRowOuter ? column : row, size, nests);
  peel(schedule, isRowOuter ? row : column, size, nests);
  if (failed(distributeNests(schedule, nests)))
    return success(); // nests that share loops stay as they are
  return tile(schedule, block, row, column, size, onThreads);
}

} // namespace tvm::schedule
