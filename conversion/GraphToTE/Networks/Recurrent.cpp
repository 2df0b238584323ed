// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Definition.h"

#include "conversion/GraphToTE/Activations.h"
#include "dialects/Graph/Networks/GraphRecurrent.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Compare = te::TEBuilder::Compare;
using Results = FailureOr<SmallVector<Value>>;

namespace {

/// A recurrent operator; missing tensors are null.
struct Layer {
  Definition &d;
  Value x, w, r, bias, lengths, initialH, initialC, peepholes;
  RnnDirection direction;
  bool batchFirst = false;
  int64_t hidden = 0, gates = 0, numStates = 1;
  ArrayAttr activations;
  ArrayRef<float> alphas, betas;
  std::optional<APFloat> clip;
  bool linearBeforeReset = false, inputForget = false;
  Type type; // type of the computation
  OpFoldResult steps, batch;
};

/// One direction of a layer.
class Cell {
public:
  Cell(Layer &layer, int64_t index)
      : layer(layer), b(layer.d.b), index(index),
        reverse(index == 1 || layer.direction == RnnDirection::Reverse) {}

  /// All states after each step: TxBxH each, in the order of the visits.
  SmallVector<Value> build();
  /// The output for step `t`; 0 behind the end of the sequence.
  Value readOutput(Value history, te::Index t, te::Index sequence, te::Index j);
  /// The state after the last step; 0 for a sequence without steps.
  Value readLast(Value history, te::Index sequence, te::Index j);

private:
  Value read(Value tensor, te::Axes at);
  Value length(te::Index sequence);
  te::Index visited(te::Index t, te::Index sequence);
  Value isRunning(te::Index t, te::Index sequence);
  SmallVector<OpFoldResult> stateDims();
  Value buildInit(Value initial);
  Value buildProjection();
  Value buildProduct(Value state, int64_t firstRow, int64_t rows);
  Value activate(int64_t which, Value x);
  Value peephole(int64_t gate, te::Index j, Value cell);
  SmallVector<Value> buildStep(te::Index t, ValueRange states);
  Value buildRnn(te::Index t, Value h);
  Value buildGru(te::Index t, Value h);
  SmallVector<Value> buildLstm(te::Index t, Value h, Value c);

  Layer &layer;
  te::TEBuilder &b;
  int64_t index;
  bool reverse;
  Value projection;
};

} // namespace

//===-- reading -----------------------------------------------------------===//

Value Cell::read(Value tensor, te::Axes at) {
  return b.cast(b.read(tensor, at), layer.type);
}

/// The length of a sequence as i64. The data may exceed the number of steps.
Value Cell::length(te::Index sequence) {
  Type type = b.builder.getI64Type();
  Value steps = b.value(te::Index(b.value(layer.steps)), type);
  return b.min(b.cast(b.read(layer.lengths, sequence), type), steps);
}

/// The step of visit `t`, and the visit of step `t`. The reverse direction
/// begins at the end of the sequence.
te::Index Cell::visited(te::Index t, te::Index sequence) {
  if (!reverse)
    return t;
  if (!layer.lengths)
    return te::Index(b.value(layer.steps)) - 1 - t;
  Type type = b.builder.getI64Type();
  Value distance = b.sub(length(sequence), b.value(t + 1, type));
  return b.index(b.max(distance, b.constantInt(type, 0)));
}

/// Whether the sequence has a visit (and a step) `t`.
Value Cell::isRunning(te::Index t, te::Index sequence) {
  return b.compare(Compare::LT, b.value(t, b.builder.getI64Type()),
                   length(sequence));
}

Value Cell::readOutput(Value history, te::Index t, te::Index sequence,
                       te::Index j) {
  Value output = b.read(history, {visited(t, sequence), sequence, j});
  if (!layer.lengths)
    return output;
  return b.select(isRunning(t, sequence), output, b.constant(layer.type, 0));
}

