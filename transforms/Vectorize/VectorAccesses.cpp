// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/ElementSize.h"

using namespace mlir;

namespace tvm::schedule {

static constexpr int64_t kCacheLineBits = 64 * 8;

static bool isInvariant(ArrayRef<int64_t> strides) {
  return llvm::all_of(strides, [](int64_t stride) { return stride == 0; });
}

bool isInRow(ArrayRef<int64_t> strides) {
  return !strides.empty() && isInvariant(strides.drop_back());
}

bool isContiguous(ArrayRef<int64_t> strides) {
  return isInRow(strides) && strides.back() == 1;
}

Value flattenBuffer(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 1)
    return buffer;
  if (type.getRank() == 0)
    return memref::ExpandShapeOp::create(builder, loc, ArrayRef<int64_t>{1},
                                         buffer,
                                         ArrayRef<ReassociationIndices>());
  ReassociationIndices all;
  llvm::append_range(all, llvm::seq<int64_t>(0, type.getRank()));
  SmallVector<ReassociationIndices> one{all};
  return memref::CollapseShapeOp::create(builder, loc, buffer, one);
}

SmallVector<Value> BodyVectorizer::getScalars(ValueRange values) {
  return llvm::map_to_vector(
      values, [&](Value v) { return scalars.lookupOrDefault(v); });
}

SmallVector<Value> BodyVectorizer::getVectors(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value v) { return getVector(v); });
}

/// Values of `map` at lane 0.
SmallVector<Value> BodyVectorizer::getSubscripts(AffineMap map,
                                                 ValueRange operands) {
  SmallVector<Value> scalarOperands = getScalars(operands);
  SmallVector<Value> subscripts;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    subscripts.push_back(affine::AffineApplyOp::create(
        builder, loop.getLoc(), map.getSubMap({i}), scalarOperands));
  return subscripts;
}

/// Values of `map` in all lanes.
SmallVector<Value> BodyVectorizer::getSubscriptVectors(AffineMap map,
                                                       ValueRange operands) {
  SmallVector<Value> subscripts;
  for (unsigned i = 0; i < map.getNumResults(); ++i) {
    AffineMap one = map.getSubMap({i});
    auto stride = getStrides(one, operands, loop.getInductionVar());
    subscripts.push_back(
        stride
            ? getMoving(getSubscripts(one, operands).front(), stride->front())
            : getSubscriptOfEachLane(one, operands));
  }
  return subscripts;
}

Value BodyVectorizer::getSubscriptOfEachLane(AffineMap map,
                                             ValueRange operands) {
  Location loc = loop.getLoc();
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    SmallVector<Value> values = llvm::map_to_vector(
        operands, [&](Value v) { return getScalar(v, lane); });
    elements.push_back(
        affine::AffineApplyOp::create(builder, loc, map, values));
  }
  auto type = VectorType::get({lanes}, builder.getIndexType());
  return vector::FromElementsOp::create(builder, loc, type, elements);
}

/// Positions in the flattened `buffer`.
Value BodyVectorizer::linearize(Value buffer, ValueRange subscripts) {
  Location loc = loop.getLoc();
  auto type = cast<MemRefType>(buffer.getType());
  Value position = subscripts.front();
  for (int64_t i = 1; i < type.getRank(); ++i) {
    Value size =
        type.isDynamicDim(i)
            ? memref::DimOp::create(builder, loc, buffer, i).getResult()
            : arith::ConstantIndexOp::create(builder, loc, type.getDimSize(i))
                  .getResult();
    size = vector::BroadcastOp::create(builder, loc, position.getType(), size);
    position = arith::MulIOp::create(builder, loc, position, size);
    position = arith::AddIOp::create(builder, loc, position, subscripts[i]);
  }
  return position;
}

/// Whether no lane can access the buffer, because it is empty.
static bool isEmpty(Value buffer) {
  return llvm::is_contained(cast<MemRefType>(buffer.getType()).getShape(), 0);
}

