// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEOps.h"

#include "dialects/TE/TEIntrinsics.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace tvm::te;

#include "dialects/TE/TEEnums.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/TE/TEOps.cpp.inc"

//===-- compute -----------------------------------------------------------===//

void ComputeOp::build(OpBuilder &builder, OperationState &state,
                      TypeRange results, ArrayRef<OpFoldResult> extents,
                      int64_t numSpatial, std::optional<Combiner> combiner) {
  SmallVector<int64_t> staticExtents;
  SmallVector<Value> dynamicExtents;
  dispatchIndexOpFoldResults(extents, dynamicExtents, staticExtents);
  CombinerAttr combinerAttr;
  if (combiner)
    combinerAttr = CombinerAttr::get(builder.getContext(), *combiner);
  build(builder, state, results, dynamicExtents, /*identity=*/ValueRange(),
        builder.getDenseI64ArrayAttr(staticExtents),
        builder.getI64IntegerAttr(numSpatial), combinerAttr,
        /*commutative=*/UnitAttr(), /*tag=*/StringAttr(), /*role=*/RoleAttr());
}

SmallVector<OpFoldResult> ComputeOp::getMixedExtents() {
  return getMixedValues(getStaticExtents(), getExtents(), getContext());
}

YieldOp ComputeOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

LogicalResult
ComputeOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> extents = getMixedExtents();
  extents.truncate(getNumSpatial());
  shapes.assign(getNumResults(), extents);
  return success();
}

//===-- read --------------------------------------------------------------===//

ParseResult ReadOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand tensor, padding;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  AffineMapAttr map;
  RankedTensorType type;
  Type index = parser.getBuilder().getIndexType();
  if (parser.parseOperand(tensor) ||
      parser.parseAffineMapOfSSAIds(indices, map, getMapAttrName(result.name),
                                    result.attributes))
    return failure();
  bool padded = succeeded(parser.parseOptionalKeyword("else"));
  if ((padded && parser.parseOperand(padding)) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(tensor, type, result.operands) ||
      parser.resolveOperands(indices, index, result.operands) ||
      (padded &&
       parser.resolveOperand(padding, type.getElementType(), result.operands)))
    return failure();
  result.addTypes(type.getElementType());
  result.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(indices.size()), padded};
  return success();
}

void ReadOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTensor() << '[';
  printer.printAffineMapOfSSAIds(getMapAttr(), getIndices());
  printer << ']';
  if (getPadding())
    printer << " else " << getPadding();
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getMapAttrName(), getOperandSegmentSizesAttrName()});
  printer << " : " << getTensor().getType();
}

//===-- extern ------------------------------------------------------------===//

SmallVector<OpFoldResult> ExternOp::getMixedDims(unsigned index) {
  int64_t first = 0;
  for (Value before : getResults().take_front(index))
    first += cast<RankedTensorType>(before.getType()).getNumDynamicDims();
  auto type = cast<RankedTensorType>(getResult(index).getType());
  return getMixedValues(type.getShape(), getExtents().drop_front(first),
                        getContext());
}

//===-- yield -------------------------------------------------------------===//

void YieldOp::build(OpBuilder &, OperationState &) {}
