// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;
using Compare = te::TEBuilder::Compare;

namespace {
/// Gaussian elimination. Step k makes column k below the diagonal 0 and
/// multiplies the determinant by the diagonal element.
class Elimination {
public:
  Elimination(Definition &d)
      : b(d.b), a{d.b}, x(d.operands[0]),
        type(getComputeType(d.operandElement(0))), dims(b.dims(x)) {}

  /// The determinants, in the type of the computation.
  Value build();

private:
  te::Extents batch() { return te::Extents(dims).drop_back(2); }
  Value readAt(Value matrices, te::Axes batch, te::Index row, te::Index column);
  Value findPivots(const te::Index &k, Value matrices);
  Value swapRows(const te::Index &k, Value matrices, Value pivots);
  Value eliminate(const te::Index &k, Value matrices);
  Value multiply(const te::Index &k, Value products, Value matrices,
                 Value pivots);

  te::TEBuilder &b;
  IndexArithmetic a;
  Value x;
  Type type;
  SmallVector<OpFoldResult> dims;
};
} // namespace

Value Elimination::readAt(Value matrices, te::Axes batch, te::Index row,
                          te::Index column) {
  SmallVector<te::Index> at(batch);
  at.append({row, column});
  return b.read(matrices, at);
}

/// The row, from k on, with the largest element in column k.
Value Elimination::findPivots(const te::Index &k, Value matrices) {
  OpFoldResult rows = *(dims.end() - 2);
  Type i64 = b.builder.getI64Type();
  return b.argReduce(te::Combiner::ArgMax, {type, i64}, batch(), rows,
                     [&](te::Axes at, te::Axes row) -> SmallVector<Value> {
                       Value size = math::AbsFOp::create(
                           b.builder, b.loc, readAt(matrices, at, row[0], k));
                       Value isDone = a.less(b.value(row[0]), b.value(k));
                       return {b.select(isDone, b.constant(type, -1), size),
                               b.value(row[0], i64)};
                     })[1];
}

Value Elimination::swapRows(const te::Index &k, Value matrices, Value pivots) {
  return b.compute(type, dims, [&](te::Axes axes) {
    te::Axes at = axes.drop_back(2);
    Value row = b.value(*(axes.end() - 2));
    Value pivot = a.cast(b.read(pivots, at));
    Value source = b.select(a.equal(row, b.value(k)), pivot,
                            b.select(a.equal(row, pivot), b.value(k), row));
    return readAt(matrices, at, te::Index(source), axes.back());
  });
}

Value Elimination::eliminate(const te::Index &k, Value matrices) {
  return b.compute(type, dims, [&](te::Axes axes) {
    te::Axes at = axes.drop_back(2);
    const te::Index &row = *(axes.end() - 2);
    Value element = b.read(matrices, axes);
    Value pivot = readAt(matrices, at, k, k);
    Value factor = b.div(readAt(matrices, at, row, k), pivot);
    Value next =
        b.sub(element, b.mul(factor, readAt(matrices, at, k, axes.back())));
    Value isKept =
        b.logicalOr(a.less(b.value(row), b.value(k + 1)),
                    b.compare(Compare::EQ, pivot, b.constant(type, 0)));
    return b.select(isKept, element, next);
  });
}

Value Elimination::multiply(const te::Index &k, Value products, Value matrices,
                            Value pivots) {
  return b.compute(type, batch(), [&](te::Axes at) {
    Value factor = readAt(matrices, at, k, k);
    Value isSwapped = b.compare(Compare::NE, b.read(pivots, at),
                                b.value(k, b.builder.getI64Type()));
    Value product = b.mul(b.read(products, at), factor);
    return b.select(isSwapped, b.neg(product), product);
  });
}

Value Elimination::build() {
  Value ones =
      b.compute(type, batch(), [&](te::Axes) { return b.constant(type, 1); });
  Value matrices = b.compute(
      type, dims, [&](te::Axes axes) { return b.cast(b.read(x, axes), type); });
  return b.scan(dims.back(), {ones, matrices}, {false, false},
                [&](const te::Index &k, ValueRange states) {
                  Value pivots = findPivots(k, states[1]);
                  Value swapped = swapRows(k, states[1], pivots);
                  return SmallVector<Value>{
                      multiply(k, states[0], swapped, pivots),
                      eliminate(k, swapped)};
                })[0];
}

static Results defineDet(DetOp, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Value determinants = Elimination(d).build();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        return d.b.cast(d.b.read(determinants, axes), d.resultElement());
      })};
}

void attachDetDefinitions(MLIRContext *context) {
  attachTensor<DetOp, defineDet>(context);
}

} // namespace tvm
