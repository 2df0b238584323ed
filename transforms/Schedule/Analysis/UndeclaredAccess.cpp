// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/UndeclaredAccess.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Dependence/LoopConstraints.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The accessed elements of a capture, over the values of a BodyPoints: `sizes`
/// elements from `offsets` on. Empty lists stand for the whole capture.
struct Box {
  unsigned capture;
  SmallVector<AffineExpr> offsets;
  SmallVector<int64_t> sizes;
};

/// The points at which an operation of a body runs. Values are seen from
/// outside of the block, where they are arbitrary.
class BodyPoints {
public:
  BodyPoints(te::BlockOp block, Operation *op);

  /// `map(operands)` in terms of these values.
  SmallVector<AffineExpr> compose(AffineMap map, ValueRange operands);
  /// The subscript `value`, which is less than `end`, a dynamic or positive
  /// size.
  AffineExpr getIndex(OpFoldResult value, int64_t end);
  /// Whether `expr` is from 0 to `size` - 1 at all points.
  bool isBetween(AffineExpr expr, int64_t size) const;

private:
  void addCondition(affine::AffineIfOp condition, bool isElse);
  bool isNever(AffineExpr inequality) const;

  BoundAxes axes;
  MLIRContext *context;
  llvm::SetVector<Value> values;
  // Constraints on the points; some may be left out.
  LoopConstraints constraints;
};
} // namespace

BodyPoints::BodyPoints(te::BlockOp block, Operation *op)
    : axes(block), context(block.getContext()) {
  for (Operation *inner = op; inner != block; inner = inner->getParentOp()) {
    Operation *around = inner->getParentOp();
    if (auto loop = dyn_cast<Loop>(around)) {
      AffineExpr iv = compose(AffineMap::getMultiDimIdentityMap(1, context),
                              loop.getInductionVar())[0];
      constraints.addLoop(loop, iv, [&](AffineMap map, ValueRange operands) {
        return compose(map, operands);
      });
    } else if (auto condition = dyn_cast<affine::AffineIfOp>(around)) {
      addCondition(condition, condition.getElseRegion().isAncestor(
                                  inner->getParentRegion()));
    }
  }
}

SmallVector<AffineExpr> BodyPoints::compose(AffineMap map,
                                            ValueRange operands) {
  SmallVector<Value> composed(operands), outside;
  affine::fullyComposeAffineMapAndOperands(&map, &composed);
  map = axes.leaveBlock(map, composed, outside);
  SmallVector<AffineExpr> dims;
  for (Value value : outside) {
    values.insert(value);
    dims.push_back(
        getAffineDimExpr(llvm::find(values, value) - values.begin(), context));
  }
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : map.getResults())
    exprs.push_back(expr.replaceDims(dims));
  return exprs;
}

void BodyPoints::addCondition(affine::AffineIfOp condition, bool isElse) {
  IntegerSet set = condition.getIntegerSet();
  if (!isElse)
    constraints.addSet(set, condition.getOperands(),
                       [&](AffineMap map, ValueRange operands) {
                         return compose(map, operands);
                       });
  else if (set.getNumConstraints() == 1 && !set.isEq(0))
    constraints.add(
        -compose(getConstraintMap(set), condition.getOperands())[0] - 1);
}

AffineExpr BodyPoints::getIndex(OpFoldResult value, int64_t end) {
  if (auto constant = dyn_cast<Attribute>(value))
    return getAffineConstantExpr(cast<IntegerAttr>(constant).getInt(), context);
  AffineExpr index = compose(AffineMap::getMultiDimIdentityMap(1, context),
                             cast<Value>(value))[0];
  constraints.add(index);
  if (!ShapedType::isDynamic(end))
    constraints.add(end - 1 - index);
  return index;
}

bool BodyPoints::isNever(AffineExpr inequality) const {
  if (!inequality.isPureAffine())
    return false;
  LoopConstraints all = constraints;
  all.add(inequality);
  return all.get(values.size(), 0, context).isIntegerEmpty();
}

bool BodyPoints::isBetween(AffineExpr expr, int64_t size) const {
  expr = simplifyAffineExpr(expr, values.size(), 0);
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0 && constant.getValue() < size;
  return isNever(-expr - 1) && isNever(expr - size);
}

namespace {
/// Compares the accesses of the operations in a block's regions with the
/// accesses that the block declares.
class DeclarationCheck {
public:
  explicit DeclarationCheck(te::BlockOp block) : block(block) {}

  /// Whether `op`, in `region`, accesses declared elements only.
  bool holds(Region &region, Operation *op);

private:
  /// The part of a capture that `view` refers to; nothing where it refers to
  /// none.
  std::optional<Box> getBox(Value view, BodyPoints &points);
  /// Whether `box` lies in one of `regions`.
  bool liesIn(const Box &box, ArrayAttr regions, Region &region,
              BodyPoints &points);
  bool liesIn(const Box &box, te::RegionAttr declared, Region &region,
              BodyPoints &points);
  bool holdsAt(Region &region, Operation *op, Value buffer, bool isWrite,
               AffineMap map, ValueRange subscripts);

