// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphInterfaces.h"
#include "transforms/Graph/Layout/LayoutConverter.h"

using namespace mlir;

namespace tvm::graph {

/// Whether all that `op` knows of its operands is that they broadcast.
static bool isLayoutAgnostic(Operation *op) {
  auto fusion = dyn_cast<FusionInterface>(op);
  if (!fusion || op->getNumResults() != 1)
    return false;
  if (fusion.getFusionKind() != FusionKind::ElementWise &&
      fusion.getFusionKind() != FusionKind::Broadcast)
    return false;
  DictionaryAttr attributes = op->getAttrDictionary();
  return llvm::none_of(ArrayRef<StringRef>{"axis", "axes", "layout", "shape"},
                       [&](StringRef name) { return attributes.get(name); });
}

void convertElementwise(Operation *op, LayoutConverter &c) {
  if (!isLayoutAgnostic(op))
    return;
  int64_t rank = getTensorType(op->getResult(0)).getRank();
  bool isReady = false;
  for (Value operand : op->getOperands()) {
    if (!c.isAvailable(operand))
      continue;
    isReady = true;
    if (getTensorType(operand).getRank() != rank)
      return;
  }
  if (!isReady)
    return;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    RankedTensorType type = getTensorType(operand);
    bool isScalar = type.hasStaticShape() && type.getNumElements() == 1;
    operands.push_back(isScalar ? operand : c.get(c.extendRank(operand, rank)));
  }
  c.rebuild(op, operands);
}

} // namespace tvm::graph
