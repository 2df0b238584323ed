// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/UndeclaredAccess.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

static bool isArgument(te::BlockOp block, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner()->getParentOp() == block;
}

BoundAxes::BoundAxes(te::BlockOp block)
    : block(block), bindings(block.getBindings()), values(block.getIters()) {
  affine::fullyComposeAffineMapAndOperands(&bindings, &values);
  bindings = asDims(bindings);
}

AffineMap BoundAxes::leaveBlock(AffineMap map, ValueRange operands,
                                SmallVectorImpl<Value> &outside) {
  outside.assign(values.begin(), values.end());
  SmallVector<AffineExpr> replacements;
  for (Value operand : operands) {
    unsigned numAxes = block.getNumAxes();
    bool isOfBlock = isArgument(block, operand);
    unsigned position =
        isOfBlock ? cast<BlockArgument>(operand).getArgNumber() : 0;
    if (isOfBlock && position < numAxes) {
      replacements.push_back(bindings.getResult(position));
      continue;
    }
    replacements.push_back(
        getAffineDimExpr(outside.size(), block.getContext()));
    outside.push_back(isOfBlock ? block.getCaptures()[position - numAxes]
                                : operand);
  }
  AffineMap composed =
      asDims(map).replaceDimsAndSymbols(replacements, {}, outside.size(), 0);
  // The values of the bindings are composed, so only others can need it.
  if (outside.size() > values.size())
    affine::fullyComposeAffineMapAndOperands(&composed, &outside);
  affine::canonicalizeMapAndOperands(&composed, &outside);
  return asDims(composed);
}

AffineMap BoundAxes::leaveBody(AffineMap map, ValueRange operands,
                               SmallVectorImpl<Value> &outside) {
  if (!llvm::all_of(operands,
                    [&](Value operand) { return isArgument(block, operand); }))
    return {};
  return leaveBlock(map, operands, outside);
}

/// Whether `op` in a body accesses no memory by itself. Operations nested in it
/// may.
static bool isHarmless(Operation *op) {
  return isMemoryEffectFree(op) ||
         op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         isa<affine::AffinePrefetchOp, memref::PrefetchOp>(op);
}

/// The access that `op` makes, or nothing if it makes none. The access has no
/// buffer where its effects are unknown, and no subscripts where `axes` is
/// null.
static std::optional<Access> getAccess(te::BlockOp block, BoundAxes *axes,
                                       Operation *op) {
  Value memref;
  AffineMap map;
  ValueRange subscripts;
  bool isWrite = false;
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    memref = load.getMemRef();
    map = load.getAffineMap();
    subscripts = load.getMapOperands();
  } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    memref = store.getMemRef();
    map = store.getAffineMap();
    subscripts = store.getMapOperands();
    isWrite = true;
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    memref = load.getMemRef();
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    memref = store.getMemRef();
    isWrite = true;
  } else if (isHarmless(op)) {
    return std::nullopt;
  } else {
    return Access{block, op, {}, /*isWrite=*/true, {}, {}};
  }
  Access access{block, op, {}, isWrite, {}, {}};
  auto argument = dyn_cast<BlockArgument>(memref);
  if (argument && argument.getOwner()->getParentOp() == block)
    access.buffer =
        block.getCaptures()[argument.getArgNumber() - block.getNumAxes()];
  if (map && axes)
    access.map = axes->leaveBody(map, subscripts, access.operands);
  access.isGuarded = op->getParentOp() != block;
  return access;
}

/// Appends the regions that `block` declares, as seen at the end of `region`.
static void addRegions(te::BlockOp block, BoundAxes *axes, Region &region,
                       ArrayAttr boxes, bool isWrite,
                       SmallVectorImpl<Access> &accesses) {
  Operation *end = region.front().getTerminator();
  ArrayRef<BlockArgument> arguments = region.getArguments();
  for (auto box : boxes.getAsRange<te::RegionAttr>()) {
    AffineMap offsets = box.getOffsets();
    SmallVector<Value> operands(
        arguments.take_front(offsets.getNumDims() + offsets.getNumSymbols()));
    Access access{block,   end, block.getCaptures()[box.getCapture()],
                  isWrite, {},  {}};
    if (axes)
      access.map = axes->leaveBody(offsets, operands, access.operands);
    access.sizes.assign(box.getSizes().asArrayRef().begin(),
                        box.getSizes().asArrayRef().end());
    accesses.push_back(std::move(access));
  }
}

static SmallVector<Access> getDeclaredAccesses(te::BlockOp block,
                                               BoundAxes *axes) {
  SmallVector<Access> accesses;
  if (!block.getInit().empty())
    addRegions(block, axes, block.getInit(), *block.getWrites(),
               /*isWrite=*/true, accesses);
  addRegions(block, axes, block.getBody(), *block.getReads(), /*isWrite=*/false,
             accesses);
  addRegions(block, axes, block.getBody(), *block.getWrites(), /*isWrite=*/true,
             accesses);
  return accesses;
}

