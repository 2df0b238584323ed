// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphMatMul.h"

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Networks/GraphWindows.h"
#include "dialects/Graph/Shapes/FormatShape.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphMatMul.cpp.inc"

namespace tvm::graph {

//===-- matmul ------------------------------------------------------------===//

/// The positions of a matrix operand's summed dimension and of the other one
/// (-1 in a vector).
struct MatrixDims {
  MatrixDims(int64_t rank, bool isInnerLast)
      : inner(rank == 1     ? 0
              : isInnerLast ? rank - 1
                            : rank - 2),
        outer(rank == 1     ? -1
              : isInnerLast ? rank - 2
                            : rank - 1) {}
  int64_t inner, outer;
};

template <typename Op> static MatrixDims getDimsOfA(Op op) {
  auto type = cast<RankedTensorType>(op.getA().getType());
  return MatrixDims(type.getRank(), !op.getTransposeA());
}

template <typename Op> static MatrixDims getDimsOfB(Op op) {
  auto type = cast<RankedTensorType>(op.getB().getType());
  return MatrixDims(type.getRank(), op.getTransposeB());
}

int64_t MatMulOp::getRowDim() { return getDimsOfA(*this).outer; }
int64_t MatMulOp::getColumnDim() { return getDimsOfB(*this).outer; }
int64_t MatMulOp::getInnerDimOfA() { return getDimsOfA(*this).inner; }
int64_t MatMulOp::getInnerDimOfB() { return getDimsOfB(*this).inner; }

static ArrayRef<int64_t> getBatch(RankedTensorType type) {
  return type.getShape().drop_back(std::min<int64_t>(type.getRank(), 2));
}

Precision MatMulOp::getPrecision() { return Precision::Narrow; }

LogicalResult MatMulOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  auto a = cast<RankedTensorType>(adaptor.getA().getType());
  auto b = cast<RankedTensorType>(adaptor.getB().getType());
  Type element = getProductElement(a.getElementType(), b.getElementType());
  if (a.getRank() == 0 || b.getRank() == 0 || !element) // C1
    return emitOptionalError(
        loc, "expected matrices or vectors of one element type, got ", a,
        " and ", b);
  if ((adaptor.getTransposeA() && a.getRank() == 1) ||
      (adaptor.getTransposeB() && b.getRank() == 1)) // C2
    return emitOptionalError(loc, "cannot transpose a vector");
  MatrixDims dimsOfA = getDimsOfA(adaptor), dimsOfB = getDimsOfB(adaptor);
  int64_t inner = a.getDimSize(dimsOfA.inner);
  int64_t other = b.getDimSize(dimsOfB.inner);
  if (!ShapedType::isDynamic(inner) && !ShapedType::isDynamic(other) &&
      inner != other) // C3
    return emitOptionalError(loc, "expected equal inner dimensions, got ",
                             inner, " and ", other);
  auto shape = broadcastShapes(getBatch(a), getBatch(b));
  if (!shape) // C4
    return emitOptionalError(loc, "cannot broadcast batch [",
                             formatShape(getBatch(a)), "] with [",
                             formatShape(getBatch(b)), "]");
  if (dimsOfA.outer >= 0)
    shape->push_back(a.getDimSize(dimsOfA.outer));
  if (dimsOfB.outer >= 0)
    shape->push_back(b.getDimSize(dimsOfB.outer));
  types.push_back(RankedTensorType::get(*shape, element));
  return success();
}

LogicalResult MatMulOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  auto a = getDims(builder, getLoc(), getA());
  auto b = getDims(builder, getLoc(), getB());
  size_t batchA = a.size() - std::min<size_t>(a.size(), 2);
  size_t batchB = b.size() - std::min<size_t>(b.size(), 2);
  SmallVector<OpFoldResult> shape =
      broadcastDims(builder, getLoc(), ArrayRef(a).take_front(batchA),
                    ArrayRef(b).take_front(batchB));
  if (getRowDim() >= 0)
    shape.push_back(a[getRowDim()]);
  if (getColumnDim() >= 0)
    shape.push_back(b[getColumnDim()]);
  shapes.assign(1, shape);
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

