// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::schedule {

/// Largest number of adjacent stores that are interleaved: each vector is
/// shuffled from all of them.
static constexpr int64_t kMaxInterleaved = 8;

/// Least number of bits of masked vectors. Shorter vectors are loaded lane by
/// lane under a mask, including elements that are not needed.
static constexpr int64_t kMinMaskedBits = 256;

namespace {
/// An element of one of several vectors.
struct Element {
  int64_t vector, lane;
};
} // namespace

/// Gathers `elements` of `vectors`, which have equal length, by one shuffle per
/// vector but the first.
static Value gatherElements(OpBuilder &builder, Location loc,
                            ArrayRef<Value> vectors,
                            ArrayRef<Element> elements) {
  int64_t length = cast<VectorType>(vectors.front().getType()).getDimSize(0);
  Value result = vectors.front();
  for (int64_t next = 1, e = vectors.size(); next < e; ++next) {
    SmallVector<int64_t> order;
    for (auto [i, element] : llvm::enumerate(elements)) {
      int64_t taken = next == 1 ? element.lane : static_cast<int64_t>(i);
      int64_t numTaken = next == 1 ? length : elements.size();
      order.push_back(element.vector < next ? taken
                      : element.vector == next
                          ? numTaken + element.lane
                          : vector::ShuffleOp::kPoisonIndex);
    }
    result =
        vector::ShuffleOp::create(builder, loc, result, vectors[next], order);
  }
  return result;
}

/// `place` advanced by `offset` elements in the last dimension.
static SmallVector<Value> moveBy(OpBuilder &builder, Location loc,
                                 SmallVector<Value> place, int64_t offset) {
  AffineExpr moved = builder.getAffineDimExpr(0) + offset;
  place.back() =
      affine::makeComposedAffineApply(builder, loc, moved, {place.back()});
  return place;
}

/// The start of each vector that covers a part of `span` elements. The last
/// vector ends with them.
static SmallVector<int64_t> getStarts(int64_t span, int64_t lanes) {
  SmallVector<int64_t> starts{0};
  while (starts.back() + lanes < span)
    starts.push_back(std::min(starts.back() + lanes, span - lanes));
  return starts;
}

/// The conditions whose conjunction is `mask`.
static SmallVector<Value> getConjuncts(Value mask) {
  SmallVector<Value> conjuncts, pending{mask};
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (auto both = next.getDefiningOp<arith::AndIOp>())
      llvm::append_range(pending, both.getOperands());
    else
      conjuncts.push_back(next);
  }
  return conjuncts;
}

/// A mask of the `lanes` elements from `start` on that may be loaded: the
/// elements of active lanes of `mask`, which are `stride` elements apart, and
/// the elements between two of these. Conditions that all lanes share stay as
/// they are; the rest is often constant, and then true for most vectors.
static Value spreadMask(OpBuilder &builder, Location loc, Value mask,
                        int64_t stride, int64_t start, int64_t lanes) {
  auto join = [&](Value a, Value b) -> Value {
    return a ? builder.createOrFold<arith::AndIOp>(loc, a, b) : b;
  };
  Value shared, varying;
  for (Value conjunct : getConjuncts(mask))
    if (conjunct.getDefiningOp<vector::BroadcastOp>())
      shared = join(shared, conjunct);
    else
      varying = join(varying, conjunct);
  if (!varying)
    return shared;
  SmallVector<int64_t> before, behind;
  for (int64_t offset = start; offset < start + lanes; ++offset) {
    before.push_back(offset / stride);
    behind.push_back(llvm::divideCeil(offset, stride));
  }
  auto pick = [&](ArrayRef<int64_t> order) -> Value {
    return builder.createOrFold<vector::ShuffleOp>(loc, varying, varying,
                                                   order);
  };
  return join(shared, join(pick(before), pick(behind)));
}

/// Whether other loads of the body read elements between two lanes of `load`.
static bool hasNeighbours(affine::AffineLoadOp load, const LinearAccess &access,
                          Loop loop, int64_t stride) {
  return llvm::any_of(load.getMemRef().getUsers(), [&](Operation *user) {
    auto other = dyn_cast<affine::AffineLoadOp>(user);
    if (!other || other->getParentOp() != loop)
      return false;
    auto linear = LinearAccess::get(other);
    auto distance = linear ? linear->getDistance(access) : std::nullopt;
    return distance && *distance != 0 && std::abs(*distance) < stride;
  });
}

/// The distance by which whole vectors begin in front of the elements
/// that `access` loads, one every `stride`: at a multiple of `stride`, like the
/// vectors of neighbouring loads, or as close to it as the buffer permits.
/// Returns nothing if the buffer may be too small for whole vectors.
static std::optional<int64_t> getLead(const LinearAccess &access,
                                      int64_t stride) {
  auto range = access.getRange();
  if (!range)
    return std::nullopt;
  auto [least, greatest] = *range;
  int64_t size = cast<MemRefType>(access.buffer.getType()).getNumElements();
  int64_t most = std::min(stride - 1, least);
  int64_t fewest = std::max<int64_t>(0, greatest + stride - size);
  if (fewest > most)
    return std::nullopt;
  return std::clamp(llvm::mod(access.getOrigin(), stride), fewest, most);
}