/// The accesses of `block`, without subscripts where `axes` is null.
static SmallVector<Access> getAccesses(te::BlockOp block, BoundAxes *axes) {
  if (block.hasRegions())
    return getDeclaredAccesses(block, axes);
  SmallVector<Access> accesses;
  for (Region *region : {&block.getInit(), &block.getBody()})
    region->walk([&](Operation *op) {
      if (std::optional<Access> access = getAccess(block, axes, op))
        accesses.push_back(std::move(*access));
    });
  return accesses;
}

SmallVector<Access> getAccesses(te::BlockOp block) {
  BoundAxes axes(block);
  return getAccesses(block, &axes);
}

SmallVector<Touch> getTouches(te::BlockOp block) {
  SmallVector<Touch> touches;
  for (const Access &access : getAccesses(block, /*axes=*/nullptr))
    touches.push_back({access.buffer, access.isWrite});
  return touches;
}

/// Whether `op` has no effects outside of itself, or known ones, and its nested
/// operations always run. The bounds of loops are examined.
static bool isTransparent(Operation *op) {
  if (op->getNumRegions() != 0) {
    auto hasBlock = [&] {
      return op->walk([](te::BlockOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
    };
    // Nested operations, such as guarded prefetches, are examined on their own.
    return isa<Loop, FunctionOpInterface>(op) ||
           (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() && !hasBlock());
  }
  return isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() ||
         isa<memref::AllocOp, memref::AllocaOp, affine::AffinePrefetchOp,
             memref::PrefetchOp>(op);
}

/// Whether a global that is not constant has other names in its function, or is
/// one in each iteration of a loop. A function by itself, as rules see it, does
/// not say whether a global is constant.
static bool hasOtherNames(memref::GetGlobalOp global) {
  auto symbol = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      global, global.getNameAttr());
  if (symbol && symbol.getConstant())
    return false;
  auto function = global->getParentOfType<FunctionOpInterface>();
  if (!function || global->getParentOp() != function)
    return true;
  return function
      ->walk([&](memref::GetGlobalOp other) {
        return other != global && other.getName() == global.getName()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `buffer` may alias other buffers. Arguments of a kernel do not
/// overlap.
static bool isView(Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return !isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  Operation *op = buffer.getDefiningOp();
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return hasOtherNames(global);
  return !isa<memref::AllocOp, memref::AllocaOp>(op);
}

MemoryUse getMemoryUse(Operation *root) {
  MemoryUse use;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto block = dyn_cast<te::BlockOp>(op)) {
      for (Access &access : getAccesses(block)) {
        if (!access.buffer || isView(access.buffer))
          use.opaque = access.op;
        use.accesses.push_back(std::move(access));
      }
      if (Operation *undeclared = findUndeclaredAccess(block))
        use.opaque = undeclared;
      return WalkResult::skip();
    }
    if (!isTransparent(op))
      use.opaque = op;
    return WalkResult::advance();
  });
  return use;
}

SmallVector<Value> getReadBuffers(te::BlockOp block) {
  llvm::SetVector<Value> read;
  SmallVector<Touch> touches = getTouches(block);
  for (Value capture : block.getCaptures()) {
    bool isRead = false, isWritten = false;
    for (const Touch &touch : touches)
      if (touch.buffer == capture)
        (touch.isWrite ? isWritten : isRead) = true;
    if (isRead && !isWritten)
      read.insert(capture);
  }
  return read.takeVector();
}

bool isCopy(te::BlockOp block) {
  Block &body = block.getBody().front();
  auto load = dyn_cast<affine::AffineLoadOp>(body.front());
  auto store = dyn_cast_or_null<affine::AffineStoreOp>(
      load ? load->getNextNode() : nullptr);
  return store && store.getValueToStore() == load.getResult() &&
         store->getNextNode() == body.getTerminator() && !block.hasReduction();
}

AffineExpr getLinearPosition(MemRefType type, AffineMap map) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return {};
  AffineExpr position = getAffineConstantExpr(0, map.getContext());
  for (auto [size, subscript] :
       llvm::zip_equal(type.getShape(), map.getResults()))
    position = position * size + subscript;
  // Flattening cancels (i floordiv 4) * 4 + i mod 4.
  return simplifyAffineExpr(position, map.getNumDims(), map.getNumSymbols());
}

std::optional<int64_t> getLinearStride(const Access &access, Value variable) {
  auto type = dyn_cast<MemRefType>(access.buffer.getType());
  AffineExpr linear =
      type && access.map ? getLinearPosition(type, access.map) : AffineExpr();
  if (!linear)
    return std::nullopt;
  MLIRContext *context = variable.getContext();
  unsigned numDims = access.map.getNumDims();
  for (auto [i, operand] : llvm::enumerate(access.operands))
    if (operand == variable) {
      AffineExpr dim = getAffineDimExpr(i, context);
      auto stride = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
          linear.replace(dim, dim + 1) - linear, numDims, 0));
      if (!stride)
        return std::nullopt;
      return stride.getValue();
    }
  return 0;
}

