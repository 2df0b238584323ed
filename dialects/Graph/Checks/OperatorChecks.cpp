// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of sizes that are known only when the model runs: the constraints that
// verifiers check where sizes are known before. Operators that compute.

#include "dialects/Graph/Checks/OperatorChecks.h"

#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Networks/GraphNormalization.h"
#include "dialects/Graph/Networks/GraphPooling.h"
#include "dialects/Graph/Networks/GraphRecurrent.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "dialects/Graph/Tensors/GraphReduction.h"

using namespace mlir;

namespace tvm::graph {

OpFoldResult Checks::dim(Value tensor, int64_t i) {
  return getDim(builder, op->getLoc(), tensor, i);
}

OpFoldResult Checks::size(int64_t constant) {
  return builder.getIndexAttr(constant);
}

void Checks::equal(StringRef what, Value lhs, int64_t i, Value rhs, int64_t j) {
  createEqualCheck(builder, op, what, dim(lhs, i), dim(rhs, j));
}

void Checks::shape(StringRef what, Value tensor, ArrayRef<OpFoldResult> sizes) {
  if (!tensor)
    return;
  for (auto [i, expected] : llvm::enumerate(sizes))
    createEqualCheck(builder, op, what, dim(tensor, i), expected);
}

void Checks::broadcastTo(Value from, Value into) {
  if (!from)
    return;
  int64_t extra = getRank(into) - getRank(from);
  for (int64_t i = 0; i < getRank(from); ++i)
    createExpansionCheck(builder, op, dim(from, i), dim(into, i + extra));
}

void Checks::window(const Window &window, Value x, StringRef layoutName) {
  if (window.isSame())
    return;
  TensorLayout layout(layoutName, getRank(x));
  DimMath math(builder, op->getLoc());
  for (int64_t i = 0; i < window.numDims(); ++i)
    createBoundCheck(builder, op, "window size", size(window.extent(i)),
                     window.padded(math, i, dim(x, layout.spatial(i))));
}

void Checks::elements(Value x, ArrayRef<int64_t> axes) {
  for (int64_t axis : axes)
    createElementsCheck(builder, op, x, axis);
}

void Checks::results() {
  auto reified = cast<ReifyRankedShapedTypeOpInterface>(op);
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reified.reifyResultShapes(builder, shapes)))
    return;
  for (ArrayRef<OpFoldResult> dims : shapes)
    for (OpFoldResult dim : dims)
      createSizeCheck(builder, op, "dimensions", dim);
}

//===-- products ----------------------------------------------------------===//

void MatMulOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.equal("inner dimensions", getA(), getInnerDimOfA(), getB(),
               getInnerDimOfB());
  int64_t batches = std::min(getRank(getA()), getRank(getB())) - 2;
  for (int64_t i = 0; i < batches; ++i) // from the last one
    createBroadcastCheck(builder, *this,
                         checks.dim(getA(), getRank(getA()) - 3 - i),
                         checks.dim(getB(), getRank(getB()) - 3 - i));
}

void EinsumOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  EinsumEquation equation(getEquation());
  std::map<char, SmallVector<OpFoldResult>> sizes;
  for (auto [letters, input] : llvm::zip(equation.inputs, getInputs()))
    for (auto [i, letter] : llvm::enumerate(letters))
      sizes[letter].push_back(checks.dim(input, i));
  for (auto &[letter, dims] : sizes)
    for (size_t i = 0; i < dims.size(); ++i)
      for (size_t j = i + 1; j < dims.size(); ++j)
        createBroadcastCheck(builder, *this, dims[i], dims[j]);
}

void DetOp::buildChecks(OpBuilder &builder) {
  int64_t rank = getRank(getX());
  Checks{builder, *this}.equal("sizes of a matrix", getX(), rank - 2, getX(),
                               rank - 1);
}

/// Checks of channels: data has as many as the weights of all groups read, and
/// the bias as many as the result has.
template <typename Op> static void checkChannels(Op op, OpBuilder &builder) {
  Checks checks{builder, op};
  int64_t rank = getRank(op.getX());
  TensorLayout layout(op.getLayout(), rank);
  KernelLayout kernel(op.getKernelLayout(), rank);
  OpFoldResult expected = DimMath(builder, op.getLoc())
                              .mul(checks.dim(op.getWeight(), kernel.input()),
                                   checks.size(op.getGroup()));
  createEqualCheck(builder, op, "channels",
                   checks.dim(op.getX(), layout.channel()), expected);
  checks.shape("numbers of biases and channels", op.getBias(),
               checks.dim(op.getWeight(), kernel.output()));
}

