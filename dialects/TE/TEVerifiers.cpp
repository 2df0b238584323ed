// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/Divisors.h"
#include "dialects/TE/TEOps.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::te {

/// The element types of `op`'s results.
static SmallVector<Type> elementTypes(TypeRange types) {
  return llvm::map_to_vector(types,
                             [](Type t) { return getElementTypeOrSelf(t); });
}

static LogicalResult verifyYield(Operation *op, Region &region,
                                 TypeRange expected) {
  auto yield = dyn_cast_or_null<YieldOp>(
      region.front().empty() ? nullptr : &region.front().back());
  if (!yield)
    return op->emitOpError("expected a region that ends with te.yield");
  if (yield.getOperandTypes() != expected)
    return yield.emitOpError("expected values of types ")
           << expected << ", got " << yield.getOperandTypes();
  return success();
}

static LogicalResult verifyCombine(ComputeOp op, TypeRange elements) {
  if (op.getCombine().empty())
    return success();
  SmallVector<Type> arguments(elements);
  arguments.append(elements.begin(), elements.end());
  if (op.getCombine().getArgumentTypes() != TypeRange(arguments))
    return op.emitOpError("expected a combine region with arguments ")
           << arguments << ", got " << op.getCombine().getArgumentTypes();
  if (op.getIdentity().getTypes() != elements)
    return op.emitOpError("expected identity values of types ")
           << elements << ", got " << op.getIdentity().getTypes();
  return verifyYield(op, op.getCombine(), elements);
}

static LogicalResult verifyShapes(ComputeOp op) {
  ArrayRef<int64_t> spatial =
      op.getStaticExtents().take_front(op.getNumSpatial());
  for (Type type : op.getResultTypes()) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
    if (shape.size() != spatial.size()) // C2
      return op.emitOpError("expected results of rank ")
             << spatial.size() << ", got " << type;
    for (auto [size, extent] : llvm::zip(shape, spatial))
      if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(extent) &&
          size != extent)
        return op.emitOpError("expected a dimension of ")
               << extent << ", got " << type;
  }
  return success();
}

LogicalResult ComputeOp::verifyRegions() {
  if (getNumSpatial() < 0 || getNumSpatial() > getStaticExtents().size())
    return emitOpError("expected at most ")
           << getStaticExtents().size() << " spatial axes, got "
           << getNumSpatial();
  auto dynamic = llvm::count_if(getStaticExtents(), ShapedType::isDynamic);
  if (dynamic != static_cast<int64_t>(getExtents().size())) // C1
    return emitOpError("expected ")
           << dynamic << " dynamic extents, got " << getExtents().size();
  if (getBody().getNumArguments() != getNumAxes() ||
      !llvm::all_of(getBody().getArgumentTypes(), llvm::IsaPred<IndexType>))
    return emitOpError("expected one index argument per axis");
  bool combines = getCombiner().has_value() || !getCombine().empty();
  if (combines != (getNumReduction() > 0) ||
      (getCombiner() && !getCombine().empty())) // C4
    return emitOpError("expected one combiner exactly where there are "
                       "reduction axes");
  if (getCommutative() && getCombine().empty()) // C5
    return emitOpError("expected a combine region that is commutative");
  SmallVector<Type> elements = elementTypes(getResultTypes());
  if (failed(verifyShapes(*this)) || failed(verifyCombine(*this, elements)))
    return failure();
  return verifyYield(*this, getBody(), elements); // C3
}

/// (C3) for an empty dimension, which has no valid subscripts and is never
/// read.
static LogicalResult verifyConstantSubscripts(ReadOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  for (auto [size, expr] :
       llvm::zip(type.getShape(), op.getMap().getResults())) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant || op.getPadding() || size == 0)
      continue;
    int64_t at = constant.getValue();
    if (at < 0 || (!ShapedType::isDynamic(size) && at >= size))
      return op.emitOpError("expected subscripts inside of ")
             << type << ", got " << at;
  }
  return success();
}

LogicalResult ReadOp::verify() {
  int64_t rank = cast<RankedTensorType>(getTensor().getType()).getRank();
  AffineMap map = getMap();
  if (map.getNumResults() != rank) // C1
    return emitOpError("expected ")
           << rank << " subscripts, got " << map.getNumResults();
  if (map.getNumInputs() != getIndices().size())
    return emitOpError("expected ")
           << map.getNumInputs() << " map operands, got "
           << getIndices().size();
  if (!dividesByPositive(map)) // C2
    return refuseDivisor(*this);
  return verifyConstantSubscripts(*this);
}

LogicalResult ScanOp::verifyRegions() {
  SmallVector<Type> arguments{IndexType::get(getContext())};
  llvm::append_range(arguments, getInit().getTypes());
  if (getBody().getArgumentTypes() != TypeRange(arguments)) // C1
    return emitOpError("expected body arguments of types ")
           << arguments << ", got " << getBody().getArgumentTypes();
  if (getNumResults() != getInit().size())
    return emitOpError("expected one result per state");
  for (auto [result, state] : llvm::zip(getResultTypes(), getInit())) {
    auto type = cast<RankedTensorType>(result);
    auto stateType = cast<RankedTensorType>(state.getType());
    if (type == stateType)
      continue;
    if (type.getRank() == 0 ||
        type.getShape().drop_front() != stateType.getShape() ||
        type.getElementType() != stateType.getElementType()) // C2
      return emitOpError("expected a result that is or stacks ")
             << stateType << ", got " << type;
  }
  return verifyYield(*this, getBody(), getInit().getTypes());
}