/// Whether the `size` elements from `expr` on determine the value of `axis`:
/// they differ for each value and depend on no other axis. `expr` is over the
/// arguments of a region.
static bool tellsAxis(te::BlockOp block, AffineExpr expr, int64_t size,
                      unsigned axis, unsigned numDims) {
  for (unsigned other = 0; other < block.getNumAxes(); ++other)
    if (other != axis && expr.isFunctionOfDim(other))
      return false;
  AffineExpr dim = getAffineDimExpr(axis, block.getContext());
  auto step = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(expr.replace(dim, dim + 1) - expr, numDims, 0));
  return step && std::abs(step.getValue()) >= size;
}

/// Whether each point of the spatial axes has its own elements. `map` is over
/// the arguments of a region; `sizes` is empty for one element.
static bool hasElementPerPoint(te::BlockOp block, AffineMap map,
                               ArrayRef<int64_t> sizes = {}) {
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    if (!block.isReduction(axis) &&
        !isa<AffineConstantExpr>(block.getBindings().getResult(axis)) &&
        llvm::none_of(llvm::enumerate(map.getResults()), [&](auto result) {
          return tellsAxis(block, result.value(),
                           sizes.empty() ? 1 : sizes[result.index()], axis,
                           map.getNumDims());
        }))
      return false;
  return true;
}

/// isAccumulator for a block that declares its regions.
static bool isDeclaredAccumulator(te::BlockOp block, Value buffer) {
  te::RegionAttr common;
  for (ArrayAttr regions : {*block.getReads(), *block.getWrites()})
    for (auto region : regions.getAsRange<te::RegionAttr>()) {
      if (block.getCaptures()[region.getCapture()] != buffer)
        continue;
      if (common && common != region)
        return false;
      common = region;
    }
  AffineMap map = asDims(common.getOffsets());
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    if (block.isReduction(axis) && map.isFunctionOfDim(axis))
      return false;
  return hasElementPerPoint(block, map, common.getSizes());
}

/// Whether all accesses of `block` to `buffer` have the same subscripts, which
/// use spatial axes only, and the body reads it once, to combine it.
static bool isAccumulator(te::BlockOp block, Value buffer) {
  AffineMap common;
  for (Region *region : {&block.getInit(), &block.getBody()}) {
    bool isRead = false;
    WalkResult result = region->walk([&](Operation *op) {
      AffineMap map;
      OperandRange operands = op->getOperands();
      Value memref;
      if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
        map = load.getAffineMap();
        operands = load.getMapOperands();
        memref = load.getMemRef();
      } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
        map = store.getAffineMap();
        operands = store.getMapOperands();
        memref = store.getMemRef();
      } else if (!isa<memref::LoadOp, memref::StoreOp>(op)) {
        return WalkResult::advance();
      } else {
        memref = op->getOperand(isa<memref::StoreOp>(op) ? 1 : 0);
      }
      auto argument = cast<BlockArgument>(memref);
      if (block.getCaptures()[argument.getArgNumber() - block.getNumAxes()] !=
          buffer)
        return WalkResult::advance();
      if (!map || (isa<affine::AffineLoadOp>(op) && isRead))
        return WalkResult::interrupt();
      isRead |= isa<affine::AffineLoadOp>(op);
      // Subscripts over the arguments of the region, which both regions share.
      SmallVector<AffineExpr> arguments;
      for (Value operand : operands) {
        auto axis = dyn_cast<BlockArgument>(operand);
        if (!axis || axis.getOwner()->getParentOp() != block)
          return WalkResult::interrupt();
        unsigned position = axis.getArgNumber();
        if (position < block.getNumAxes() && block.isReduction(position))
          return WalkResult::interrupt();
        arguments.push_back(getAffineDimExpr(position, block.getContext()));
      }
      AffineMap over = asDims(map).replaceDimsAndSymbols(
          arguments, {}, block.getBody().getNumArguments(), 0);
      if ((common && common != over) || !hasElementPerPoint(block, over))
        return WalkResult::interrupt();
      common = over;
      return WalkResult::advance();
    });
    if (result.wasInterrupted() || (region == &block.getBody() && !isRead))
      return false;
  }
  return true;
}

bool isReductionPair(const Access &first, const Access &second) {
  te::BlockOp block = first.block;
  if (block != second.block || first.buffer != second.buffer ||
      !block.hasReduction())
    return false;
  // Partial results that are stored elsewhere depend on the order.
  return llvm::all_of(getTouches(block), [&](const Touch &touch) {
    return !touch.isWrite ||
           (block.hasRegions() ? isDeclaredAccumulator(block, touch.buffer)
                               : isAccumulator(block, touch.buffer));
  });
}

} // namespace tvm::schedule