void ConvOp::buildChecks(OpBuilder &builder) {
  checkChannels(*this, builder);
  Checks{builder, *this}.window(getConvolutionWindow(*this, getAutoPad()),
                                getX(), getLayout());
}

void ConvTransposeOp::buildChecks(OpBuilder &builder) {
  checkChannels(*this, builder);
  Checks{builder, *this}.results();
}

void WinogradConvOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.window(getWinogradWindow(getPads()), getX(), getLayout());
  checks.shape("numbers of biases and channels", getBias(),
               checks.dim(getWeight(), 3));
}

//===-- reduction ---------------------------------------------------------===//

void ArgMaxOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.elements(getX(), getAxis());
}

bool ArgMaxOp::hasChecks() { return mayLackElements(*this, getX(), getAxis()); }

void ArgMinOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.elements(getX(), getAxis());
}

bool ArgMinOp::hasChecks() { return mayLackElements(*this, getX(), getAxis()); }

//===-- pooling -----------------------------------------------------------===//

template <typename Op> static void checkWindow(Op op, OpBuilder &builder) {
  Checks{builder, op}.window(getPoolWindow(op), op.getX(), op.getLayout());
}

void MaxPoolOp::buildChecks(OpBuilder &builder) { checkWindow(*this, builder); }

void MaxPoolWithIndicesOp::buildChecks(OpBuilder &builder) {
  checkWindow(*this, builder);
}

void AveragePoolOp::buildChecks(OpBuilder &builder) {
  checkWindow(*this, builder);
}

void LpPoolOp::buildChecks(OpBuilder &builder) { checkWindow(*this, builder); }

//===-- normalisation -----------------------------------------------------===//

void BatchNormOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  int64_t channel = TensorLayout(getLayout(), getRank(getX())).channel();
  for (Value vector : getOperands().drop_front())
    checks.equal("channels", vector, 0, getX(), channel);
}

void LayerNormOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  checks.broadcastTo(getScale(), getX());
  checks.broadcastTo(getBias(), getX());
}

void RMSNormOp::buildChecks(OpBuilder &builder) {
  Checks{builder, *this}.broadcastTo(getScale(), getX());
}

void GroupNormOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  int64_t channel = TensorLayout(getLayout(), getRank(getX())).channel();
  for (Value vector : {getScale(), getBias()})
    checks.equal("channels", vector, 0, getX(), channel);
}

//===-- recurrence --------------------------------------------------------===//

/// T steps, B sequences of I elements, D directions, H hidden elements.
template <typename Op>
static void checkRecurrent(Op op, OpBuilder &builder,
                           ArrayRef<Value> initialStates) {
  Checks checks{builder, op};
  OpFoldResult directions = checks.dim(op.getR(), 0);
  OpFoldResult rows = checks.dim(op.getR(), 1);
  OpFoldResult hidden = checks.dim(op.getR(), 2);
  OpFoldResult batch = checks.dim(op.getX(), !op.getBatchFirst());
  checks.shape("sizes of w", op.getW(),
               {directions, rows, checks.dim(op.getX(), 2)});
  checks.shape("numbers of sequences", op.getLengths(), batch);
  SmallVector<OpFoldResult> state{directions, batch, hidden};
  if (op.getBatchFirst())
    std::swap(state[0], state[1]);
  for (Value initial : initialStates)
    checks.shape("sizes of states", initial, state);
}

void RnnOp::buildChecks(OpBuilder &builder) {
  checkRecurrent(*this, builder, getInitialH());
}

void GruOp::buildChecks(OpBuilder &builder) {
  checkRecurrent(*this, builder, getInitialH());
}

void LstmOp::buildChecks(OpBuilder &builder) {
  checkRecurrent(*this, builder, {getInitialH(), getInitialC()});
}

void LinearAttentionOp::buildChecks(OpBuilder &builder) {
  Checks checks{builder, *this};
  SmallVector<OpFoldResult> tokens{checks.dim(getQuery(), 0),
                                   checks.dim(getQuery(), 1)};
  for (Value value : {getKey(), getValue(), getDecay(), getBeta()})
    checks.shape("numbers of tokens", value, tokens);
  checks.shape("numbers of sequences", getPast(), tokens.front());
}

} // namespace tvm::graph
