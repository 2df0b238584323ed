#include "compiler/tuning/OpenDecisions.h"

#include "compiler/files/Files.h"
#include "compiler/schedules/OperatorKeys.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/WinogradTiles.h"
#include "mlir/AsmParser/AsmParser.h"
#include "transforms/Graph/AlgorithmRemarks.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::compiler {

static std::string print(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os);
  return text;
}

//===-- collecting --------------------------------------------------------===//

void OpenDecisions::hear(const remark::detail::Remark &remark) {
  if (remark.getCategoryName() != graph::kAlgorithmRemarkCategory)
    return;
  StringRef node;
  Estimates both{0, 0};
  for (const auto &argument : remark.getArgs()) {
    if (argument.key == graph::kNodeArgument)
      node = argument.val;
    else if (argument.key == graph::kDirectArgument)
      (void)StringRef(argument.val).getAsDouble(both.direct);
    else if (argument.key == graph::kWinogradArgument)
      (void)StringRef(argument.val).getAsDouble(both.winograd);
  }
  if (both.direct > 0 && both.winograd > 0)
    estimates[node] = both;
}

void OpenDecisions::add(Attribute key, StringRef name, Attribute value,
                        Attribute other, std::optional<double> closeness) {
  auto isEqual = [&](const OpenDecision &open) {
    Attribute first =
        parseAttribute(open.operators.front(), key.getContext());
    return open.name == name && open.value == print(value) &&
           getOperator(first) == getOperator(key) &&
           getType(first) == getType(key);
  };
  auto known = llvm::find_if(decisions, isEqual);
  if (known == decisions.end()) {
    decisions.push_back(
        {name.str(), print(value), print(other), {}, {}, closeness});
    known = std::prev(decisions.end());
  }
  known->operators.push_back(print(key));
  known->nodes.push_back(getNode(key).str());
}

void OpenDecisions::collect(const TakenDecisions &taken) {
  taken.forEach([&](Attribute key, DictionaryAttr all,
                    ArrayRef<StringAttr> given) {
    Attribute algorithm = all.get(graph::kAlgorithmAttrName);
    auto both = estimates.find(getNode(key));
    auto isGiven = [&](StringRef name) {
      return llvm::any_of(given, [&](StringAttr each) {
        return each.getValue() == name;
      });
    };
    if (algorithm && both != estimates.end() &&
        !isGiven(graph::kAlgorithmAttrName)) {
      auto [direct, winograd] = both->second;
      MLIRContext *context = key.getContext();
      if (isa<graph::WinogradAttr>(algorithm))
        add(key, graph::kAlgorithmAttrName, algorithm,
            graph::DirectAttr::get(context), winograd / direct);
      else
        add(key, graph::kAlgorithmAttrName, algorithm,
            graph::WinogradAttr::get(context, graph::kWinogradTile),
            direct / winograd);
    }
  });
}

//===-- giving ------------------------------------------------------------===//

llvm::Error writeDecisions(llvm::ArrayRef<GivenDecision> decisions,
                           StringRef path, MLIRContext *context) {
  ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
  DecisionMap map;
  for (const GivenDecision &decision : decisions) {
    Attribute key = parseAttribute(decision.op, context);
    Attribute value = parseAttribute(decision.value, context);
    if (!isOperatorKey(key) || !value)
      return llvm::createStringError("expected a decision on an operator, got '" +
                                     decision.value + "' for '" + decision.op +
                                     "'");
    map[key].set(decision.name, value);
  }
  return writeFile(path, [&](llvm::raw_ostream &os) {
    os << *makeOperatorModule(map, context) << "\n";
  });
}

} // namespace tvm::compiler
