#include "dialects/Graph/GraphDecisions.h"

#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/WinogradTiles.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::graph {

ArrayRef<StringRef> getDecisionNames() {
  static constexpr StringRef kNames[] = {kApartAttrName, kPrecisionAttrName,
                                         kKeepLayoutAttrName};
  return kNames;
}

static bool hasFloats(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

bool mayHaveDecision(Operation *op, StringRef name) {
  return isa<FusionInterface>(op) &&
         (name != kPrecisionAttrName || hasFloats(op->getResultTypes()));
}

SmallVector<NamedAttribute> getDecisions(Operation *op) {
  SmallVector<NamedAttribute> decisions;
  MLIRContext *context = op->getContext();
  if (auto conv = dyn_cast<ConvOp>(op); conv && conv.getAlgorithmAttr())
    decisions.emplace_back(StringAttr::get(context, kAlgorithmAttrName),
                           conv.getAlgorithmAttr());
  if (isa<WinogradConvOp>(op))
    decisions.emplace_back(StringAttr::get(context, kAlgorithmAttrName),
                           WinogradAttr::get(context, kWinogradTile));
  for (StringRef name : getDecisionNames())
    if (Attribute decision = op->getDiscardableAttr(name))
      decisions.emplace_back(StringAttr::get(context, name), decision);
  return decisions;
}

std::optional<std::string> checkDecision(StringRef op, TypeRange results,
                                         NamedAttribute decision) {
  StringRef name = decision.getName();
  Attribute value = decision.getValue();
  if (name == kAlgorithmAttrName) {
    if (op != ConvOp::getOperationName())
      return ("an operator '" + ConvOp::getOperationName() + "'").str();
    if (isa<DirectAttr, WinogradAttr>(value))
      return std::nullopt;
    return "#graph.direct or #graph.winograd<tile = 4>";
  }
  if (name == kPrecisionAttrName) {
    auto type = dyn_cast<TypeAttr>(value);
    if (!hasFloats(results))
      return "an operator with results of floats";
    if (type && isa<Float32Type, BFloat16Type, Float16Type>(type.getValue()))
      return std::nullopt;
    return "f32, bf16 or f16";
  }
  if (!llvm::is_contained(getDecisionNames(), name))
    return ("a decision, '" + kAlgorithmAttrName + "', '" +
            llvm::join(getDecisionNames(), "' or '") + "'")
        .str();
  if (isa<UnitAttr>(value))
    return std::nullopt;
  return "a unit attribute";
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
