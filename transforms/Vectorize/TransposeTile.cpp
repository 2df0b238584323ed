// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/TransposeTile.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Loops.h"
#include "transforms/Vectorize/LoopVectorizer.h"
#include "transforms/Vectorize/TransposeVectors.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::schedule {

static bool isZero(ArrayRef<int64_t> strides) {
  return llvm::all_of(strides, [](int64_t stride) { return stride == 0; });
}

/// Whether the strides lead to the next element of a row.
static bool isOne(ArrayRef<int64_t> strides) {
  return strides.back() == 1 && isZero(strides.drop_back());
}

namespace {
/// A load or store, and the increments of its subscripts per iteration. A
/// buffer of constant shape is seen as one row with one subscript.
struct Row {
  Value buffer;
  bool isFlat = false;
  SmallVector<AffineExpr> subscripts; // over dims = operands
  SmallVector<Value> operands;
  SmallVector<int64_t> alongOuter, alongInner;

  static std::optional<Row> get(Value buffer, AffineMap map,
                                ValueRange mapOperands);
  /// The subscripts where both variables are 0.
  SmallVector<Value> getStart(OpBuilder &builder, Location loc,
                              ValueRange variables) const;
};

/// The state of a tile while it is emitted.
class Tile {
public:
  Tile(Loop outer, Loop inner)
      : outer(outer), inner(inner), builder(outer),
        height(*getTripCount(outer)), width(*getTripCount(inner)),
        rowLanes(height), lanes(width) {}
  /// Whether the body can be emitted.
  bool match();
  /// Rounds the lanes along either loop up to a power of 2 if each vector is
  /// one register. Lanes beyond the loop access nothing.
  void padLanes(const target::VectorUnit &registers);
  void emit();

private:
  std::optional<Row> getRow(Operation *op);
  bool isTransposed(const Row &row) const {
    return isOne(row.alongOuter) && !isOne(row.alongInner) &&
           !isZero(row.alongInner);
  }
  SmallVector<Value> getPosition(Operation *op, int64_t outerIndex,
                                 int64_t innerIndex);
  Value load(Operation *op, int64_t outerIndex, int64_t innerIndex,
             int64_t count, int64_t padded);
  void storeRow(Operation *op, int64_t index, Value vector);
  Value getMask(Location loc, int64_t count, int64_t padded);
  SmallVector<Value> loadTransposed(Operation *op);
  Value getVector(Value value, IRMapping &vectors);
  void emitRow(int64_t index);

  Loop outer, inner;
  OpBuilder builder;
  int64_t height, width;
  int64_t rowLanes, lanes; // of vectors along the outer and the inner loop
  llvm::MapVector<Operation *, Row> rows; // of loads and stores
  // The buffer, and subscripts.
  DenseMap<Operation *, std::pair<Value, SmallVector<Value>>> starts;
  DenseMap<Operation *, SmallVector<Value>> transposed; // per outer iteration
};
} // namespace

std::optional<Row> Row::get(Value buffer, AffineMap map,
                            ValueRange mapOperands) {
  Row row;
  row.buffer = buffer;
  if (auto linear = LinearAccess::get(buffer, map, mapOperands)) {
    row.isFlat = true;
    row.subscripts = {linear->position};
    row.operands = linear->operands;
    return row;
  }
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.getLayout().isIdentity() || type.getRank() == 0)
    return std::nullopt;
  row.operands.assign(mapOperands.begin(), mapOperands.end());
  affine::fullyComposeAffineMapAndOperands(&map, &row.operands);
  llvm::append_range(row.subscripts, asDims(map).getResults());
  return row;
}

SmallVector<Value> Row::getStart(OpBuilder &builder, Location loc,
                                 ValueRange variables) const {
  SmallVector<Value> starts;
  for (AffineExpr start : subscripts) {
    SmallVector<Value> values = operands;
    for (auto [i, operand] : llvm::enumerate(operands))
      if (llvm::is_contained(variables, operand))
        start = start.replace(builder.getAffineDimExpr(i),
                              builder.getAffineConstantExpr(0));
    auto map = AffineMap::get(values.size(), 0, start);
    affine::canonicalizeMapAndOperands(&map, &values);
    starts.push_back(affine::AffineApplyOp::create(builder, loc, map, values));
  }
  return starts;
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
  auto map = AffineMap::get(row->operands.size(), 0, row->subscripts,
                            op->getContext());
  auto alongOuter = getStrides(map, row->operands, outer.getInductionVar());
  auto alongInner = getStrides(map, row->operands, inner.getInductionVar());
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
          isOne(row->alongInner) || (isZero(row->alongInner) && !isStore);
      if (!isInPlace && (isStore || !isTransposed(*row)))
        return false;
      hasTransposed |= !isInPlace;
      rows.insert({&op, *row});
    } else if (!isa<affine::AffineApplyOp>(op) &&
               (!OpTrait::hasElementwiseMappableTraits(&op) ||
                op.getNumRegions() != 0)) {
      return false;
    }
  }
  return hasTransposed;
}

SmallVector<Value> Tile::getPosition(Operation *op, int64_t outerIndex,
                                     int64_t innerIndex) {
  const Row &row = rows.find(op)->second;
  SmallVector<Value> position = starts[op].second;
  AffineExpr start = builder.getAffineDimExpr(0);
  for (auto [subscript, alongOuter, alongInner] :
       llvm::zip_equal(position, row.alongOuter, row.alongInner)) {
    int64_t offset = outerIndex * alongOuter + innerIndex * alongInner;
    subscript = affine::AffineApplyOp::create(
        builder, op->getLoc(), AffineMap::get(1, 0, start + offset), subscript);
  }
  return position;
}