Value Cell::readLast(Value history, te::Index sequence, te::Index j) {
  std::optional<int64_t> steps = getConstantIntValue(layer.steps);
  Value zero = b.constant(layer.type, 0);
  if (steps == 0)
    return zero;
  // A dynamic number of steps may be 0, and then the history is empty.
  te::Index last = te::Index(b.value(layer.steps)) - 1;
  Value state = b.read(history, {last, sequence, j}, steps ? Value() : zero);
  if (!layer.lengths)
    return state;
  return b.select(isRunning(0, sequence), state, zero);
}

//===-- parts -------------------------------------------------------------===//

SmallVector<OpFoldResult> Cell::stateDims() {
  return {layer.batch, b.builder.getIndexAttr(layer.hidden)};
}

/// Builds the initial state, BxH.
Value Cell::buildInit(Value initial) {
  return b.compute(layer.type, stateDims(), [&](te::Axes axes) {
    if (!initial)
      return b.constant(layer.type, 0);
    if (layer.batchFirst)
      return read(initial, {axes[0], index, axes[1]});
    return read(initial, {index, axes[0], axes[1]});
  });
}

/// Builds `x w^T` for all steps, TxBxGH, with all biases that are added outside
/// of products.
Value Cell::buildProjection() {
  int64_t rows = layer.gates * layer.hidden;
  SmallVector<OpFoldResult> dims{layer.steps, layer.batch,
                                 b.builder.getIndexAttr(rows)};
  Value product =
      b.reduce(te::Combiner::Sum, layer.type, dims, b.dim(layer.x, 2),
               [&](te::Axes axes, te::Axes k) {
                 te::Index first = axes[0], second = axes[1];
                 if (layer.batchFirst)
                   std::swap(first, second);
                 return b.mul(read(layer.x, {first, second, k[0]}),
                              read(layer.w, {index, axes[2], k[0]}));
               });
  if (!layer.bias)
    return product;
  return b.compute(layer.type, dims, [&](te::Axes axes) {
    Value sum =
        b.add(b.read(product, axes), read(layer.bias, {index, axes[2]}));
    Value second = read(layer.bias, {index, axes[2] + rows});
    if (layer.linearBeforeReset) {
      // The reset gate multiplies the hidden gate's second bias too.
      Type integer = b.builder.getI64Type();
      Value isHiddenGate = b.compare(Compare::GE, b.value(axes[2], integer),
                                     b.constantInt(integer, 2 * layer.hidden));
      second = b.select(isHiddenGate, b.constant(layer.type, 0), second);
    }
    return b.add(sum, second);
  });
}

/// Builds `state r^T` for some rows of r, B x rows.
Value Cell::buildProduct(Value state, int64_t firstRow, int64_t rows) {
  return b.reduce(te::Combiner::Sum, layer.type,
                  {layer.batch, b.builder.getIndexAttr(rows)},
                  OpFoldResult(b.builder.getIndexAttr(layer.hidden)),
                  [&](te::Axes axes, te::Axes k) {
                    return b.mul(
                        b.read(state, {axes[0], k[0]}),
                        read(layer.r, {index, axes[1] + firstRow, k[0]}));
                  });
}

/// Applies activation number `which` of this direction.
Value Cell::activate(int64_t which, Value x) {
  int64_t perDirection =
      layer.activations.size() /
      (layer.direction == RnnDirection::Bidirectional ? 2 : 1);
  int64_t i = index * perDirection + which;
  if (layer.clip) {
    double bound = layer.clip->convertToDouble();
    x = buildClamp(b, x, -bound, bound);
  }
  return buildActivation(b, cast<StringAttr>(layer.activations[i]).getValue(),
                         x, layer.alphas[i], layer.betas[i]);
}

//===-- cells -------------------------------------------------------------===//

Value Cell::buildRnn(te::Index t, Value h) {
  Value product = buildProduct(h, 0, layer.hidden);
  return b.compute(layer.type, stateDims(), [&](te::Axes axes) {
    te::Index step = visited(t, axes[0]);
    Value sum = b.add(b.read(projection, {step, axes[0], axes[1]}),
                      b.read(product, axes));
    Value next = activate(0, sum);
    if (!layer.lengths)
      return next;
    return b.select(isRunning(t, axes[0]), next, b.read(h, axes));
  });
}

