// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the runtime's library (runtime/library/Library.h).

#include "conversion/GraphToTE/LibraryCalls.h"

#include "dialects/Graph/Checks/OperatorChecks.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Tensors/GraphSelection.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

static StringAttr getTypeName(Value tensor) {
  return StringAttr::get(tensor.getContext(),
                         getElementName(getElementTypeOrSelf(tensor)));
}

static Results defineTopK(TopKOp op, Definition &d) {
  Builder &builder = d.b.builder;
  Attribute options = builder.getDenseI64ArrayAttr(
      {getRank(op.getX()), static_cast<int64_t>(op.getAxis()),
       op.getLargest()});
  return callLibrary(d, "tvm_top_k", {getTypeName(op.getX()), options},
                     d.operands.take_front());
}

static Results defineNonzero(NonzeroOp op, Definition &d) {
  return callLibrary(d, "tvm_nonzero",
                     d.b.builder.getDenseI64ArrayAttr(getRank(op.getX())),
                     d.operands.take_front());
}

static Results defineUnique(UniqueOp op, Definition &d) {
  Attribute options = d.b.builder.getDenseI64ArrayAttr(op.getSorted());
  return callLibrary(d, "tvm_unique", {getTypeName(op.getX()), options},
                     d.operands);
}

static Results defineNonMaxSuppression(NonMaxSuppressionOp op, Definition &d) {
  Value score = op.getScoreThreshold();
  Attribute options = d.b.builder.getDenseI64ArrayAttr(
      {op.getCenterPointBox(), getRank(op.getIouThreshold()),
       score ? getRank(score) : -1});
  SmallVector<Value> inputs(d.operands);
  inputs.erase(inputs.begin() + 2); // the limit is the size of the result
  return callLibrary(d, "tvm_non_max_suppression", options, inputs);
}

void attachSelectionDefinitions(MLIRContext *context) {
  attachTensor<TopKOp, defineTopK>(context);
  attachTensor<NonzeroOp, defineNonzero>(context);
  attachTensor<UniqueOp, defineUnique>(context);
  attachTensor<NonMaxSuppressionOp, defineNonMaxSuppression>(context);
}

} // namespace tvm
