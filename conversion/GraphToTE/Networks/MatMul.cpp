// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphMatMul.h"

#include "conversion/GraphToTE/Networks/Windows.h"
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

//===-- matmul ------------------------------------------------------------===//

/// Whether batch dimension `i` (from the last) of a matrix may be larger than
/// 1.
static bool hasBatch(RankedTensorType matrix, int64_t i) {
  int64_t dim = matrix.getRank() - 2 - i;
  return dim >= 0 && matrix.getDimSize(dim) != 1;
}

/// The axes at which a matrix operand is read: its batch dimensions follow
/// the result's, which it broadcasts together with `other`; `inner` and
/// `outer` are the positions of the given axes.
static SmallVector<te::Index>
getMatrixAxes(Definition &d, Value matrix, RankedTensorType other,
              te::Axes batch, te::Extents dims, int64_t inner,
              const te::Index &innerAxis, int64_t outer,
              const te::Index &outerAxis) {
  int64_t rank = cast<RankedTensorType>(matrix.getType()).getRank();
  SmallVector<te::Index> indices(rank, 0);
  int64_t offset = batch.size() - std::max<int64_t>(rank - 2, 0);
  for (int64_t i = 0; i < rank - 2; ++i)
    indices[i] =
        hasBatch(other, rank - 2 - i)
            ? d.broadcastAxis(matrix, i, batch[offset + i], dims[offset + i])
            : batch[offset + i];
  indices[inner] = innerAxis;
  if (outer >= 0)
    indices[outer] = outerAxis;
  return indices;
}

/// The transposed matrices of `b`, in memory.
static Value transposeMatrices(Definition &d, Value b) {
  auto type = cast<RankedTensorType>(b.getType());
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> dims = d.b.dims(b);
  std::swap(dims[rank - 2], dims[rank - 1]);
  return d.b.compute(type.getElementType(), dims, [&](te::Axes axes) {
    SmallVector<te::Index> source(axes);
    std::swap(source[rank - 2], source[rank - 1]);
    return d.b.read(b, source);
  });
}

static FailureOr<SmallVector<Value>> defineMatMul(MatMulOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  // Columns are contiguous here; the layout of weights changes later.
  int64_t innerOfB = op.getInnerDimOfB(), columnOfB = op.getColumnDim();
  Value a = d.operands[0], b = d.operands[1];
  if (op.getTransposeB() && op.getRowDim() >= 0 && !te::isWeight(b)) {
    b = transposeMatrices(d, b);
    std::swap(innerOfB, columnOfB);
  }
  Type element = d.resultElement();
  OpFoldResult inner = d.b.dim(a, op.getInnerDimOfA());
  if (!getConstantIntValue(inner))
    inner = d.b.dim(b, innerOfB);
  bool hasRow = op.getRowDim() >= 0, hasColumn = op.getColumnDim() >= 0;
  size_t numBatch = dims->size() - hasRow - hasColumn;
  auto body = [&](te::Axes axes, te::Axes reduction) {
    te::Axes batch = axes.take_front(numBatch);
    te::Index row = hasRow ? axes[numBatch] : te::Index(0);
    te::Index column = hasColumn ? axes.back() : te::Index(0);
    auto aAxes =
        getMatrixAxes(d, a, op.getB().getType(), batch, *dims,
                      op.getInnerDimOfA(), reduction[0], op.getRowDim(), row);
    auto bAxes =
        getMatrixAxes(d, d.operands[1], op.getA().getType(), batch, *dims,
                      innerOfB, reduction[0], columnOfB, column);
    return d.b.mul(readFactor(d, 0, a, aAxes), readFactor(d, 1, b, bAxes));
  };
  Value product = d.b.reduce(te::Combiner::Sum, getComputeType(element), *dims,
                             inner, body);
  d.setRole(product);
  return SmallVector<Value>{castElements(d, product, element)};
}

//===-- einsum ------------------------------------------------------------===//

static FailureOr<SmallVector<Value>> defineEinsum(EinsumOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  EinsumEquation equation(op.getEquation());
  std::string summed = equation.getSummed();
  Type element = d.operandElement(0), wide = getComputeType(element);
  SmallVector<OpFoldResult> extents;
  for (char letter : summed)
    extents.push_back(getEinsumExtent(d.b.builder, op, letter));
  auto body = [&](te::Axes axes, te::Axes reduction) {
    Value product;
    for (auto [letters, input] : llvm::zip(equation.inputs, d.operands)) {
      SmallVector<te::Index> indices;
      for (auto [i, letter] : llvm::enumerate(letters)) {
        size_t at = equation.output.find(letter);
        bool isSummed = at == StringRef::npos;
        if (isSummed)
          at = summed.find(letter);
        indices.push_back(
            d.broadcastAxis(input, i, isSummed ? reduction[at] : axes[at],
                            isSummed ? extents[at] : (*dims)[at]));
      }
      Value value = readWide(d, input, indices);
      product = product ? d.b.mul(product, value) : value;
    }
    return product;
  };
  if (extents.empty())
    return SmallVector<Value>{d.b.compute(element, *dims, [&](te::Axes axes) {
      return d.b.cast(body(axes, {}), element);
    })};
  Value sum = d.b.reduce(te::Combiner::Sum, wide, *dims, extents, body);
  return SmallVector<Value>{castElements(d, sum, element)};
}

void attachMatMulDefinitions(MLIRContext *context) {
  attachTensor<MatMulOp, defineMatMul>(context);
  attachTensor<EinsumOp, defineEinsum>(context);
}

} // namespace tvm
