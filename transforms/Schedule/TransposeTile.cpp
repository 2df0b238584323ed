#include "transforms/Schedule/TransposeTile.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/LoopVectorizer.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A load or store as its position in a buffer seen as one row.
struct Row {
  Value buffer;
  AffineExpr position; // over dims = operands
  SmallVector<Value> operands;

  static std::optional<Row> get(Value buffer, AffineMap map,
                                ValueRange operands);
  std::optional<int64_t> getStride(Value variable) const;
  /// Index of the element where both variables are 0.
  Value getStart(OpBuilder &builder, Location loc, ValueRange variables) const;
};
} // namespace

std::optional<Row> Row::get(Value buffer, AffineMap map, ValueRange operands) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getRank() == 0)
    return std::nullopt;
  Row row{buffer, {}, SmallVector<Value>(operands)};
  affine::fullyComposeAffineMapAndOperands(&map, &row.operands);
  map = asDims(map);
  row.position = getAffineConstantExpr(0, map.getContext());
  for (auto [size, subscript] :
       llvm::zip_equal(type.getShape(), map.getResults()))
    row.position = row.position * size + subscript;
  row.position = simplifyAffineExpr(row.position, row.operands.size(), 0);
  return row;
}

std::optional<int64_t> Row::getStride(Value variable) const {
  int64_t total = 0;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (operand != variable)
      continue;
    AffineExpr dim = getAffineDimExpr(i, position.getContext());
    auto stride = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        position.replace(dim, dim + 1) - position, operands.size(), 0));
    if (!stride)
      return std::nullopt;
    total += stride.getValue();
  }
  return total;
}

Value Row::getStart(OpBuilder &builder, Location loc,
                    ValueRange variables) const {
  AffineExpr start = position;
  SmallVector<Value> values = operands;
  for (auto [i, operand] : llvm::enumerate(operands))
    if (llvm::is_contained(variables, operand))
      start = start.replace(builder.getAffineDimExpr(i),
                            builder.getAffineConstantExpr(0));
  auto map = AffineMap::get(values.size(), 0, start);
  affine::canonicalizeMapAndOperands(&map, &values);
  return affine::AffineApplyOp::create(builder, loc, map, values);
}

/// Transposes rows of a square in place: swaps blocks off the diagonal of size
/// 1, 2, 4 …
static void transposeRows(OpBuilder &builder, Location loc,
                          MutableArrayRef<Value> rows) {
  int64_t n = rows.size();
  for (int64_t step = 1; step < n; step *= 2) {
    SmallVector<int64_t> upper, lower;
    for (int64_t lane = 0; lane < n; ++lane) {
      bool isFirst = (lane & step) == 0;
      upper.push_back(isFirst ? lane : n + lane - step);
      lower.push_back(isFirst ? lane + step : n + lane);
    }
    for (int64_t r = 0; r < n; ++r) {
      if (r & step)
        continue;
      Value a = rows[r], b = rows[r + step];
      rows[r] = vector::ShuffleOp::create(builder, loc, a, b, upper);
      rows[r + step] = vector::ShuffleOp::create(builder, loc, a, b, lower);
    }
  }
}

/// The load and the store of a body that does nothing else.
static std::optional<std::pair<affine::AffineLoadOp, affine::AffineStoreOp>>
matchCopy(Loop inner) {
  affine::AffineLoadOp load;
  affine::AffineStoreOp store;
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (isa<affine::AffineApplyOp>(op))
      continue;
    if (auto found = dyn_cast<affine::AffineLoadOp>(op); found && !load)
      load = found;
    else if (auto found = dyn_cast<affine::AffineStoreOp>(op); found && !store)
      store = found;
    else
      return std::nullopt;
  }
  if (!load || !store || store.getValueToStore() != load.getResult() ||
      load.getMemRef() == store.getMemRef())
    return std::nullopt;
  return std::pair(load, store);
}

LogicalResult transposeTile(Loop outer, Loop inner) {
  auto copy = matchCopy(inner);
  std::optional<int64_t> n = getTripCount(outer);
  if (!copy || !n || getTripCount(inner) != n || !llvm::isPowerOf2_64(*n) ||
      !isNormalized(outer) || !isNormalized(inner))
    return failure();
  auto [load, store] = *copy;
  auto from =
      Row::get(load.getMemRef(), load.getAffineMap(), load.getMapOperands());
  auto to =
      Row::get(store.getMemRef(), store.getAffineMap(), store.getMapOperands());
  Value row = outer.getInductionVar(), column = inner.getInductionVar();
  if (!from || !to || from->getStride(row) != 1 || to->getStride(column) != 1)
    return failure();
  auto apart = from->getStride(column), rowsApart = to->getStride(row);
  if (!apart || !rowsApart)
    return failure();
  Location loc = load.getLoc();
  OpBuilder builder(outer);
  auto type = VectorType::get({*n}, load.getType());
  Value source = flattenBuffer(builder, loc, from->buffer);
  Value target = flattenBuffer(builder, loc, to->buffer);
  Value first = from->getStart(builder, loc, {row, column});
  Value last = to->getStart(builder, loc, {row, column});
  AffineExpr index = builder.getAffineDimExpr(0);
  SmallVector<Value> rows;
  for (int64_t i = 0; i < *n; ++i)
    rows.push_back(affine::AffineVectorLoadOp::create(
        builder, loc, type, source, AffineMap::get(1, 0, index + i * *apart),
        first));
  transposeRows(builder, loc, rows);
  for (int64_t i = 0; i < *n; ++i)
    affine::AffineVectorStoreOp::create(
        builder, loc, rows[i], target,
        AffineMap::get(1, 0, index + i * *rowsApart), last);
  outer.erase();
  return success();
}

} // namespace tvm::schedule