Value BodyVectorizer::emitMaskedLoad(Operation *load, Value buffer,
                                     ValueRange subscripts) {
  Type element = load->getResult(0).getType();
  return vector::MaskedLoadOp::create(
      builder, load->getLoc(), VectorType::get({lanes}, element), buffer,
      subscripts, mask, getSplat(builder.getZeroAttr(element)));
}

/// The offsets of the lanes' elements from the element of lane 0 in the last
/// dimension, where they are known and no other dimension differs.
std::optional<SmallVector<int64_t>>
BodyVectorizer::getOffsets(affine::AffineLoadOp load) {
  std::optional<int64_t> start = getConstantIntValue(first);
  AffineMap map = load.getAffineMap();
  SmallVector<Value> operands(load.getMapOperands());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  if (!start || map.getNumResults() == 0)
    return std::nullopt;
  map = asDims(map);
  auto getSubscript = [&](AffineExpr expr, int64_t lane) {
    for (auto [i, operand] : llvm::enumerate(operands))
      if (operand == loop.getInductionVar())
        expr = expr.replace(builder.getAffineDimExpr(i),
                            builder.getAffineConstantExpr(*start + lane));
    return expr;
  };
  for (Value operand : operands)
    if (operand != loop.getInductionVar() && varying.contains(operand))
      return std::nullopt;
  SmallVector<int64_t> offsets;
  for (int64_t lane = 0; lane < lanes; ++lane)
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      auto offset = dyn_cast<AffineConstantExpr>(
          simplifyAffineExpr(getSubscript(expr, lane) - getSubscript(expr, 0),
                             operands.size(), 0));
      bool isLast = d + 1 == map.getNumResults();
      if (!offset || (!isLast && offset.getValue() != 0))
        return std::nullopt;
      if (isLast)
        offsets.push_back(offset.getValue());
    }
  return offsets;
}

/// Emits one vector load from the first to the last element, and a shuffle.
Value BodyVectorizer::emitPieces(affine::AffineLoadOp load,
                                 ArrayRef<int64_t> offsets) {
  Location loc = load.getLoc();
  int64_t count = *llvm::max_element(offsets) + 1;
  auto type =
      VectorType::get({registers.hasMasks() ? lanes : count}, load.getType());
  SmallVector<Value> subscripts =
      getSubscripts(load.getAffineMap(), load.getMapOperands());
  Value loaded;
  if (registers.hasMasks()) {
    Value needed = vector::CreateMaskOp::create(
        builder, loc, VectorType::get({lanes}, builder.getI1Type()),
        ValueRange{arith::ConstantIndexOp::create(builder, loc, count)});
    Value zeros =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    loaded = vector::MaskedLoadOp::create(builder, loc, type, load.getMemRef(),
                                          subscripts, needed, zeros);
  } else {
    loaded = vector::LoadOp::create(builder, loc, type, load.getMemRef(),
                                    subscripts);
  }
  return vector::ShuffleOp::create(builder, loc, loaded, loaded, offsets);
}

/// Whether the machine has gather instructions for elements of this type.
bool BodyVectorizer::canGather(Type element) const {
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  return registers.hasMasks() && (bits == 32 || bits == 64);
}

Value BodyVectorizer::emitGather(Operation *load, Value buffer,
                                 ValueRange subscripts) {
  Location loc = load->getLoc();
  Type element = load->getResult(0).getType();
  Value zeros = getSplat(builder.getZeroAttr(element));
  if (isEmpty(buffer))
    return zeros;
  Value active =
      mask ? mask : getSplat(builder.getIntegerAttr(builder.getI1Type(), 1));
  Value positions = linearize(buffer, subscripts);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return vector::GatherOp::create(
      builder, loc, VectorType::get({lanes}, element),
      flattenBuffer(builder, loc, buffer), zero, positions, active, zeros);
}

