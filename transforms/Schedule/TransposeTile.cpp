#include "transforms/Schedule/TransposeTile.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/LoopVectorizer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A load or store as its position in a buffer seen as one row.
struct Row {
  Value buffer;
  AffineExpr position; // over dims = operands
  SmallVector<Value> operands;
  int64_t alongOuter = 0, alongInner = 0; // elements per iteration

  static std::optional<Row> get(Value buffer, AffineMap map,
                                ValueRange operands);
  std::optional<int64_t> getStride(Value variable) const;
  /// Index of the element where both variables are 0.
  Value getStart(OpBuilder &builder, Location loc, ValueRange variables) const;
};

/// The tile, and what has been emitted of it.
class Tile {
public:
  Tile(Loop outer, Loop inner)
      : outer(outer), inner(inner), builder(outer),
        height(*getTripCount(outer)), width(*getTripCount(inner)) {}
  /// Whether the body can be emitted.
  bool match();
  void emit();

private:
  std::optional<Row> getRow(Operation *op);
  bool isTransposed(const Row &row) const {
    return row.alongOuter == 1 && row.alongInner != 1 && row.alongInner != 0;
  }
  Value getPosition(Operation *op, int64_t outerIndex, int64_t innerIndex);
  Value load(Operation *op, int64_t outerIndex, int64_t innerIndex,
             int64_t lanes);
  SmallVector<Value> loadTransposed(Operation *op);
  Value getVector(Value value, IRMapping &vectors);
  void emitRow(int64_t index);

  Loop outer, inner;
  OpBuilder builder;
  int64_t height, width;
  llvm::MapVector<Operation *, Row> rows;                // of loads and stores
  DenseMap<Operation *, std::pair<Value, Value>> starts; // buffer, position
  DenseMap<Operation *, SmallVector<Value>> transposed;  // per outer iteration
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

/// `vector` of another length; new elements are arbitrary.
static Value resize(OpBuilder &builder, Location loc, Value vector,
                    int64_t lanes) {
  int64_t old = cast<VectorType>(vector.getType()).getDimSize(0);
  if (old == lanes)
    return vector;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, lanes));
  for (int64_t lane = old; lane < lanes; ++lane)
    order[lane] = vector::ShuffleOp::kPoisonIndex;
  return vector::ShuffleOp::create(builder, loc, vector, vector, order);
}

/// Transposes rows of a square in place: swaps blocks off the diagonal of size
/// 1, 2, 4 …
static void transposeSquare(OpBuilder &builder, Location loc,
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

/// `height` vectors of one element from each of `rows`.
static SmallVector<Value> transpose(OpBuilder &builder, Location loc,
                                    SmallVector<Value> rows, int64_t height) {
  int64_t width = rows.size();
  int64_t size = llvm::PowerOf2Ceil(std::max(height, width));
  for (Value &row : rows)
    row = resize(builder, loc, row, size);
  if (width < size)
    rows.append(size - width,
                ub::PoisonOp::create(builder, loc, rows.front().getType()));
  transposeSquare(builder, loc, rows);
  rows.truncate(height);
  for (Value &row : rows)
    row = resize(builder, loc, row, width);
  return rows;
}

std::optional<Row> Tile::getRow(Operation *op) {
  auto row =
      TypeSwitch<Operation *, std::optional<Row>>(op)
          .Case<affine::AffineLoadOp, affine::AffineStoreOp>([](auto access) {
            return Row::get(access.getMemRef(), access.getAffineMap(),
                            access.getMapOperands());
          })
          .Default([](Operation *) { return std::nullopt; });
  if (!row)
    return std::nullopt;
  auto alongOuter = row->getStride(outer.getInductionVar());
  auto alongInner = row->getStride(inner.getInductionVar());
  if (!alongOuter || !alongInner)
    return std::nullopt;
  row->alongOuter = *alongOuter;
  row->alongInner = *alongInner;
  return row;
}

bool Tile::match() {
  bool hasTransposed = false;
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (isa<affine::AffineLoadOp, affine::AffineStoreOp>(op)) {
      auto row = getRow(&op);
      if (!row)
        return false;
      bool isStore = isa<affine::AffineStoreOp>(op);
      bool isInPlace =
          row->alongInner == 1 || (row->alongInner == 0 && !isStore);
      if (!isInPlace && (isStore || !isTransposed(*row)))
        return false;
      hasTransposed |= !isInPlace;
      rows.insert({&op, *row});
    } else if (!isa<affine::AffineApplyOp>(op) &&
               !(OpTrait::hasElementwiseMappableTraits(&op) &&
                 op.getNumRegions() == 0)) {
      return false;
    }
  }
  return hasTransposed;
}