void Tile::padLanes(const target::VectorUnit &registers) {
  if (!registers.hasMasks())
    return;
  auto areOneRegister = [&](TypeRange types, int64_t count) {
    return llvm::all_of(types, [&](Type type) {
      return !type.isIntOrFloat() ||
             count * type.getIntOrFloatBitWidth() <= registers.bits;
    });
  };
  int64_t padded = llvm::PowerOf2Ceil(width);
  int64_t rowPadded = llvm::PowerOf2Ceil(height);
  bool canPad = true, canPadRows = true;
  for (Operation &op : inner.getBody()->without_terminator()) {
    // Lanes beyond the loop may contain anything.
    bool mayComputeAnything =
        rows.contains(&op) || (isPure(&op) && isSpeculatable(&op));
    canPad &= mayComputeAnything &&
              areOneRegister(op.getOperandTypes(), padded) &&
              areOneRegister(op.getResultTypes(), padded);
    auto row = rows.find(&op);
    if (row != rows.end() && isTransposed(row->second))
      canPadRows &= areOneRegister(op.getResultTypes(), rowPadded);
  }
  if (canPad)
    lanes = padded;
  if (canPadRows)
    rowLanes = rowPadded;
}

/// The first `count` of `padded` lanes.
Value Tile::getMask(Location loc, int64_t count, int64_t padded) {
  SmallVector<bool> bits(padded, false);
  std::fill_n(bits.begin(), count, true);
  auto type = VectorType::get({padded}, builder.getI1Type());
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, bits));
}

void Tile::storeRow(Operation *op, int64_t index, Value vector) {
  Location loc = op->getLoc();
  SmallVector<Value> position = getPosition(op, index, 0);
  if (lanes == width)
    affine::AffineVectorStoreOp::create(builder, loc, vector, starts[op].first,
                                        position);
  else
    vector::MaskedStoreOp::create(builder, loc, starts[op].first, position,
                                  getMask(loc, width, lanes), vector);
}

/// Loads `count` elements by `op`, from the given iteration on, into a vector
/// of `padded` lanes.
Value Tile::load(Operation *op, int64_t outerIndex, int64_t innerIndex,
                 int64_t count, int64_t padded) {
  Location loc = op->getLoc();
  auto type = VectorType::get({padded}, op->getResult(0).getType());
  SmallVector<Value> position = getPosition(op, outerIndex, innerIndex);
  if (count == padded)
    return affine::AffineVectorLoadOp::create(builder, loc, type,
                                              starts[op].first, position);
  Value zeros =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, loc, type, starts[op].first,
                                      position, getMask(loc, count, padded),
                                      zeros);
}

SmallVector<Value> Tile::loadTransposed(Operation *op) {
  SmallVector<Value> loaded;
  for (int64_t i = 0; i < width; ++i)
    loaded.push_back(load(op, 0, i, height, rowLanes));
  return transposeVectors(builder, op->getLoc(), loaded, height, lanes);
}

/// `value` of the body with one lane per iteration of the inner loop.
Value Tile::getVector(Value value, IRMapping &vectors) {
  if (Value vector = vectors.lookupOrNull(value))
    return vector;
  auto type = VectorType::get({lanes}, value.getType());
  return vector::BroadcastOp::create(builder, value.getLoc(), type, value);
}

/// Emits the body at one iteration of the outer loop.
void Tile::emitRow(int64_t index) {
  IRMapping vectors;
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (isa<affine::AffineApplyOp>(op))
      continue;
    if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      storeRow(store, index, getVector(store.getValueToStore(), vectors));
      continue;
    }
    if (isa<affine::AffineLoadOp>(op)) {
      const Row &row = rows.find(&op)->second;
      Value loaded;
      if (isTransposed(row))
        loaded = transposed[&op][index];
      else if (isOne(row.alongInner))
        loaded = load(&op, index, 0, width, lanes);
      else
        loaded = vector::BroadcastOp::create(
            builder, op.getLoc(),
            VectorType::get({lanes}, op.getResult(0).getType()),
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
      state.types.push_back(VectorType::get({lanes}, type));
    state.attributes.append(op.getAttrs().begin(), op.getAttrs().end());
    vectors.map(op.getResults(), builder.create(state)->getResults());
  }
}

void Tile::emit() {
  for (auto &[op, row] : rows) {
    SmallVector<Value> start =
        row.getStart(builder, op->getLoc(),
                     {outer.getInductionVar(), inner.getInductionVar()});
    Value buffer = row.isFlat ? flattenBuffer(builder, op->getLoc(), row.buffer)
                              : row.buffer;
    starts[op] = {buffer, std::move(start)};
  }
  for (auto &[op, row] : rows)
    if (isTransposed(row) && isa<affine::AffineLoadOp>(op))
      transposed[op] = loadTransposed(op);
  for (int64_t i = 0; i < height; ++i)
    emitRow(i);
  outer.erase();
}

LogicalResult transposeTile(Loop outer, Loop inner,
                            const target::VectorUnit &registers) {
  if (!getTripCount(outer) || !getTripCount(inner) ||
      *getTripCount(outer) < 1 || *getTripCount(inner) < 1 ||
      !isNormalized(outer) || !isNormalized(inner))
    return failure();
  Tile tile(outer, inner);
  if (!tile.match())
    return failure();
  tile.padLanes(registers);
  tile.emit();
  return success();
}

} // namespace tvm::schedule