void BodyVectorizer::emitScatter(Operation *store, Value value, Value buffer,
                                 ValueRange subscripts) {
  if (isEmpty(buffer))
    return;
  Location loc = store->getLoc();
  Value positions = linearize(buffer, subscripts);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  vector::ScatterOp::create(builder, loc, Type(),
                            flattenBuffer(builder, loc, buffer), zero,
                            positions, mask, getVector(value));
}

/// Whether the buffer fits in registers: no target has more than 32 registers
/// of 64 bytes.
static bool fitsRegisters(MemRefType type) {
  constexpr int64_t kMaxBits = 32 * 64 * 8;
  return type.hasStaticShape() &&
         type.getNumElements() * getElementBits(type) <= kMaxBits;
}

/// Whether inactive lanes may read from, and write back to, the buffer of a
/// contiguous access: it contains all lanes, and no other thread sees it.
/// Unlike masked accesses, these leave a small buffer in registers; other
/// buffers would wait for the previous store.
bool BodyVectorizer::mayTouchAllLanes(Value buffer, AffineMap map,
                                      ValueRange mapOperands) {
  auto alloca = buffer.getDefiningOp<memref::AllocaOp>();
  std::optional<int64_t> count = getTripCount(loop);
  if (!alloca || !count ||
      (registers.hasMasks() && !fitsRegisters(alloca.getType())))
    return false;
  for (Loop outer : getLoops(loop))
    if (getLoopKind(outer) == LoopKind::Parallel && !outer->isAncestor(alloca))
      return false;
  map = map.getSubMap({map.getNumResults() - 1});
  SmallVector<Value> operands(mapOperands);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  AffineExpr last = map.getResult(0);
  for (auto [i, operand] : llvm::enumerate(operands))
    if (operand == loop.getInductionVar() && i < map.getNumDims())
      last = last.replace(builder.getAffineDimExpr(i),
                          builder.getAffineConstantExpr(0));
  auto start = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(last, map.getNumDims(), map.getNumSymbols()));
  int64_t size = alloca.getType().getShape().back();
  return start && start.getValue() >= 0 && !ShapedType::isDynamic(size) &&
         start.getValue() + *count <= size;
}

/// Emits one prefetch per cache line where lanes are adjacent. A prefetch that
/// single lanes must skip is dropped.
void BodyVectorizer::emitPrefetch(affine::AffinePrefetchOp prefetch) {
  if (mask)
    return;
  auto strides = getStrides(prefetch.getAffineMap(), prefetch.getMapOperands(),
                            loop.getInductionVar());
  auto type = cast<MemRefType>(prefetch.getMemref().getType());
  int64_t step = 1;
  if (strides && isContiguous(*strides))
    step = std::max<int64_t>(kCacheLineBits / getElementBits(type), 1);
  for (int64_t lane = 0; lane < lanes; lane += step) {
    IRMapping mapping;
    for (Value operand : prefetch->getOperands())
      mapping.map(operand, getScalar(operand, lane));
    builder.clone(*prefetch, mapping);
  }
}

/// The position of lane 0 of an access in its flattened buffer.
Value BodyVectorizer::getPosition(const LinearAccess &access) {
  auto map = AffineMap::get(access.operands.size(), 0, access.position);
  return affine::AffineApplyOp::create(builder, loop.getLoc(), map,
                                       getScalars(access.operands));
}