Value Cell::buildGru(te::Index t, Value h) {
  int64_t hidden = layer.hidden;
  bool linear = layer.linearBeforeReset;
  Value product = buildProduct(h, 0, (linear ? 3 : 2) * hidden);
  auto gate = [&](te::Axes at, int64_t which) {
    te::Index row = at[1] + which * hidden;
    te::Index step = visited(t, at[0]);
    return activate(0, b.add(b.read(projection, {step, at[0], row}),
                             b.read(product, {at[0], row})));
  };
  Value resetProduct;
  if (!linear) {
    Value reset = b.compute(layer.type, stateDims(), [&](te::Axes at) {
      return b.mul(gate(at, 1), b.read(h, at));
    });
    resetProduct = buildProduct(reset, 2 * hidden, hidden);
  }
  return b.compute(layer.type, stateDims(), [&](te::Axes at) {
    te::Index row = at[1] + 2 * hidden;
    Value recurrent;
    if (linear) {
      recurrent = b.read(product, {at[0], row});
      if (layer.bias)
        recurrent =
            b.add(recurrent, read(layer.bias, {index, row + 3 * hidden}));
      recurrent = b.mul(gate(at, 1), recurrent);
    } else {
      recurrent = b.read(resetProduct, at);
    }
    te::Index step = visited(t, at[0]);
    Value input = b.read(projection, {step, at[0], row});
    Value proposal = activate(1, b.add(input, recurrent));
    Value update = gate(at, 0), before = b.read(h, at);
    Value kept = b.sub(b.constant(layer.type, 1), update);
    Value next = b.add(b.mul(kept, proposal), b.mul(update, before));
    return layer.lengths ? b.select(isRunning(t, at[0]), next, before) : next;
  });
}

/// The weight of the cell's state in gate `gate`: i, o or f.
Value Cell::peephole(int64_t gate, te::Index j, Value cell) {
  Value weight = read(layer.peepholes, {index, j + gate * layer.hidden});
  return b.mul(weight, cell);
}

SmallVector<Value> Cell::buildLstm(te::Index t, Value h, Value c) {
  int64_t hidden = layer.hidden;
  Value product = buildProduct(h, 0, 4 * hidden);
  return b.compute(
      TypeRange{layer.type, layer.type}, stateDims(),
      [&](te::Axes at) -> SmallVector<Value> {
        te::Index step = visited(t, at[0]);
        auto gate = [&](int64_t which, Value cell) {
          te::Index row = at[1] + which * hidden;
          Value sum = b.add(b.read(projection, {step, at[0], row}),
                            b.read(product, {at[0], row}));
          if (layer.peepholes && cell)
            sum = b.add(sum, peephole(which, at[1], cell));
          return activate(which == 3 ? 1 : 0, sum);
        };
        Value cell = b.read(c, at);
        Value input = gate(0, cell);
        Value forget = layer.inputForget
                           ? b.sub(b.constant(layer.type, 1), input)
                           : gate(2, cell);
        Value next = b.add(b.mul(forget, cell), b.mul(input, gate(3, Value())));
        Value output = b.mul(gate(1, next), activate(2, next));
        if (!layer.lengths)
          return {output, next};
        Value running = isRunning(t, at[0]);
        return {b.select(running, output, b.read(h, at)),
                b.select(running, next, cell)};
      });
}

SmallVector<Value> Cell::buildStep(te::Index t, ValueRange states) {
  switch (layer.gates) {
  case 1:
    return {buildRnn(t, states[0])};
  case 3:
    return {buildGru(t, states[0])};
  default:
    return buildLstm(t, states[0], states[1]);
  }
}

SmallVector<Value> Cell::build() {
  projection = buildProjection();
  SmallVector<Value> init{buildInit(layer.initialH)};
  if (layer.numStates == 2)
    init.push_back(buildInit(layer.initialC));
  return b.scan(layer.steps, init, SmallVector<bool>(init.size(), true),
                [&](const te::Index &t, ValueRange states) {
                  return buildStep(t, states);
                });
}

//===-- layers ------------------------------------------------------------===//

