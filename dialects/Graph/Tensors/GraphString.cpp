// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphString.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphString.cpp.inc"

void tvm::graph::GraphDialect::registerStringOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphString.cpp.inc"
      >();
}

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

//===-- strings -----------------------------------------------------------===//

FailureOr<SymbolicShape> StringsOp::inferShape(Adaptor adaptor,
                                               ShapeValues &values,
                                               std::optional<Location> loc) {
  int64_t count = 1;
  SymbolicShape shape;
  for (int64_t size : adaptor.getShape()) {
    if (size < 0 || llvm::MulOverflow(count, size, count))
      return emitOptionalError(loc, "expected a shape, got [",
                               adaptor.getShape(), "]");
    shape.push_back(values.constant(size));
  }
  int64_t found = adaptor.getTexts().size();
  if (found != count) // C1
    return emitOptionalError(loc, "expected ", count, " texts, got ", found);
  return shape;
}

//===-- element by element ------------------------------------------------===//

template <typename Adaptor>
static FailureOr<SymbolicShape> inferPairs(Adaptor adaptor, ShapeValues &values,
                                           std::optional<Location> loc) {
  if (failed(verifyCompatibleShape(adaptor.getX().getType(),
                                   adaptor.getY().getType()))) // C1
    return emitOptionalError(loc, "expected operands of the same shape, got ",
                             adaptor.getX().getType(), " and ",
                             adaptor.getY().getType());
  return values.getDims(adaptor.getX());
}

FailureOr<SymbolicShape>
StringConcatOp::inferShape(Adaptor adaptor, ShapeValues &values,
                           std::optional<Location> loc) {
  return inferPairs(adaptor, values, loc);
}

FailureOr<SymbolicShape>
StringEqualOp::inferShape(Adaptor adaptor, ShapeValues &values,
                          std::optional<Location> loc) {
  return inferPairs(adaptor, values, loc);
}

FailureOr<SymbolicShape>
StringLookupOp::inferShape(Adaptor adaptor, ShapeValues &values,
                           std::optional<Location> loc) {
  if (typeOf(adaptor.getKeys()).getRank() != 1) // C1
    return emitOptionalError(loc, "expected keys of one dimension, got ",
                             adaptor.getKeys().getType());
  return values.getDims(adaptor.getX());
}

//===-- string_normalize --------------------------------------------------===//

/// Room for one string where there is none.
static AffineExpr getNormalizedSize(Value x, ShapeValues &values) {
  return values.max(values.getDim(x, 0), values.constant(1));
}

LogicalResult StringNormalizeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  RankedTensorType x = typeOf(adaptor.getX());
  RankedTensorType stopwords = typeOf(adaptor.getStopwords());
  if (x.getRank() != 1 || stopwords.getRank() != 1) // C1
    return emitOptionalError(loc, "expected operands of one dimension, got ", x,
                             " and ", stopwords);
  ShapeValues values(context);
  auto shape = getStaticShape(getNormalizedSize(adaptor.getX(), values));
  types.push_back(x.clone(*shape));
  types.push_back(RankedTensorType::get({1}, IntegerType::get(context, 64)));
  return success();
}

LogicalResult
StringNormalizeOp::reifyResultShapes(OpBuilder &builder,
                                     ReifiedRankedShapedTypeDims &shapes) {
  ShapeValues values(getContext());
  AffineExpr size = getNormalizedSize(getX(), values);
  shapes.push_back({values.build(builder, getLoc(), size)});
  shapes.push_back({builder.getIndexAttr(1)});
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

//===-- string_split ------------------------------------------------------===//

FailureOr<SymbolicShape>
StringCountPartsOp::inferShape(Adaptor adaptor, ShapeValues &values,
                               std::optional<Location>) {
  return values.getDims(adaptor.getX());
}

FailureOr<SymbolicShape>
StringSplitOp::inferShape(Adaptor adaptor, ShapeValues &values,
                          std::optional<Location> loc) {
  RankedTensorType size = typeOf(adaptor.getSize());
  if (!size.hasStaticShape() || size.getNumElements() != 1) // C1
    return emitOptionalError(loc, "expected one size, got ", size);
  SymbolicShape shape = values.getDims(adaptor.getX());
  shape.push_back(values.getElements(adaptor.getSize())->front());
  return shape;
}

//===-- count_ngrams ------------------------------------------------------===//

/// (C3)
static bool arePools(ArrayRef<int64_t> pool, ArrayRef<int64_t> starts,
                     ArrayRef<int64_t> columns) {
  int64_t count = 0, size = pool.size();
  if (starts.empty() || starts[0] != 0)
    return false;
  for (auto [i, start] : llvm::enumerate(starts)) {
    int64_t end = i + 1 < starts.size() ? starts[i + 1] : size;
    int64_t length = i + 1;
    if (end < start || end > size || (end - start) % length != 0)
      return false;
    count += (end - start) / length;
  }
  return count == static_cast<int64_t>(columns.size()) &&
         llvm::all_of(columns, [](int64_t column) { return column >= 0; });
}

FailureOr<SymbolicShape>
CountNGramsOp::inferShape(Adaptor adaptor, ShapeValues &values,
                          std::optional<Location> loc) {
  RankedTensorType x = typeOf(adaptor.getX());
  ArrayRef<int64_t> range = adaptor.getRange(), columns = adaptor.getColumns();
  if (x.getRank() < 1 || x.getRank() > 2) // C1
    return emitOptionalError(loc, "expected one or two dimensions, got ", x);
  if (range.size() != 3 || range[0] < 1 || range[1] < range[0] ||
      range[2] < 0) // C2
    return emitOptionalError(
        loc, "expected the least and the greatest length and gap, got [", range,
        "]");
  if (!arePools(adaptor.getPool(), adaptor.getStarts(), columns)) // C3
    return emitOptionalError(loc,
                             "expected starts of whole sequences in a "
                             "pool of ",
                             adaptor.getPool().size(),
                             " and a column for "
                             "each, got starts [",
                             adaptor.getStarts(), "] and ", columns.size(),
                             " columns");
  SymbolicShape shape = values.getDims(adaptor.getX());
  shape.back() =
      values.constant(columns.empty() ? 0 : *llvm::max_element(columns) + 1);
  return shape;
}

} // namespace tvm::graph