void BodyVectorizer::emitLoad(affine::AffineLoadOp load) {
  AffineMap map = load.getAffineMap();
  ValueRange operands = load.getMapOperands();
  Value buffer = load.getMemRef();
  auto strides = getStrides(map, operands, loop.getInductionVar());
  auto offsets = strides || mask ? std::nullopt : getOffsets(load);
  if ((strides && isInvariant(*strides)) ||
      (offsets && isInvariant(*offsets))) {
    varying.erase(load.getResult());
    builder.clone(*load, scalars);
    return;
  }
  bool isVector = strides && isContiguous(*strides);
  if (!isVector && emitStridedLoad(load))
    return;
  bool isInPieces = offsets && llvm::all_of(*offsets, [&](int64_t offset) {
                      return offset >= 0 && offset < lanes;
                    });
  // A loop over several dimensions, whose subscripts are divisions of its
  // variable, continues from row to row.
  auto linear = isVector ? std::nullopt : LinearAccess::get(load);
  Value position;
  if (linear && linear->getStride(loop.getInductionVar()) == 1)
    position = getPosition(*linear);
  if (!isVector && !position && !isInPieces && !mask)
    return emitLaneByLane(*load);
  Value loaded;
  if (position && mask)
    loaded = emitMaskedLoad(load, flattenBuffer(builder, load.getLoc(), buffer),
                            position);
  else if (position)
    loaded = vector::LoadOp::create(
        builder, load.getLoc(), VectorType::get({lanes}, load.getType()),
        flattenBuffer(builder, load.getLoc(), buffer), position);
  else if (isInPieces)
    loaded = emitPieces(load, *offsets);
  else if (!isVector)
    loaded = emitGather(load, buffer, getSubscriptVectors(map, operands));
  else if (mask && !mayTouchAllLanes(buffer, map, operands))
    loaded = emitMaskedLoad(load, buffer, getSubscripts(map, operands));
  else
    loaded = affine::AffineVectorLoadOp::create(
        builder, load.getLoc(), VectorType::get({lanes}, load.getType()),
        buffer, map, getScalars(operands));
  vectors.map(load.getResult(), loaded);
}

void BodyVectorizer::emitLoad(memref::LoadOp load) {
  SmallVector<int64_t> strides;
  for (Value index : load.getIndices()) {
    // A subscript that depends on data may select any element.
    constexpr int64_t kAny = 2;
    strides.push_back(
        varying.contains(index)
            ? getStride(index, loop.getInductionVar()).value_or(kAny)
            : 0);
  }
  bool isVector = isContiguous(strides);
  if (!isVector && !mask && !canGather(load.getType()))
    return emitLaneByLane(*load);
  Value buffer = load.getMemRef(), loaded;
  if (!isVector)
    loaded = emitGather(load, buffer, getVectors(load.getIndices()));
  else if (mask)
    loaded = emitMaskedLoad(load, buffer, getScalars(load.getIndices()));
  else
    loaded = vector::LoadOp::create(builder, load.getLoc(),
                                    VectorType::get({lanes}, load.getType()),
                                    buffer, getScalars(load.getIndices()));
  vectors.map(load.getResult(), loaded);
}

void BodyVectorizer::emitStore(affine::AffineStoreOp store) {
  if (emitInterleaved(store))
    return;
  AffineMap map = store.getAffineMap();
  ValueRange operands = store.getMapOperands();
  Value buffer = store.getMemRef();
  auto strides = getStrides(map, operands, loop.getInductionVar());
  if (!strides || !isContiguous(*strides))
    return mask ? emitScatter(store, store.getValueToStore(), buffer,
                              getSubscriptVectors(map, operands))
                : emitLaneByLane(*store);
  Location loc = store.getLoc();
  Value value = getVector(store.getValueToStore());
  if (mask && !mayTouchAllLanes(buffer, map, operands)) {
    vector::MaskedStoreOp::create(builder, loc, buffer,
                                  getSubscripts(map, operands), mask, value);
    return;
  }
  if (!mask && emitStreamed(store, value))
    return;
  SmallVector<Value> scalarOperands = getScalars(operands);
  if (mask) {
    Value old = affine::AffineVectorLoadOp::create(
        builder, loc, cast<VectorType>(value.getType()), buffer, map,
        scalarOperands);
    value = arith::SelectOp::create(builder, loc, mask, value, old);
  }
  affine::AffineVectorStoreOp::create(builder, loc, value, buffer, map,
                                      scalarOperands);
}

void BodyVectorizer::emitStore(memref::StoreOp store) {
  if (!mask)
    return emitLaneByLane(*store);
  emitScatter(store, store.getValueToStore(), store.getMemRef(),
              getVectors(store.getIndices()));
}

} // namespace tvm::schedule
