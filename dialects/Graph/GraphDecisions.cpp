#include "dialects/Graph/GraphDecisions.h"

#include "dialects/Graph/GraphInterfaces.h"

using namespace mlir;

namespace tvm::graph {

void keepDecisions(Operation *from, Operation *to) {
  if (!isa<FusionInterface>(to))
    return;
  for (StringRef name :
       {kApartAttrName, kPrecisionAttrName, kKeepLayoutAttrName})
    if (Attribute decision = from->getDiscardableAttr(name);
        decision && !to->getDiscardableAttr(name))
      to->setDiscardableAttr(name, decision);
}

void DecisionKeeper::notifyOperationReplaced(Operation *op,
                                             ValueRange replacement) {
  // An operand that stands for the result was there before.
  for (Value value : replacement)
    if (Operation *other = value ? value.getDefiningOp() : nullptr;
        other && !llvm::is_contained(op->getOperands(), value))
      keepDecisions(op, other);
}

} // namespace tvm::graph
