// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the runtime's functions on sequences
// (runtime/library/SequenceLibrary.h).

#include "conversion/GraphToTE/LibraryCalls.h"

#include "dialects/Graph/Checks/OperatorChecks.h"
#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Sequences/GraphSequence.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

/// Calls `name` with the node, the name of `element` (if there is one), and
/// `ints`.
static Results call(Definition &d, StringRef name, Type element,
                    ArrayRef<int64_t> ints, ValueRange inputs) {
  Builder &b = d.b.builder;
  SmallVector<Attribute> constants = {b.getStringAttr(describeNode(d.op))};
  if (element)
    constants.push_back(b.getStringAttr(getElementName(element)));
  constants.push_back(b.getDenseI64ArrayAttr(ints));
  return callLibrary(d, name, constants, inputs);
}

static Results defineSequence(SequenceOp op, Definition &d) {
  Builder &b = d.b.builder;
  std::string names;
  SmallVector<int64_t> ranks;
  for (Value element : op.getElements()) {
    names += getElementName(getElementTypeOrSelf(element)) + " ";
    ranks.push_back(getRank(element));
  }
  return callLibrary(d, "tvm_sequence",
                     {b.getStringAttr(describeNode(op)), b.getStringAttr(names),
                      b.getDenseI64ArrayAttr(ranks)},
                     d.operands);
}

static Results defineSequenceShape(SequenceShapeOp op, Definition &d) {
  return call(d, "tvm_sequence_shape", op.getElementType(),
              {getRank(op.getPosition()), static_cast<int64_t>(op.getRank())},
              d.operands);
}

static Results defineSequenceAt(SequenceAtOp op, Definition &d) {
  return call(d, "tvm_sequence_at", op.getElementType(),
              {getRank(op.getPosition()), getRank(op.getResult())},
              d.operands.take_front(2));
}

static Results defineSequenceInsert(SequenceInsertOp op, Definition &d) {
  return call(d, "tvm_sequence_insert", getElementTypeOrSelf(op.getElement()),
              {getRank(op.getPosition()), getRank(op.getElement())},
              d.operands);
}

static Results defineSequenceErase(SequenceEraseOp op, Definition &d) {
  return call(d, "tvm_sequence_erase", {}, getRank(op.getPosition()),
              d.operands);
}

static Results defineSequenceSplit(SequenceSplitOp op, Definition &d) {
  return call(
      d, "tvm_sequence_split", getElementTypeOrSelf(op.getX()),
      {getRank(op.getX()), static_cast<int64_t>(op.getAxis()), op.getSqueeze()},
      d.operands);
}

static Results defineSequenceConcatShape(SequenceConcatShapeOp op,
                                         Definition &d) {
  return call(d, "tvm_sequence_concat_shape", op.getElementType(),
              {static_cast<int64_t>(op.getRank()),
               static_cast<int64_t>(op.getAxis()), op.getNewAxis()},
              d.operands);
}

static Results defineSequenceConcat(SequenceConcatOp op, Definition &d) {
  return call(d, "tvm_sequence_concat", op.getElementType(),
              {getRank(op.getResult()) - op.getNewAxis(),
               static_cast<int64_t>(op.getAxis()), op.getNewAxis()},
              d.operands.take_front());
}

void attachSequenceDefinitions(MLIRContext *context) {
  attachTensor<SequenceOp, defineSequence>(context);
  attachTensor<SequenceShapeOp, defineSequenceShape>(context);
  attachTensor<SequenceAtOp, defineSequenceAt>(context);
  attachTensor<SequenceInsertOp, defineSequenceInsert>(context);
  attachTensor<SequenceEraseOp, defineSequenceErase>(context);
  attachTensor<SequenceSplitOp, defineSequenceSplit>(context);
  attachTensor<SequenceConcatShapeOp, defineSequenceConcatShape>(context);
  attachTensor<SequenceConcatOp, defineSequenceConcat>(context);
}

} // namespace tvm
