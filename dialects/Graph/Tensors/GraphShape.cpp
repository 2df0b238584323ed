// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registration, and operators that keep the elements and their order.

#include "dialects/Graph/Tensors/GraphShape.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphShape.cpp.inc"

void tvm::graph::GraphDialect::registerShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphShape.cpp.inc"
      >();
}

namespace tvm::graph {

static int64_t getRank(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getRank();
}

//===-- transpose ---------------------------------------------------------===//

FailureOr<SymbolicShape> TransposeOp::inferShape(Adaptor adaptor,
                                                 ShapeValues &values,
                                                 std::optional<Location> loc) {
  int64_t rank = getRank(adaptor.getX());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (static_cast<int64_t>(permutation.size()) != rank ||
      !isPermutationVector(permutation)) // C1
    return emitOptionalError(loc, "expected a permutation of ", rank,
                             " dimensions, got [", permutation, "]");
  SymbolicShape shape;
  for (int64_t dim : permutation)
    shape.push_back(values.getDim(adaptor.getX(), dim));
  return shape;
}

//===-- reshape -----------------------------------------------------------===//

namespace {
/// The element of a reshape's shape that others decide.
struct Inferred {
  int64_t position = -1;
  /// Whether an element is known only at run time, which may be -1 then.
  bool atRunTime = false;
};
} // namespace

static std::optional<int64_t> getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

/// Replaces zeros by dimensions of `x`; finds the -1.
static FailureOr<Inferred> resolveElements(ReshapeOp::Adaptor adaptor,
                                           ShapeValues &values,
                                           std::optional<Location> loc,
                                           SymbolicShape &shape) {
  Inferred inferred;
  int64_t rank = getRank(adaptor.getX());
  for (auto [i, element] : llvm::enumerate(shape)) {
    int64_t position = i;
    auto constant = getConstant(element);
    if (constant == -1) {
      if (inferred.position >= 0) // C2
        return emitOptionalError(loc, "expected at most one -1 in a shape");
      inferred.position = position;
    } else if (constant && *constant < 0) { // C2
      return emitOptionalError(loc, "expected dimensions of at least -1, got ",
                               *constant);
    } else if (constant == 0 && !adaptor.getAllowZero()) {
      if (position >= rank) // C3
        return emitOptionalError(
            loc, "expected a 0 only where a tensor of rank ", rank,
            " has a dimension to copy, got one at ", position);
      element = values.getDim(adaptor.getX(), position);
    } else if (values.dependsOnData(element)) {
      inferred.atRunTime = true;
      if (position < rank && !adaptor.getAllowZero())
        element = values.ifNegative(
            element, element,
            values.ifNegative(
                element - 1, values.getDim(adaptor.getX(), position), element));
    }
  }
  return inferred;
}

static LogicalResult inferDimension(AffineExpr total, ShapeValues &values,
                                    std::optional<Location> loc,
                                    SymbolicShape &shape, int64_t position) {
  AffineExpr &element = shape[position];
  element = values.constant(1);
  AffineExpr known = values.product(shape);
  auto quotient = values.divide(total, known);
  auto totalSize = getConstant(total), knownSize = getConstant(known);
  if (knownSize == 0)
    quotient = values.constant(0);
  else if (totalSize && knownSize && *totalSize % *knownSize != 0) // C4
    return emitOptionalError(loc, "cannot reshape ", *totalSize,
                             " elements to a multiple of ", *knownSize);
  element = quotient ? *quotient : total.floorDiv(known);
  return success();
}

FailureOr<SymbolicShape> ReshapeOp::inferShape(Adaptor adaptor,
                                               ShapeValues &values,
                                               std::optional<Location> loc) {
  auto elements = values.getElements(adaptor.getShape());
  if (!elements || getRank(adaptor.getShape()) != 1) // C1
    return emitOptionalError(
        loc, "expected a shape of one dimension and known size, got ",
        adaptor.getShape().getType());
  SymbolicShape shape = *elements;
  auto inferred = resolveElements(adaptor, values, loc, shape);
  if (failed(inferred))
    return failure();
  AffineExpr total = values.product(values.getDims(adaptor.getX()));
  if (inferred->position >= 0) {
    if (failed(inferDimension(total, values, loc, shape, inferred->position)))
      return failure();
    return shape;
  }
  AffineExpr product = values.product(shape);
  auto count = getConstant(product), expected = getConstant(total);
  if (count && expected && *count != *expected) // C4
    return emitOptionalError(loc, "cannot reshape ", *expected, " elements to ",
                             *count);
  if (inferred->atRunTime)
    for (AffineExpr &element : shape)
      if (values.dependsOnData(element))
        element = values.ifNegative(element, total.floorDiv(-product), element);
  return shape;
}

//===-- flatten, squeeze, unsqueeze ---------------------------------------===//

FailureOr<SymbolicShape> FlattenOp::inferShape(Adaptor adaptor,
                                               ShapeValues &values,
                                               std::optional<Location> loc) {
  int64_t rank = getRank(adaptor.getX());
  int64_t axis = adaptor.getAxis();
  if (axis < -rank || axis > rank) // C1
    return emitOptionalError(loc, "expected an axis of ", rank,
                             " dimensions, got ", axis);
  axis += axis < 0 ? rank : 0;
  SymbolicShape dims = values.getDims(adaptor.getX());
  return SymbolicShape{
      values.product(ArrayRef<AffineExpr>(dims).take_front(axis)),
      values.product(ArrayRef<AffineExpr>(dims).drop_front(axis))};
}

FailureOr<SymbolicShape> SqueezeOp::inferShape(Adaptor adaptor,
                                               ShapeValues &values,
                                               std::optional<Location> loc) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  auto axes = normalizeAxes(loc, adaptor.getAxes(), type.getRank()); // C1
  if (failed(axes))
    return failure();
  SymbolicShape shape;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!llvm::is_contained(*axes, i)) {
      shape.push_back(values.getDim(adaptor.getX(), i));
      continue;
    }
    if (!type.isDynamicDim(i) && type.getDimSize(i) != 1) // C2
      return emitOptionalError(loc, "cannot drop dimension ", i, " of ",
                               type.getDimSize(i), " elements");
  }
  return shape;
}

