// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/Networks/GraphRecurrent.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

namespace {
/// The recurrence of linear attention. Axes are (batch, head, row of a state,
/// column of a state) as far as a tensor has them.
class LinearAttention {
public:
  LinearAttention(LinearAttentionOp op, Definition &d);

  /// Builds the results of all steps, TxBxHqxV, and the last state.
  SmallVector<Value> build();
  OpFoldResult getSteps() const { return steps; }
  int64_t getValueSize() const { return valueSize; }

private:
  Value getOperand(unsigned number);
  OpFoldResult attr(int64_t size) { return b.builder.getIndexAttr(size); }
  Value buildInit();
  Value readHead(Value x, te::Index t, te::Index batch, te::Index head,
                 te::Index i, int64_t size);
  Value decayState(te::Index t, Value state);
  Value buildErrors(te::Index t, Value state);
  Value updateState(te::Index t, Value state);
  Value buildOutput(te::Index t, Value state);

  LinearAttentionOp op;
  Definition &d;
  te::TEBuilder &b;
  Type type;
  Value query, key, value, past, decay, beta;
  int64_t heads, queryHeads, keySize, valueSize;
  OpFoldResult batch, steps;
  SmallVector<OpFoldResult> stateDims;
};
} // namespace

static int64_t getLastDim(Value x) {
  return cast<RankedTensorType>(x.getType()).getShape().back();
}

LinearAttention::LinearAttention(LinearAttentionOp op, Definition &d)
    : op(op), d(d), b(d.b), type(getComputeType(d.operandElement(0))),
      query(getOperand(0)), key(getOperand(1)), value(getOperand(2)),
      past(getOperand(3)), decay(getOperand(4)), beta(getOperand(5)),
      heads(op.getHeads()), queryHeads(op.getQueryHeads()),
      keySize(getLastDim(key) / heads), valueSize(getLastDim(value) / heads),
      batch(b.dim(query, 0)), steps(b.dim(query, 1)),
      stateDims{batch, attr(heads), attr(keySize), attr(valueSize)} {}

/// The operand with number `number` in ODS; null if it is left out.
Value LinearAttention::getOperand(unsigned number) {
  auto [start, size] = op.getODSOperandIndexAndLength(number);
  return size ? d.operands[start] : Value();
}

Value LinearAttention::buildInit() {
  return b.compute(type, stateDims, [&](te::Axes at) {
    return past ? b.cast(b.read(past, at), type) : b.constant(type, 0);
  });
}

/// Element `i` of `size` of a head.
Value LinearAttention::readHead(Value x, te::Index t, te::Index batch,
                                te::Index head, te::Index i, int64_t size) {
  te::Index at = head * te::Index(size) + i;
  return b.cast(b.read(x, {batch, t, at}), type);
}

Value LinearAttention::decayState(te::Index t, Value state) {
  if (!decay)
    return state;
  bool isPerHead = getLastDim(decay) == heads;
  return b.compute(type, stateDims, [&](te::Axes at) {
    Value rate = isPerHead ? readHead(decay, t, at[0], at[1], 0, 1)
                           : readHead(decay, t, at[0], at[1], at[2], keySize);
    return b.mul(math::ExpOp::create(b.builder, b.loc, rate),
                 b.read(state, at));
  });
}

/// The errors of recall: the difference between the values and the values that
/// keys recall, times the rate: BxHkxV.
Value LinearAttention::buildErrors(te::Index t, Value state) {
  SmallVector<OpFoldResult> dims{batch, attr(heads), attr(valueSize)};
  Value recalled =
      b.reduce(te::Combiner::Sum, type, dims, attr(keySize),
               [&](te::Axes at, te::Axes k) {
                 return b.mul(readHead(key, t, at[0], at[1], k[0], keySize),
                              b.read(state, {at[0], at[1], k[0], at[2]}));
               });
  bool isShared = getLastDim(beta) == 1;
  return b.compute(type, dims, [&](te::Axes at) {
    Value wanted = readHead(value, t, at[0], at[1], at[2], valueSize);
    Value rate =
        readHead(beta, t, at[0], isShared ? te::Index(0) : at[1], 0, 1);
    return b.mul(rate, b.sub(wanted, b.read(recalled, at)));
  });
}

Value LinearAttention::updateState(te::Index t, Value state) {
  Value errors = beta ? buildErrors(t, state) : Value();
  return b.compute(type, stateDims, [&](te::Axes at) {
    Value change = errors ? b.read(errors, {at[0], at[1], at[3]})
                          : readHead(value, t, at[0], at[1], at[3], valueSize);
    Value k = readHead(key, t, at[0], at[1], at[2], keySize);
    return b.add(b.read(state, at), b.mul(k, change));
  });
}

/// The output of step `t`: BxHqxV.
Value LinearAttention::buildOutput(te::Index t, Value state) {
  SmallVector<OpFoldResult> dims{batch, attr(queryHeads), attr(valueSize)};
  Value sum =
      b.reduce(te::Combiner::Sum, type, dims, attr(keySize),
               [&](te::Axes at, te::Axes k) {
                 te::Index head = at[1].floorDiv(queryHeads / heads);
                 return b.mul(readHead(query, t, at[0], at[1], k[0], keySize),
                              b.read(state, {at[0], head, k[0], at[2]}));
               });
  return b.compute(type, dims, [&](te::Axes at) {
    return b.mul(b.read(sum, at),
                 b.constant(type, op.getScale().convertToDouble()));
  });
}

SmallVector<Value> LinearAttention::build() {
  Value noOutput = b.compute(type, {batch, attr(queryHeads), attr(valueSize)},
                             [&](te::Axes) { return b.constant(type, 0); });
  return b.scan(steps, {noOutput, buildInit()}, {true, false},
                [&](const te::Index &t, ValueRange states) {
                  Value state = updateState(t, decayState(t, states[1]));
                  return SmallVector<Value>{buildOutput(t, state), state};
                });
}

static Results defineLinearAttention(LinearAttentionOp op, Definition &d) {
  LinearAttention attention(op, d);
  int64_t size = attention.getValueSize();
  SmallVector<Value> scanned = attention.build();
  auto dims = d.resultDims(0), stateDims = d.resultDims(1);
  if (failed(dims) || failed(stateDims))
    return failure();
  Value y = d.b.compute(d.resultElement(0), *dims, [&](te::Axes at) {
    Value element = d.b.read(
        scanned[0], {at[1], at[0], at[2].floorDiv(size), at[2].mod(size)});
    return d.b.cast(element, d.resultElement(0));
  });
  Value state = d.b.compute(d.resultElement(1), *stateDims, [&](te::Axes at) {
    return d.b.cast(d.b.read(scanned[1], at), d.resultElement(1));
  });
  return SmallVector<Value>{y, state};
}

void attachLinearAttentionDefinitions(MLIRContext *context) {
  attachTensor<LinearAttentionOp, defineLinearAttention>(context);
}

} // namespace tvm
