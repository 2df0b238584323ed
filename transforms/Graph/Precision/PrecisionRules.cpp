// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Precision/PrecisionRules.h"

using namespace mlir;

namespace tvm::graph {

/// The registered operators that `names` are.
static LogicalResult lookUp(MLIRContext *context, StringRef option,
                            ArrayRef<std::string> names,
                            DenseSet<OperationName> &result) {
  for (const std::string &name : names) {
    auto known = RegisteredOperationName::lookup(name, context);
    if (!known)
      return emitError(UnknownLoc::get(context),
                       "expected names of operators in '")
             << option << "', got '" << name << "'";
    result.insert(*known);
  }
  return success();
}

FailureOr<PrecisionRules> PrecisionRules::get(MLIRContext *context,
                                              ArrayRef<std::string> allow,
                                              ArrayRef<std::string> deny) {
  PrecisionRules rules;
  if (failed(lookUp(context, "allow", allow, rules.allowed)) ||
      failed(lookUp(context, "deny", deny, rules.denied)))
    return failure();
  for (const std::string &name : deny)
    if (llvm::is_contained(allow, name))
      return emitError(UnknownLoc::get(context), "expected '")
             << name << "' in 'allow' or in 'deny', got both";
  return rules;
}

Precision PrecisionRules::getPrecision(Operation *op) const {
  if (allowed.contains(op->getName()))
    return Precision::Narrow;
  auto fusion = dyn_cast<FusionInterface>(op);
  if (denied.contains(op->getName()) || !fusion)
    return Precision::Wide;
  if (auto precision = dyn_cast<PrecisionInterface>(op)) {
    Precision own = precision.getPrecision();
    bool isReplaced = (own == Precision::Narrow && !allowed.empty()) ||
                      (own == Precision::Wide && !denied.empty());
    if (!isReplaced)
      return own;
  }
  return fusion.getFusionKind() <= FusionKind::Injective ? Precision::Follows
                                                         : Precision::Wide;
}

} // namespace tvm::graph
