// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/OpenDecisions.h"

#include "compiler/files/Files.h"
#include "compiler/schedules/OperatorKeys.h"
#include "compiler/tuning/DecisionRecords.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "mlir/AsmParser/AsmParser.h"
#include "transforms/Graph/AlgorithmRemarks.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::compiler {

//===-- collecting --------------------------------------------------------===//

void OpenDecisions::hear(const remark::detail::Remark &remark) {
  if (remark.getCategoryName() != graph::kAlgorithmRemarkCategory)
    return;
  StringRef node;
  llvm::StringMap<double> cycles;
  for (const auto &argument : remark.getArgs()) {
    double number = 0;
    if (argument.key == graph::kNodeArgument)
      node = argument.val;
    else if (!StringRef(argument.val).getAsDouble(number) && number > 0)
      cycles[argument.key] = number;
  }
  estimates[node] = std::move(cycles);
}

void OpenDecisions::add(Attribute key, StringRef name, Attribute value,
                        Attribute other, double closeness) {
  Builder builder(key.getContext());
  Attribute kind =
      builder.getArrayAttr({getOperator(key), TypeAttr::get(getType(key)),
                            builder.getStringAttr(name), value, other});
  auto [number, isNew] = numbers.try_emplace(kind, decisions.size());
  if (isNew)
    decisions.push_back(
        {name.str(), print(value), print(other), {}, {}, closeness});
  OpenDecision &decision = decisions[number->second];
  decision.operators.push_back(print(key));
  decision.nodes.push_back(getNode(key).str());
}

void OpenDecisions::addAlgorithm(Attribute key, Attribute algorithm) {
  // Without estimates, something else decided.
  llvm::StringMap<double> cycles = estimates.lookup(getNode(key));
  double taken = cycles.lookup(graph::describeAlgorithm(algorithm));
  for (Attribute other : graph::getAlgorithms(key.getContext()))
    if (double estimate = cycles.lookup(graph::describeAlgorithm(other));
        other != algorithm && taken > 0 && estimate > 0)
      add(key, graph::kAlgorithmAttrName, algorithm, other, taken / estimate);
}

/// The closeness of decisions that the compiler takes without an estimate of
/// the other value: layouts, and operators that are separate because of their
/// traffic or their tiles; element-wise operators, which are hardly ever faster
/// alone.
static constexpr double kByRule = 0.5, kHardlyEver = 0.1;

void OpenDecisions::addLayout(Attribute key, StringAttr layout) {
  // Other operators with a layout take the layout of their operands.
  StringRef op = getOperator(key).getValue();
  if (op != graph::ConvOp::getOperationName() &&
      op != graph::ConvTransposeOp::getOperationName())
    return;
  bool isLast = layout.getValue() == "NHWC";
  add(key, graph::kDataLayoutAttrName, layout,
      StringAttr::get(key.getContext(), isLast ? "NCHW" : "NHWC"), kByRule);
}

void OpenDecisions::addFusion(Attribute key, Attribute fusion) {
  Builder builder(key.getContext());
  auto make = [&](StringRef which, StringRef reason) {
    return builder.getDictionaryAttr(
        builder.getNamedAttr(which, builder.getStringAttr(reason)));
  };
  using graph::FusionReason;
  using graph::SeparationReason;
  if (auto joined = graph::getJoined(fusion)) {
    bool isEstimated = *joined == FusionReason::DepthwiseChain ||
                       *joined == FusionReason::Attention;
    return add(key, graph::kFusionAttrName, fusion,
               make(graph::kSeparateKey,
                    stringifySeparationReason(SeparationReason::Asked)),
               isEstimated ? kByRule : kHardlyEver);
  }
  auto separate = graph::getSeparate(fusion);
  bool isConv =
      getOperator(key).getValue() == graph::ConvOp::getOperationName();
  // Others cannot join, or only together with their readers (attention).
  if (isConv && (separate == SeparationReason::Traffic ||
                 separate == SeparationReason::Tiles))
    add(key, graph::kFusionAttrName, fusion,
        make(graph::kJoinedKey,
             stringifyFusionReason(FusionReason::DepthwiseChain)),
        kByRule);
}

void OpenDecisions::collect(const TakenDecisions &taken) {
  taken.forEach([&](Attribute key, DictionaryAttr all,
                    ArrayRef<StringAttr> given) {
    /// The decision `name`, unless it, or one that excludes others, is given.
    auto get = [&](StringRef name, StringRef exclusive) {
      bool isGiven = llvm::any_of(given, [&](StringAttr each) {
        return each.getValue() == name || each.getValue() == exclusive;
      });
      return isGiven ? Attribute() : all.get(name);
    };
    if (Attribute algorithm = get(graph::kAlgorithmAttrName, ""))
      addAlgorithm(key, algorithm);
    if (auto layout = dyn_cast_if_present<StringAttr>(
            get(graph::kDataLayoutAttrName, graph::kKeepLayoutAttrName)))
      addLayout(key, layout);
    if (Attribute fusion = get(graph::kFusionAttrName, graph::kApartAttrName))
      addFusion(key, fusion);
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
      return llvm::createStringError(
          "expected a decision on an operator, got '" + decision.value +
          "' for '" + decision.op + "'");
    map[key].set(decision.name, value);
  }
  return writeFile(path, [&](llvm::raw_ostream &os) {
    os << *makeOperatorModule(map, context) << "\n";
  });
}

} // namespace tvm::compiler