/// Emits a load of every n-th element as whole vectors from the first to the
/// last needed element. Vectors without needed elements are left out. Returns
/// false, having done nothing, where there would be more than half as many
/// vectors as lanes.
bool BodyVectorizer::emitStridedLoad(affine::AffineLoadOp load) {
  Location loc = load.getLoc();
  AffineMap map = load.getAffineMap();
  ValueRange operands = load.getMapOperands();
  Value buffer = load.getMemRef();
  auto linear = LinearAccess::get(load);
  std::optional<int64_t> stride;
  if (linear)
    stride = linear->getStride(loop.getInductionVar());
  else if (auto strides = getStrides(map, operands, loop.getInductionVar());
           strides && isInRow(*strides))
    stride = strides->back();
  if (!stride || *stride < 2 || (*stride > 2 && 2 * *stride > lanes))
    return false;
  if (mask && !registers.hasMasks() && !matchPattern(mask, m_Constant()) &&
      lanes * getElementBits(load.getMemRefType()) < kMinMaskedBits)
    return false;
  std::optional<int64_t> lead;
  SmallVector<Value> first;
  if (linear) {
    if (!mask && (registers.hasManyRegisters() ||
                  hasNeighbours(load, *linear, loop, *stride)))
      lead = getLead(*linear, *stride);
    first = {getPosition(*linear)};
    buffer = flattenBuffer(builder, loc, buffer);
  } else {
    first = getSubscripts(map, operands);
  }
  int64_t begin = -lead.value_or(0);
  int64_t span = lead ? *stride * lanes : *stride * (lanes - 1) + 1;
  SmallVector<int64_t> starts = getStarts(span, lanes);
  auto type = VectorType::get({lanes}, load.getType());
  auto loaded = llvm::map_to_vector(starts, [&](int64_t start) -> Value {
    SmallVector<Value> place = moveBy(builder, loc, first, begin + start);
    if (!mask)
      return affine::AffineVectorLoadOp::create(builder, loc, type, buffer,
                                                place);
    Value needed = spreadMask(builder, loc, mask, *stride, start, lanes);
    return vector::MaskedLoadOp::create(
        builder, loc, type, buffer, place, needed,
        getSplat(builder.getZeroAttr(load.getType())));
  });
  SmallVector<Element> elements;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t offset = lane * *stride - begin;
    int64_t vector = std::min<int64_t>(offset / lanes, starts.size() - 1);
    elements.push_back({vector, offset - starts[vector]});
  }
  vectors.map(load.getResult(), gatherElements(builder, loc, loaded, elements));
  return true;
}

/// The stores of the body, per buffer, if no other operation in it accesses the
/// buffer.
static llvm::MapVector<Value, SmallVector<affine::AffineStoreOp>>
findOnlyStores(Loop loop) {
  llvm::MapVector<Value, SmallVector<affine::AffineStoreOp>> stores;
  for (auto store : loop.getBody()->getOps<affine::AffineStoreOp>())
    stores[store.getMemRef()].push_back(store);
  stores.remove_if([&](auto &entry) {
    int64_t numUses =
        llvm::count_if(entry.first.getUsers(), [&](Operation *user) {
          return loop->isProperAncestor(user);
        });
    return numUses != static_cast<int64_t>(entry.second.size());
  });
  return stores;
}

/// Groups of `stores` to one buffer, each of which fills the row between one
/// iteration and the next one. Empty if some stores fit no group.
static SmallVector<InterleavedStores>
groupStores(ArrayRef<affine::AffineStoreOp> stores, Value variable) {
  SmallVector<std::pair<int64_t, affine::AffineStoreOp>> ordered;
  std::optional<LinearAccess> first;
  std::optional<int64_t> stride;
  for (affine::AffineStoreOp store : stores) {
    auto access = LinearAccess::get(store);
    if (!access)
      return {};
    if (!first) {
      first = access;
      stride = access->getStride(variable);
    }
    auto offset = access->getDistance(*first);
    if (!offset || !stride || access->getStride(variable) != stride)
      return {};
    ordered.push_back({*offset, store});
  }
  if (*stride < 2 || *stride > kMaxInterleaved || stores.size() % *stride != 0)
    return {};
  llvm::sort(ordered, llvm::less_first());
  SmallVector<InterleavedStores> groups;
  for (auto [i, entry] : llvm::enumerate(ordered)) {
    if (i % *stride == 0)
      groups.emplace_back();
    else if (entry.first != ordered[i - 1].first + 1)
      return {};
    groups.back().push_back(entry.second);
  }
  return groups;
}

void BodyVectorizer::findInterleaved() {
  if (hasCall(loop))
    return;
  for (auto &[buffer, stores] : findOnlyStores(loop))
    llvm::append_range(interleaved,
                       groupStores(stores, loop.getInductionVar()));
}

/// Emits the stores of one group as whole vectors at the last of them. Returns
/// false, having done nothing, for a store of no group.
bool BodyVectorizer::emitInterleaved(affine::AffineStoreOp store) {
  auto *group =
      llvm::find_if(interleaved, [&](const InterleavedStores &stores) {
        return llvm::is_contained(stores, store);
      });
  if (group == interleaved.end())
    return false;
  bool isLast = llvm::none_of(*group, [&](affine::AffineStoreOp other) {
    return store->isBeforeInBlock(other);
  });
  if (!isLast)
    return true;
  Location loc = store.getLoc();
  SmallVector<Value> values =
      llvm::map_to_vector(*group, [&](affine::AffineStoreOp op) {
        return getVector(op.getValueToStore());
      });
  Value buffer = flattenBuffer(builder, loc, store.getMemRef());
  Value first = getPosition(*LinearAccess::get(group->front()));
  int64_t count = values.size();
  for (int64_t vector = 0; vector < count; ++vector) {
    SmallVector<Element> elements;
    for (int64_t i = vector * lanes; i < (vector + 1) * lanes; ++i)
      elements.push_back({i % count, i / count});
    affine::AffineVectorStoreOp::create(
        builder, loc, gatherElements(builder, loc, values, elements), buffer,
        moveBy(builder, loc, {first}, vector * lanes));
  }
  return true;
}

} // namespace tvm::schedule