//===-- einsum ------------------------------------------------------------===//

EinsumEquation::EinsumEquation(StringRef equation) {
  auto [operands, result] = equation.split("->");
  operands.split(inputs, ',');
  output = result;
}

std::string EinsumEquation::getSummed() const {
  std::string summed;
  for (StringRef input : inputs)
    for (char letter : input)
      if (!output.contains(letter) && !StringRef(summed).contains(letter))
        summed += letter;
  return summed;
}

/// Sizes by letter; C1, C3 and C4 of the operands.
static LogicalResult collectSizes(std::optional<Location> loc,
                                  const EinsumEquation &equation,
                                  ValueRange inputs,
                                  std::map<char, int64_t> &sizes) {
  if (inputs.empty() || equation.inputs.size() != inputs.size())
    return emitOptionalError(loc, "expected an equation of ", inputs.size(),
                             " terms, got ", equation.inputs.size());
  Type first = getElementTypeOrSelf(inputs.front());
  for (auto [letters, input] : llvm::zip(equation.inputs, inputs)) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getRank() != static_cast<int64_t>(letters.size()) ||
        !llvm::all_of(letters, llvm::isAlpha))
      return emitOptionalError(loc, "expected ", type.getRank(),
                               " letters for an operand, got '", letters, "'");
    if (type.getElementType() != first)
      return emitOptionalError(loc, "expected operands of element type ", first,
                               ", got ", type);
    for (auto [letter, size] : llvm::zip(letters, type.getShape())) {
      int64_t &known = sizes.try_emplace(letter, size).first->second;
      if (known == 1 || (ShapedType::isDynamic(known) && size != 1))
        known = size;
      else if (size != 1 && size != known && !ShapedType::isDynamic(size))
        return emitOptionalError(loc, "expected one size of dimension '",
                                 std::string(1, letter), "', got ", known,
                                 " and ", size);
    }
  }
  return success();
}

Precision EinsumOp::getPrecision() { return Precision::Narrow; }

LogicalResult EinsumOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  EinsumEquation equation(adaptor.getEquation());
  std::map<char, int64_t> sizes;
  if (failed(collectSizes(loc, equation, adaptor.getInputs(), sizes)))
    return failure();
  SmallVector<int64_t> shape;
  for (char letter : equation.output) {
    if (!sizes.count(letter) || equation.output.count(letter) != 1) // C2
      return emitOptionalError(loc, "expected result letters that occur in ",
                               "an operand, once each, got '", equation.output,
                               "'");
    shape.push_back(sizes[letter]);
  }
  types.push_back(RankedTensorType::get(
      shape, getElementTypeOrSelf(adaptor.getInputs().front())));
  return success();
}

LogicalResult EinsumOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  EinsumEquation equation(getEquation());
  SmallVector<OpFoldResult> shape;
  for (char letter : equation.output)
    shape.push_back(getEinsumExtent(builder, *this, letter));
  shapes.assign(1, shape);
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

OpFoldResult getEinsumExtent(OpBuilder &builder, EinsumOp op, char letter) {
  EinsumEquation equation(op.getEquation());
  SmallVector<OpFoldResult> extent{builder.getIndexAttr(1)};
  for (auto [letters, input] : llvm::zip(equation.inputs, op.getInputs()))
    for (auto [i, other] : llvm::enumerate(letters))
      if (other == letter)
        extent = broadcastDims(builder, op.getLoc(), extent,
                               getDim(builder, op.getLoc(), input, i));
  return extent.front();
}

//===-- det ---------------------------------------------------------------===//

FailureOr<SymbolicShape> DetOp::inferShape(Adaptor adaptor, ShapeValues &values,
                                           std::optional<Location> loc) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  ArrayRef<int64_t> matrix = type.getShape().take_back(2);
  if (matrix.size() < 2 || failed(verifyCompatibleDims(matrix))) // C1
    return emitOptionalError(loc, "expected square matrices, got ", type);
  SymbolicShape shape = values.getDims(adaptor.getX());
  shape.pop_back_n(2);
  return shape;
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerMatMulOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Networks/GraphMatMul.cpp.inc"
      >();
}