/// The value for the direction `axis`, among axes.
static Value selectDirection(te::TEBuilder &b, ArrayRef<Cell> cells,
                             te::Index axis,
                             llvm::function_ref<Value(size_t)> value) {
  if (cells.size() == 1)
    return value(0);
  Type type = b.builder.getI64Type();
  Value isFirst =
      b.compare(Compare::EQ, b.value(axis, type), b.constantInt(type, 0));
  return b.select(isFirst, value(0), value(1));
}

static Results defineLayer(Layer &layer) {
  Definition &d = layer.d;
  SmallVector<Cell> cells;
  SmallVector<SmallVector<Value>> histories;
  int64_t count = layer.direction == RnnDirection::Bidirectional ? 2 : 1;
  for (int64_t i = 0; i < count; ++i) {
    cells.emplace_back(layer, i);
    histories.push_back(cells.back().build());
  }
  SmallVector<Value> results;
  for (int64_t i = 0; i <= layer.numStates; ++i) {
    auto dims = d.resultDims(i);
    if (failed(dims))
      return failure();
    results.push_back(d.b.compute(d.resultElement(), *dims, [&](te::Axes at) {
      // y is TDBH or BTDH; last states are DBH or BDH.
      bool first = layer.batchFirst;
      te::Index j = at.back();
      te::Index direction = i == 0 ? at[first ? 2 : 1] : at[first ? 1 : 0];
      te::Index sequence = i == 0 ? at[first ? 0 : 2] : at[first ? 0 : 1];
      Value value = selectDirection(d.b, cells, direction, [&](size_t cell) {
        Value history = histories[cell][i == 0 ? 0 : i - 1];
        if (i == 0)
          return cells[cell].readOutput(history, at[first ? 1 : 0], sequence,
                                        j);
        return cells[cell].readLast(history, sequence, j);
      });
      return d.b.cast(value, d.resultElement());
    }));
  }
  return results;
}

/// The operand with number `number` in ODS; null if it is left out.
template <typename Op>
static Value getOperand(Op op, Definition &d, unsigned number) {
  auto [start, size] = op.getODSOperandIndexAndLength(number);
  return size ? d.operands[start] : Value();
}

template <typename Op>
static Layer getLayer(Op op, Definition &d, int64_t gates) {
  Layer layer{d};
  layer.x = getOperand(op, d, 0);
  layer.w = getOperand(op, d, 1);
  layer.r = getOperand(op, d, 2);
  layer.bias = getOperand(op, d, 3);
  layer.lengths = getOperand(op, d, 4);
  layer.initialH = getOperand(op, d, 5);
  layer.direction = op.getDirection();
  layer.batchFirst = op.getBatchFirst();
  layer.hidden = cast<RankedTensorType>(layer.r.getType()).getDimSize(2);
  layer.gates = gates;
  layer.activations = op.getActivations();
  layer.alphas = op.getAlphas();
  layer.betas = op.getBetas();
  layer.clip = op.getClip();
  layer.type = getComputeType(d.operandElement(0));
  layer.steps = d.b.dim(layer.x, layer.batchFirst ? 1 : 0);
  layer.batch = d.b.dim(layer.x, layer.batchFirst ? 0 : 1);
  return layer;
}

static Results defineRnn(RnnOp op, Definition &d) {
  Layer layer = getLayer(op, d, 1);
  return defineLayer(layer);
}

static Results defineGru(GruOp op, Definition &d) {
  Layer layer = getLayer(op, d, 3);
  layer.linearBeforeReset = op.getLinearBeforeReset();
  return defineLayer(layer);
}

static Results defineLstm(LstmOp op, Definition &d) {
  Layer layer = getLayer(op, d, 4);
  layer.numStates = 2;
  layer.initialC = getOperand(op, d, 6);
  layer.peepholes = getOperand(op, d, 7);
  layer.inputForget = op.getInputForget();
  return defineLayer(layer);
}

void attachRecurrentDefinitions(MLIRContext *context) {
  attachTensor<RnnOp, defineRnn>(context);
  attachTensor<GruOp, defineGru>(context);
  attachTensor<LstmOp, defineLstm>(context);
}

} // namespace tvm
