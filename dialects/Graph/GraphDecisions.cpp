// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDecisions.h"

#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/WinogradTiles.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace tvm::graph {

static StringRef getReason(Attribute decision, StringRef key) {
  auto entries = dyn_cast_if_present<DictionaryAttr>(decision);
  auto reason = entries ? entries.getAs<StringAttr>(key) : StringAttr();
  return reason ? reason.getValue() : StringRef();
}

std::optional<FusionReason> getJoined(Attribute decision) {
  return symbolizeFusionReason(getReason(decision, kJoinedKey));
}

std::optional<SeparationReason> getSeparate(Attribute decision) {
  return symbolizeSeparationReason(getReason(decision, kSeparateKey));
}

SmallVector<Attribute> getAlgorithms(MLIRContext *context) {
  SmallVector<Attribute> algorithms{DirectAttr::get(context)};
  for (int64_t tile : kWinogradTiles)
    algorithms.push_back(WinogradAttr::get(context, tile));
  return algorithms;
}

std::string describeAlgorithm(Attribute algorithm) {
  auto winograd = dyn_cast<WinogradAttr>(algorithm);
  if (!winograd)
    return "direct convolution";
  std::string tile = std::to_string(winograd.getTile());
  return "Winograd's F(" + tile + "x" + tile + ", 3x3)";
}

ArrayRef<StringRef> getDecisionNames() {
  static constexpr StringRef kNames[] = {kApartAttrName, kPrecisionAttrName,
                                         kKeepLayoutAttrName,
                                         kDataLayoutAttrName, kFusionAttrName};
  return kNames;
}

static bool hasFloats(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

/// The inherent attribute of operators that have a layout.
static constexpr StringLiteral kInherentLayout = "layout";

static bool hasLayout(RegisteredOperationName op) {
  return llvm::any_of(op.getAttributeNames(), [](StringAttr name) {
    return name.getValue() == kInherentLayout;
  });
}

static Attribute getLayoutDecision(Operation *op) {
  auto name = op->getRegisteredInfo();
  return name && hasLayout(*name)
             ? op->getAttrOfType<StringAttr>(kInherentLayout)
             : StringAttr();
}

bool mayHaveDecision(Operation *op, StringRef name) {
  return isa<FusionInterface>(op) &&
         (name != kPrecisionAttrName || hasFloats(op->getResultTypes())) &&
         (name != kDataLayoutAttrName || getLayoutDecision(op));
}

SmallVector<NamedAttribute> getDecisions(Operation *op) {
  SmallVector<NamedAttribute> decisions;
  MLIRContext *context = op->getContext();
  if (auto conv = dyn_cast<ConvOp>(op); conv && conv.getAlgorithmAttr())
    decisions.emplace_back(StringAttr::get(context, kAlgorithmAttrName),
                           conv.getAlgorithmAttr());
  if (auto winograd = dyn_cast<WinogradConvOp>(op))
    decisions.emplace_back(StringAttr::get(context, kAlgorithmAttrName),
                           winograd.getAlgorithm());
  for (StringRef name : getDecisionNames())
    if (Attribute decision = op->getDiscardableAttr(name))
      decisions.emplace_back(StringAttr::get(context, name), decision);
  return decisions;
}

/// The texts of all algorithms, as a sentence lists them.
static std::string listAlgorithms(MLIRContext *context) {
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<Attribute> all = getAlgorithms(context);
  llvm::interleaveComma(ArrayRef(all).drop_back(), os);
  os << " or " << all.back();
  return text;
}

/// The texts of what decision `name` can be, where `value` is something else.
static std::optional<std::string> checkAlgorithm(StringRef op, TypeRange,
                                                 Attribute value) {
  // Dumps of level graph have the other one.
  bool isWinograd = op == WinogradConvOp::getOperationName();
  if (op != ConvOp::getOperationName() && !isWinograd)
    return ("an operator '" + ConvOp::getOperationName() + "'").str();
  if (isa<WinogradAttr>(value) || (isa<DirectAttr>(value) && !isWinograd))
    return std::nullopt;
  return listAlgorithms(value.getContext());
}

static std::optional<std::string> checkPrecision(StringRef, TypeRange results,
                                                 Attribute value) {
  auto type = dyn_cast<TypeAttr>(value);
  if (!hasFloats(results))
    return "an operator with results of floats";
  if (type && isa<Float32Type, BFloat16Type, Float16Type>(type.getValue()))
    return std::nullopt;
  return "f32, bf16 or f16";
}

static std::optional<std::string> checkLayout(StringRef op, TypeRange,
                                              Attribute value) {
  auto name = RegisteredOperationName::lookup(op, value.getContext());
  if (!name || !hasLayout(*name))
    return "an operator with an attribute 'layout'";
  auto layout = dyn_cast<StringAttr>(value);
  if (layout && (layout.getValue() == "NCHW" || layout.getValue() == "NHWC"))
    return std::nullopt;
  return "\"NCHW\" or \"NHWC\"";
}

/// The decision `key` with all words of an enumeration, whose values are 0 to
/// `maximum`.
template <typename Reason>
static std::string listReasons(StringRef key, uint64_t maximum) {
  std::string text = ("{" + key + " = ").str();
  for (uint64_t value = 0; value <= maximum; ++value)
    text += (value == 0 ? "\"" : " | \"") +
            stringifyEnum(static_cast<Reason>(value)).str() + "\"";
  return text + "}";
}

static std::optional<std::string> checkFusion(StringRef, TypeRange,
                                              Attribute value) {
  bool isKnown = getJoined(value) || getSeparate(value);
  if (isKnown && cast<DictionaryAttr>(value).size() == 1)
    return std::nullopt;
  return listReasons<FusionReason>(kJoinedKey, getMaxEnumValForFusionReason()) +
         " or " +
         listReasons<SeparationReason>(kSeparateKey,
                                       getMaxEnumValForSeparationReason());
}

static std::optional<std::string> checkUnit(StringRef, TypeRange,
                                            Attribute value) {
  if (isa<UnitAttr>(value))
    return std::nullopt;
  return "a unit attribute";
}

std::optional<std::string> checkDecision(StringRef op, TypeRange results,
                                         NamedAttribute decision) {
  StringRef name = decision.getName();
  auto check = llvm::StringSwitch<decltype(&checkUnit)>(name)
                   .Case(kAlgorithmAttrName, checkAlgorithm)
                   .Case(kPrecisionAttrName, checkPrecision)
                   .Case(kDataLayoutAttrName, checkLayout)
                   .Case(kFusionAttrName, checkFusion)
                   .Cases({kApartAttrName, kKeepLayoutAttrName}, checkUnit)
                   .Default(nullptr);
  if (check)
    return check(op, results, decision.getValue());
  return ("a decision, '" + kAlgorithmAttrName + "', '" +
          llvm::join(getDecisionNames(), "' or '") + "'")
      .str();
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
