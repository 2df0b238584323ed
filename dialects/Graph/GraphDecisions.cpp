#include "dialects/Graph/GraphDecisions.h"

#include "dialects/Graph/GraphInterfaces.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::graph {

ArrayRef<StringRef> getDecisionNames() {
  static constexpr StringRef kNames[] = {kApartAttrName, kPrecisionAttrName,
                                         kKeepLayoutAttrName};
  return kNames;
}

bool mayHaveDecision(Operation *op, StringRef name) {
  if (!isa<FusionInterface>(op))
    return false;
  return name != kPrecisionAttrName ||
         llvm::any_of(op->getResultTypes(), [](Type type) {
           return isa<FloatType>(getElementTypeOrSelf(type));
         });
}

void keepDecision(Operation *from, Operation *to, StringRef name) {
  Attribute decision = from->getDiscardableAttr(name);
  if (decision && mayHaveDecision(to, name) && !to->getDiscardableAttr(name))
    to->setDiscardableAttr(name, decision);
}

void keepDecisions(Operation *from, Operation *to) {
  for (StringRef name : getDecisionNames())
    keepDecision(from, to, name);
}

} // namespace tvm::graph
