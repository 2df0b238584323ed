#include "compiler/tuning/DecisionRecords.h"

#include "compiler/Diagnostics.h"
#include "compiler/schedules/FusionDecisions.h"
#include "dialects/Graph/GraphDecisions.h"
#include "mlir/AsmParser/AsmParser.h"
#include "tuner/configurations/Configuration.h"
#include "tuner/database/Database.h"
#include "tuner/database/Methods.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::compiler {

std::string print(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os);
  return text;
}

/// The best recorded value of decision `name` for operators with `key`; null if
/// there is none.
static llvm::Expected<Attribute> findValue(tuner::Database &database,
                                           StringRef target, Attribute key,
                                           StringRef name) {
  const tuner::Method &method = tuner::kConfigurations;
  auto best = database.getBest(tuner::getRecordedTask(print(key), name),
                               {target, method.name, method.leastRecords},
                               /*limit=*/1);
  if (!best)
    return best.takeError();
  if (best->empty() || best->front().share >= 1)
    return Attribute();
  MLIRContext *context = key.getContext();
  ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
  Attribute value = parseAttribute(best->front().strategy, context);
  auto results = getType(key).getResults();
  NamedAttribute decision(name, value ? value : UnitAttr::get(context));
  bool isWrong = !value || graph::checkDecision(getOperator(key).getValue(),
                                                results, decision);
  return isWrong ? Attribute() : value;
}

FailureOr<DecisionMap> findRecordedDecisions(tuner::Database &database,
                                             StringRef target, ModuleOp model,
                                             ArrayRef<StringRef> names) {
  DecisionMap decisions;
  SmallVector<Attribute> fusions = getRecordedFusions(model);
  WalkResult result = model.walk([&](Operation *op) {
    Attribute key = getOperatorKey(op);
    if (!key)
      return WalkResult::advance();
    for (StringRef name : names) {
      if (op->getAttr(name) ||
          (name == graph::kFusionAttrName && llvm::is_contained(fusions, key)))
        continue;
      auto value = findValue(database, target, key, name);
      if (!value) {
        (void)reportError(model.getContext(), value.takeError());
        return WalkResult::interrupt();
      }
      if (*value)
        decisions[key].set(name, *value);
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return decisions;
}

} // namespace tvm::compiler
