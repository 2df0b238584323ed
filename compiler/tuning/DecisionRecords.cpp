// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/DecisionRecords.h"

#include "compiler/Diagnostics.h"
#include "compiler/schedules/FusionDecisions.h"
#include "compiler/tuning/RecordRemarks.h"
#include "dialects/Graph/GraphDecisions.h"
#include "mlir/AsmParser/AsmParser.h"
#include "tuner/configurations/Configuration.h"
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
                                           const tuner::RecordContext &asked,
                                           Attribute key, StringRef name,
                                           RecordRemarks &remarks) {
  auto answer = tuner::findAnswer(
      database, tuner::getRecordedTask(print(key), name), asked, /*limit=*/1);
  if (!answer)
    return answer.takeError();
  remarks.note(*answer);
  if (answer->strategies.empty())
    return Attribute();
  MLIRContext *context = key.getContext();
  ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
  Attribute value =
      parseAttribute(answer->strategies.front().strategy, context);
  auto results = getType(key).getResults();
  NamedAttribute decision(name, value ? value : UnitAttr::get(context));
  bool isWrong = !value || graph::checkDecision(getOperator(key).getValue(),
                                                results, decision);
  return isWrong ? Attribute() : value;
}

FailureOr<DecisionMap> findRecordedDecisions(tuner::Database &database,
                                             const tuner::RecordContext &asked,
                                             ModuleOp model,
                                             ArrayRef<StringRef> names) {
  DecisionMap decisions;
  RecordRemarks remarks;
  SmallVector<Attribute> fusions = getRecordedFusions(model);
  WalkResult result = model.walk([&](Operation *op) {
    Attribute key = getOperatorKey(op);
    if (!key)
      return WalkResult::advance();
    for (StringRef name : names) {
      if (op->getAttr(name) ||
          (name == graph::kFusionAttrName && llvm::is_contained(fusions, key)))
        continue;
      auto value = findValue(database, asked, key, name, remarks);
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
  remarks.emit(model, "decision");
  return decisions;
}

} // namespace tvm::compiler
