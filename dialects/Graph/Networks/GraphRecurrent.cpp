// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphRecurrent.h"

#include "dialects/Graph/Shapes/FormatShape.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphRecurrent.cpp.inc"

namespace tvm::graph {

namespace {
/// The differences between the operators.
struct CellKind {
  int64_t gates, activations, states;
};
} // namespace

static CellKind getKind(RnnOp) { return {1, 1, 1}; }
static CellKind getKind(GruOp) { return {3, 2, 1}; }
static CellKind getKind(LstmOp) { return {4, 3, 2}; }

static int64_t countDirections(RnnDirection direction) {
  return direction == RnnDirection::Bidirectional ? 2 : 1;
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static LogicalResult checkRanks(std::optional<Location> loc, Value x, Value r) {
  if (typeOf(x).getRank() == 3 && typeOf(r).getRank() == 3)
    return success();
  return emitOptionalError(loc, "expected x and r of 3 dimensions, got ",
                           x.getType(), " and ", r.getType());
}

//===-- types and shapes --------------------------------------------------===//

/// The outputs, then `numStates` last states.
template <typename Adaptor>
static LogicalResult inferRecurrent(std::optional<Location> loc,
                                    Adaptor adaptor, int64_t numStates,
                                    SmallVectorImpl<Type> &types) {
  if (failed(checkRanks(loc, adaptor.getX(), adaptor.getR())))
    return failure();
  RankedTensorType x = typeOf(adaptor.getX()), r = typeOf(adaptor.getR());
  bool batchFirst = adaptor.getBatchFirst();
  int64_t steps = x.getDimSize(batchFirst), batch = x.getDimSize(!batchFirst);
  int64_t hidden = r.getDimSize(2);
  int64_t directions = countDirections(adaptor.getDirection());
  SmallVector<int64_t> outputs{steps, directions, batch, hidden};
  SmallVector<int64_t> state{directions, batch, hidden};
  if (batchFirst) {
    outputs = {batch, steps, directions, hidden};
    state = {batch, directions, hidden};
  }
  types.push_back(RankedTensorType::get(outputs, x.getElementType()));
  types.append(numStates, RankedTensorType::get(state, x.getElementType()));
  return success();
}

template <typename Op>
static LogicalResult reifyRecurrent(Op op, OpBuilder &builder,
                                    ReifiedRankedShapedTypeDims &shapes) {
  Location loc = op.getLoc();
  bool batchFirst = op.getBatchFirst();
  OpFoldResult steps = getDim(builder, loc, op.getX(), batchFirst);
  OpFoldResult batch = getDim(builder, loc, op.getX(), !batchFirst);
  OpFoldResult hidden = getDim(builder, loc, op.getR(), 2);
  OpFoldResult directions =
      builder.getIndexAttr(countDirections(op.getDirection()));
  SmallVector<OpFoldResult> outputs{steps, directions, batch, hidden};
  SmallVector<OpFoldResult> state{directions, batch, hidden};
  if (batchFirst) {
    outputs = {batch, steps, directions, hidden};
    state = {batch, directions, hidden};
  }
  shapes.push_back(outputs);
  shapes.append(op->getNumResults() - 1, state);
  return success();
}

#define DEFINE_SHAPES(OP, STATES)                                              \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *, std::optional<Location> loc, Adaptor adaptor,             \
      SmallVectorImpl<Type> &types) {                                          \
    return inferRecurrent(loc, adaptor, STATES, types);                        \
  }                                                                            \
  LogicalResult OP::reifyResultShapes(OpBuilder &builder,                      \
                                      ReifiedRankedShapedTypeDims &shapes) {   \
    return reifyRecurrent(*this, builder, shapes);                             \
  }

DEFINE_SHAPES(RnnOp, 1)
DEFINE_SHAPES(GruOp, 1)
DEFINE_SHAPES(LstmOp, 2)

//===-- verifiers ---------------------------------------------------------===//

static bool isActivation(StringRef name) {
  static constexpr StringLiteral names[] = {
      "Affine",   "Elu",        "HardSigmoid",    "LeakyRelu",
      "Relu",     "ScaledTanh", "Sigmoid",        "Softplus",
      "Softsign", "Tanh",       "ThresholdedRelu"};
  return llvm::is_contained(names, name);
}

/// Checks that `value`, where there is one, has shape `expected` and the
/// element type of `x`.
static LogicalResult checkOperand(Operation *op, StringRef name, Value value,
                                  ArrayRef<int64_t> expected, Type element) {
  if (!value)
    return success();
  RankedTensorType type = typeOf(value);
  if (failed(verifyCompatibleShape(type.getShape(), expected)))
    return op->emitOpError("expected ")
           << name << " of shape [" << formatShape(expected) << "], got "
           << type;
  if (type.getElementType() != element)
    return op->emitOpError("expected ")
           << name << " of element type " << element << ", got " << type;
  return success();
}

template <typename Op>
static LogicalResult verifyActivations(Op op, int64_t expected) {
  if (static_cast<int64_t>(op.getActivations().size()) != expected ||
      static_cast<int64_t>(op.getAlphas().size()) != expected ||
      static_cast<int64_t>(op.getBetas().size()) != expected) // C4
    return op.emitOpError("expected ")
           << expected << " activations, alphas and betas, got "
           << op.getActivations().size() << ", " << op.getAlphas().size()
           << " and " << op.getBetas().size();
  for (StringAttr name : op.getActivations().template getAsRange<StringAttr>())
    if (!isActivation(name)) // C5
      return op.emitOpError("expected an activation, got ") << name;
  return success();
}

/// The shape of an initial or last state.
template <typename Op> static SmallVector<int64_t> getStateShape(Op op) {
  int64_t directions = countDirections(op.getDirection());
  int64_t hidden = typeOf(op.getR()).getDimSize(2);
  if (op.getBatchFirst())
    return {typeOf(op.getX()).getDimSize(0), directions, hidden};
  return {directions, typeOf(op.getX()).getDimSize(1), hidden};
}

template <typename Op> static LogicalResult verifyRecurrent(Op op) {
  if (failed(checkRanks(op.getLoc(), op.getX(), op.getR())))
    return failure();
  RankedTensorType x = typeOf(op.getX());
  auto [gates, activations, states] = getKind(op);
  int64_t directions = countDirections(op.getDirection());
  int64_t hidden = typeOf(op.getR()).getDimSize(2);
  if (ShapedType::isDynamic(hidden)) // C3
    return op.emitOpError("expected r of static dimensions, got ")
           << op.getR().getType();
  Type element = x.getElementType();
  if (op.getLengths() &&
      failed(checkOperand(op, "lengths", op.getLengths(),
                          {x.getDimSize(!op.getBatchFirst())},
                          getElementTypeOrSelf(op.getLengths())))) // C2
    return failure();
  int64_t rows = gates * hidden;
  if (failed(checkOperand(op, "w", op.getW(),
                          {directions, rows, x.getDimSize(2)}, element)) ||
      failed(checkOperand(op, "r", op.getR(), {directions, rows, hidden},
                          element)) ||
      failed(checkOperand(op, "bias", op.getBias(), {directions, 2 * rows},
                          element)) || // C1
      failed(checkOperand(op, "initial_h", op.getInitialH(), getStateShape(op),
                          element))) // C2, C6
    return failure();
  return verifyActivations(op, directions * activations);
}

LogicalResult RnnOp::verify() { return verifyRecurrent(*this); }

LogicalResult GruOp::verify() { return verifyRecurrent(*this); }

LogicalResult LstmOp::verify() {
  if (failed(verifyRecurrent(*this)))
    return failure();
  Type element = getElementTypeOrSelf(getX());
  int64_t hidden = typeOf(getR()).getDimSize(2);
  if (failed(checkOperand(*this, "initial_c", getInitialC(),
                          getStateShape(*this), element))) // C2
    return failure();
  return checkOperand(*this, "peepholes", getPeepholes(),
                      {countDirections(getDirection()), 3 * hidden}, element);
}

//===-- linear_attention --------------------------------------------------===//

static bool mayHaveShape(Value operand, ArrayRef<int64_t> shape) {
  return succeeded(verifyCompatibleShape(typeOf(operand).getShape(), shape));
}

/// Whether `operand` is left out or has one of `sizes` numbers for each of
/// `tokens`.
static bool isPerToken(Value operand, ArrayRef<int64_t> tokens,
                       ArrayRef<int64_t> sizes) {
  return !operand || llvm::any_of(sizes, [&](int64_t size) {
    return typeOf(operand).getRank() == 3 &&
           typeOf(operand).getDimSize(2) == size &&
           mayHaveShape(operand, {tokens[0], tokens[1], size});
  });
}

/// Sizes K of keys and V of values, or fails where C1 or C2 does not hold.
static FailureOr<std::pair<int64_t, int64_t>>
getHeadSizes(LinearAttentionOp::Adaptor adaptor, std::optional<Location> loc) {
  int64_t queryHeads = adaptor.getQueryHeads(), heads = adaptor.getHeads();
  ArrayRef<int64_t> tokens =
      typeOf(adaptor.getQuery()).getShape().take_front(2);
  for (Value x : {adaptor.getQuery(), adaptor.getKey(), adaptor.getValue()}) {
    if (typeOf(x).getRank() != 3 || typeOf(x).isDynamicDim(2)) // C1
      return emitOptionalError(
          loc, "expected 3 dimensions, the last one known, got ", x.getType());
    if (failed(verifyCompatibleShape(typeOf(x).getShape().take_front(2),
                                     tokens))) // C1
      return emitOptionalError(loc, "expected [", formatShape(tokens),
                               "] sequences and tokens, got ", x.getType());
  }
  int64_t query = typeOf(adaptor.getQuery()).getDimSize(2);
  int64_t key = typeOf(adaptor.getKey()).getDimSize(2);
  int64_t value = typeOf(adaptor.getValue()).getDimSize(2);
  if (heads < 1 || queryHeads < 1 || queryHeads % heads != 0 ||
      query % queryHeads != 0 || key % heads != 0 || value % heads != 0 ||
      query / queryHeads != key / heads) // C2
    return emitOptionalError(
        loc, "expected ", queryHeads, " heads of queries that share ", heads,
        " of keys and values of one size, got ", adaptor.getQuery().getType(),
        ", ", adaptor.getKey().getType(), " and ",
        adaptor.getValue().getType());
  return std::pair(key / heads, value / heads);
}

LogicalResult
LinearAttentionOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                    Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  auto sizes = getHeadSizes(adaptor, loc);
  if (failed(sizes))
    return failure();
  RankedTensorType query = typeOf(adaptor.getQuery());
  int64_t batch = query.getDimSize(0), steps = query.getDimSize(1);
  int64_t heads = adaptor.getHeads();
  auto [keySize, valueSize] = *sizes;
  SmallVector<int64_t> state{batch, heads, keySize, valueSize};
  Value past = adaptor.getPast();
  if ((past && !mayHaveShape(past, state)) ||
      !isPerToken(adaptor.getDecay(), {batch, steps},
                  {heads, heads * keySize}) ||
      !isPerToken(adaptor.getBeta(), {batch, steps}, {heads, 1})) // C3
    return emitOptionalError(
        loc, "expected a past of shape [", formatShape(state),
        "], decay and beta per head, got ", adaptor.getOperands().getTypes());
  Type element = query.getElementType();
  types.push_back(RankedTensorType::get(
      {batch, steps, static_cast<int64_t>(adaptor.getQueryHeads()) * valueSize},
      element));
  types.push_back(RankedTensorType::get(state, past ? getElementTypeOrSelf(past)
                                                    : element));
  return success();
}

LogicalResult
LinearAttentionOp::reifyResultShapes(OpBuilder &builder,
                                     ReifiedRankedShapedTypeDims &shapes) {
  OpFoldResult batch = getDim(builder, getLoc(), getQuery(), 0);
  OpFoldResult steps = getDim(builder, getLoc(), getQuery(), 1);
  shapes = {{batch, steps, {}}, {batch, {}, {}, {}}};
  for (auto [type, shape] : llvm::zip(getResultTypes(), shapes))
    for (auto [size, dim] :
         llvm::zip(cast<RankedTensorType>(type).getShape(), shape))
      if (!dim)
        dim = builder.getIndexAttr(size);
  return success();
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerRecurrentOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Networks/GraphRecurrent.cpp.inc"
      >();
}