  te::BlockOp block;
};
} // namespace

/// The buffer that `view` is derived from, and the outermost view of it.
static std::pair<Value, memref::SubViewOp> getRoot(Value view) {
  memref::SubViewOp outermost;
  while (auto op = view.getDefiningOp<ViewLikeOpInterface>()) {
    outermost = dyn_cast<memref::SubViewOp>(op.getOperation());
    view = op.getViewSource();
  }
  return {view, outermost};
}

/// Whether `view` refers to memory that the block allocates.
static bool isLocal(Value view) {
  Operation *op = getRoot(view).first.getDefiningOp();
  return isa_and_present<memref::AllocOp, memref::AllocaOp>(op);
}

std::optional<Box> DeclarationCheck::getBox(Value view, BodyPoints &points) {
  auto [root, subview] = getRoot(view);
  auto argument = dyn_cast<BlockArgument>(root);
  if (!argument || argument.getOwner()->getParentOp() != block)
    return std::nullopt;
  Box box{argument.getArgNumber() - block.getNumAxes(), {}, {}};
  if (!subview || llvm::any_of(subview.getStaticSizes(), ShapedType::isDynamic))
    return box;
  ArrayRef<int64_t> shape = subview.getSourceType().getShape();
  for (auto [offset, size, stride, end] :
       llvm::zip_equal(subview.getMixedOffsets(), subview.getStaticSizes(),
                       subview.getStaticStrides(), shape)) {
    if (ShapedType::isDynamic(stride) || stride < 1 || size < 1)
      return Box{box.capture, {}, {}};
    box.offsets.push_back(points.getIndex(offset, end));
    box.sizes.push_back((size - 1) * stride + 1);
  }
  return box;
}

bool DeclarationCheck::liesIn(const Box &box, te::RegionAttr declared,
                              Region &region, BodyPoints &points) {
  if (declared.getCapture() != box.capture)
    return false;
  ArrayRef<int64_t> sizes = declared.getSizes().asArrayRef();
  AffineMap map = declared.getOffsets();
  SmallVector<AffineExpr> offsets =
      points.compose(map, region.getArguments().take_front(map.getNumInputs()));
  auto type = cast<MemRefType>(block.getCaptures()[box.capture].getType());
  for (auto [d, offset, size] : llvm::enumerate(offsets, sizes)) {
    if (box.offsets.empty()) { // the whole capture
      if (type.isDynamicDim(d) ||
          !points.isBetween(-offset, size - type.getDimSize(d) + 1))
        return false;
    } else if (!points.isBetween(box.offsets[d] - offset,
                                 size - box.sizes[d] + 1)) {
      return false;
    }
  }
  return true;
}

bool DeclarationCheck::liesIn(const Box &box, ArrayAttr regions, Region &region,
                              BodyPoints &points) {
  return llvm::any_of(regions.getAsRange<te::RegionAttr>(),
                      [&](te::RegionAttr declared) {
                        return liesIn(box, declared, region, points);
                      });
}

bool DeclarationCheck::holdsAt(Region &region, Operation *op, Value buffer,
                               bool isWrite, AffineMap map,
                               ValueRange subscripts) {
  if (isLocal(buffer))
    return true;
  BodyPoints points(block, op);
  std::optional<Box> box = getBox(buffer, points);
  if (!box)
    return false;
  // A subscript of a view lies inside of the view.
  if (isa<BlockArgument>(buffer) && map) {
    box->offsets = points.compose(map, subscripts);
    box->sizes.assign(box->offsets.size(), 1);
  }
  bool isInit = &region == &block.getInit();
  return isWrite ? liesIn(*box, *block.getWrites(), region, points)
                 : !isInit && liesIn(*box, *block.getReads(), region, points);
}

bool DeclarationCheck::holds(Region &region, Operation *op) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return holdsAt(region, op, load.getMemRef(), /*isWrite=*/false,
                   load.getAffineMap(), load.getMapOperands());
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return holdsAt(region, op, store.getMemRef(), /*isWrite=*/true,
                   store.getAffineMap(), store.getMapOperands());
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return true;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::all_of(effects, [&](const auto &effect) {
    Value buffer = effect.getValue();
    bool isWrite = isa<MemoryEffects::Write>(effect.getEffect());
    bool isAccess = isWrite || isa<MemoryEffects::Read>(effect.getEffect());
    return !isAccess || !buffer || !isa<MemRefType>(buffer.getType()) ||
           holdsAt(region, op, buffer, isWrite, {}, {});
  });
}

Operation *findUndeclaredAccess(te::BlockOp block) {
  if (!block.hasRegions())
    return nullptr;
  DeclarationCheck check(block);
  Operation *found = nullptr;
  for (Region *region : {&block.getInit(), &block.getBody()})
    region->walk([&](Operation *op) {
      if (check.holds(*region, op))
        return WalkResult::advance();
      found = op;
      return WalkResult::interrupt();
    });
  return found;
}

} // namespace tvm::schedule