Value Tile::getPosition(Operation *op, int64_t outerIndex, int64_t innerIndex) {
  const Row &row = rows.find(op)->second;
  AffineExpr start = builder.getAffineDimExpr(0);
  int64_t offset = outerIndex * row.alongOuter + innerIndex * row.alongInner;
  return affine::AffineApplyOp::create(builder, op->getLoc(),
                                       AffineMap::get(1, 0, start + offset),
                                       starts[op].second);
}

/// `lanes` elements of what `op` loads, from the given iteration on.
Value Tile::load(Operation *op, int64_t outerIndex, int64_t innerIndex,
                 int64_t lanes) {
  auto type = VectorType::get({lanes}, op->getResult(0).getType());
  return affine::AffineVectorLoadOp::create(
      builder, op->getLoc(), type, starts[op].first,
      getPosition(op, outerIndex, innerIndex));
}

SmallVector<Value> Tile::loadTransposed(Operation *op) {
  SmallVector<Value> loaded;
  for (int64_t i = 0; i < width; ++i)
    loaded.push_back(load(op, 0, i, height));
  return transpose(builder, op->getLoc(), loaded, height);
}

/// `value` of the body with a lane for each iteration of the inner loop.
Value Tile::getVector(Value value, IRMapping &vectors) {
  if (Value vector = vectors.lookupOrNull(value))
    return vector;
  auto type = VectorType::get({width}, value.getType());
  return vector::BroadcastOp::create(builder, value.getLoc(), type, value);
}

/// The body at one iteration of the outer loop.
void Tile::emitRow(int64_t index) {
  IRMapping vectors;
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (isa<affine::AffineApplyOp>(op))
      continue;
    if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      affine::AffineVectorStoreOp::create(
          builder, op.getLoc(), getVector(store.getValueToStore(), vectors),
          starts[&op].first, getPosition(&op, index, 0));
      continue;
    }
    if (isa<affine::AffineLoadOp>(op)) {
      const Row &row = rows.find(&op)->second;
      Value loaded;
      if (isTransposed(row))
        loaded = transposed[&op][index];
      else if (row.alongInner == 1)
        loaded = load(&op, index, 0, width);
      else
        loaded = vector::BroadcastOp::create(
            builder, op.getLoc(),
            VectorType::get({width}, op.getResult(0).getType()),
            affine::AffineLoadOp::create(builder, op.getLoc(),
                                         starts[&op].first,
                                         getPosition(&op, index, 0)));
      vectors.map(op.getResult(0), loaded);
      continue;
    }
    OperationState state(op.getLoc(), op.getName());
    for (Value operand : op.getOperands())
      state.operands.push_back(getVector(operand, vectors));
    for (Type type : op.getResultTypes())
      state.types.push_back(VectorType::get({width}, type));
    state.attributes.append(op.getAttrs().begin(), op.getAttrs().end());
    vectors.map(op.getResults(), builder.create(state)->getResults());
  }
}

void Tile::emit() {
  for (auto &[op, row] : rows) {
    Value start =
        row.getStart(builder, op->getLoc(),
                     {outer.getInductionVar(), inner.getInductionVar()});
    starts[op] = {flattenBuffer(builder, op->getLoc(), row.buffer), start};
  }
  for (auto &[op, row] : rows)
    if (isTransposed(row) && isa<affine::AffineLoadOp>(op))
      transposed[op] = loadTransposed(op);
  for (int64_t i = 0; i < height; ++i)
    emitRow(i);
  outer.erase();
}

LogicalResult transposeTile(Loop outer, Loop inner) {
  if (!getTripCount(outer) || !getTripCount(inner) ||
      *getTripCount(outer) < 1 || *getTripCount(inner) < 1 ||
      !isNormalized(outer) || !isNormalized(inner))
    return failure();
  Tile tile(outer, inner);
  if (!tile.match())
    return failure();
  tile.emit();
  return success();
}

} // namespace tvm::schedule