FailureOr<SymbolicShape> UnsqueezeOp::inferShape(Adaptor adaptor,
                                                 ShapeValues &values,
                                                 std::optional<Location> loc) {
  int64_t rank = getRank(adaptor.getX()) + adaptor.getAxes().size();
  auto axes = normalizeAxes(loc, adaptor.getAxes(), rank); // C1
  if (failed(axes))
    return failure();
  SymbolicShape shape;
  int64_t source = 0;
  for (int64_t i = 0; i < rank; ++i)
    shape.push_back(llvm::is_contained(*axes, i)
                        ? values.constant(1)
                        : values.getDim(adaptor.getX(), source++));
  return shape;
}

//===-- depth to space, space to depth ------------------------------------===//

template <typename Adaptor>
static LogicalResult verifyBlocks(Adaptor adaptor,
                                  std::optional<Location> loc) {
  int64_t rank = getRank(adaptor.getX());
  if (rank != 4 || adaptor.getBlockSize() < 1 ||
      adaptor.getBlockSize() > (1 << 20)) // C1
    return emitOptionalError(loc,
                             "expected four dimensions and a positive "
                             "block size, got ",
                             rank, " dimensions and ", adaptor.getBlockSize());
  return success();
}

/// `dim / divisor` where that is known to leave no rest.
static FailureOr<AffineExpr> divideExactly(ShapeValues &values,
                                           std::optional<Location> loc,
                                           AffineExpr dim, int64_t divisor) {
  auto size = getConstant(dim);
  if (size && *size % divisor != 0) // C2
    return emitOptionalError(loc, "expected a multiple of ", divisor, ", got ",
                             *size);
  return dim.floorDiv(divisor);
}

FailureOr<SymbolicShape>
DepthToSpaceOp::inferShape(Adaptor adaptor, ShapeValues &values,
                           std::optional<Location> loc) {
  if (failed(verifyBlocks(adaptor, loc)))
    return failure();
  SymbolicShape dims = values.getDims(adaptor.getX());
  int64_t block = adaptor.getBlockSize();
  auto channels = divideExactly(values, loc, dims[1], block * block);
  if (failed(channels))
    return failure();
  return SymbolicShape{dims[0], *channels, dims[2] * block, dims[3] * block};
}

FailureOr<SymbolicShape>
SpaceToDepthOp::inferShape(Adaptor adaptor, ShapeValues &values,
                           std::optional<Location> loc) {
  if (failed(verifyBlocks(adaptor, loc)))
    return failure();
  SymbolicShape dims = values.getDims(adaptor.getX());
  int64_t block = adaptor.getBlockSize();
  auto height = divideExactly(values, loc, dims[2], block);
  auto width = divideExactly(values, loc, dims[3], block);
  if (failed(height) || failed(width))
    return failure();
  return SymbolicShape{dims[0], dims[1] * (block * block), *height, *width};
}

} // namespace tvm::graph