LogicalResult ExternOp::verify() {
  if (getNumResults() == 0) // C2
    return emitOpError("expected at least one result");
  int64_t dynamic = 0;
  for (Type type : getResultTypes())
    dynamic += cast<RankedTensorType>(type).getNumDynamicDims();
  if (dynamic != static_cast<int64_t>(getExtents().size())) // C1
    return emitOpError("expected ")
           << dynamic << " extents, got " << getExtents().size();
  return success();
}

/// (C6)
static LogicalResult verifyRegionAttr(BlockOp op, RegionAttr region) {
  auto type = region.getCapture() < op.getCaptures().size()
                  ? dyn_cast<MemRefType>(
                        op.getCaptures()[region.getCapture()].getType())
                  : MemRefType();
  if (!type)
    return op.emitOpError("expected a region of a captured memref, got ")
           << region;
  AffineMap offsets = region.getOffsets();
  ArrayRef<int64_t> sizes = region.getSizes();
  auto rank = static_cast<size_t>(type.getRank());
  if (offsets.getNumResults() != rank || sizes.size() != rank ||
      llvm::any_of(sizes, [](int64_t size) { return size < 1; }))
    return op.emitOpError("expected an offset and a positive size per "
                          "dimension of ")
           << type << ", got " << region;
  bool isOverArguments = offsets.getNumDims() == op.getNumAxes() &&
                         offsets.getNumSymbols() <= op.getCaptures().size();
  for (unsigned i = 0; isOverArguments && i < offsets.getNumSymbols(); ++i)
    isOverArguments = !offsets.isFunctionOfSymbol(i) ||
                      op.getCaptures()[i].getType().isIndex();
  if (!isOverArguments)
    return op.emitOpError("expected offsets over ")
           << op.getNumAxes() << " axes and captured indices, got " << region;
  if (!dividesByPositive(offsets)) // C8
    return refuseDivisor(op);
  return success();
}

static LogicalResult verifyAccesses(BlockOp op) {
  if (op.getReads().has_value() != op.getWrites().has_value()) // C5
    return op.emitOpError("expected reads and writes, or neither");
  if (!op.hasRegions())
    return success();
  for (ArrayAttr regions : {*op.getReads(), *op.getWrites()})
    for (auto region : regions.getAsRange<RegionAttr>())
      if (failed(verifyRegionAttr(op, region)))
        return failure();
  return success();
}

/// (C7)
static LogicalResult verifyCombine(BlockOp op) {
  Region &combine = op.getCombine();
  ArrayAttr identity = op.getIdentityAttr();
  if ((identity != nullptr) == combine.empty())
    return op.emitOpError("expected a combine region with an identity");
  if (combine.empty())
    return success();
  SmallVector<Type> types;
  for (Attribute value : identity)
    types.push_back(cast<TypedAttr>(value).getType());
  SmallVector<Type> arguments(types);
  arguments.append(types);
  if (combine.getArgumentTypes() != TypeRange(arguments))
    return op.emitOpError("expected a combine region with arguments ")
           << arguments << ", got " << combine.getArgumentTypes();
  for (Operation &inner : combine.front())
    if (!isMemoryEffectFree(&inner))
      return inner.emitOpError("expected no side effects where values are "
                               "combined");
  return verifyYield(op, combine, types);
}

LogicalResult BlockOp::verifyRegions() {
  if (getBindings().getNumResults() != getNumAxes()) // C1
    return emitOpError("expected ") << getNumAxes() << " bindings, got "
                                    << getBindings().getNumResults();
  if (getBindings().getNumInputs() != getIters().size())
    return emitOpError("expected ")
           << getBindings().getNumInputs() << " binding operands, got "
           << getIters().size();
  if (IntegerSet set = getPredicate().value_or(IntegerSet());
      set && (set.getNumDims() != getBindings().getNumDims() ||
              set.getNumSymbols() != getBindings().getNumSymbols())) // C4
    return emitOpError("expected a predicate of ")
           << getBindings().getNumDims() << " dims and "
           << getBindings().getNumSymbols() << " symbols, got "
           << set.getNumDims() << " and " << set.getNumSymbols();
  if (!dividesByPositive(getBindings()) ||
      (getPredicate() && !dividesByPositive(*getPredicate()))) // C8
    return refuseDivisor(*this);
  SmallVector<Type> arguments(getNumAxes(), IndexType::get(getContext()));
  llvm::append_range(arguments, getCaptures().getTypes());
  for (Region *region : {&getInit(), &getBody()}) {
    if (region->empty())
      continue;
    if (region->getArgumentTypes() != TypeRange(arguments)) // C2
      return emitOpError("expected region arguments of types ")
             << arguments << ", got " << region->getArgumentTypes();
    if (failed(verifyYield(*this, *region, TypeRange())))
      return failure();
  }
  if (!getInit().empty() && !hasReduction()) // C3
    return emitOpError("expected a reduction axis beside an init region");
  if (failed(verifyCombine(*this)))
    return failure();
  return verifyAccesses(*this);
}

} // namespace tvm::te
