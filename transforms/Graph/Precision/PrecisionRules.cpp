#include "transforms/Graph/Precision/PrecisionRules.h"

#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Networks/GraphNormalization.h"
#include "dialects/Graph/Networks/GraphPooling.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "llvm/ADT/SetOperations.h"

using namespace mlir;

namespace tvm::graph {

template <typename... Ops> static SmallVector<std::string> getNames() {
  return {Ops::getOperationName().str()...};
}

/// Sums of products: where time and weights are.
static SmallVector<std::string> getDefaultAllowed() {
  return getNames<ConvOp, ConvTransposeOp, EinsumOp, MatMulOp>();
}

/// Element by element, but what is lost in an operand grows in the result.
static SmallVector<std::string> getDefaultDenied() {
  return getNames<AtanhOp, BatchNormOp, CosOp, CoshOp, ExpOp, LogOp, PowOp,
                  RangeOp, SinOp, SinhOp, TanOp>();
}

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
  rules.isDefault = allow.empty();
  auto allowed = getDefaultAllowed(), denied = getDefaultDenied();
  if (failed(lookUp(context, "allow", allow.empty() ? allowed : allow,
                    rules.allowed)) ||
      failed(
          lookUp(context, "deny", deny.empty() ? denied : deny, rules.denied)))
    return failure();
  for (const std::string &name : deny)
    if (llvm::is_contained(allow, name))
      return emitError(UnknownLoc::get(context), "expected '")
             << name << "' in 'allow' or in 'deny', got both";
  // A list of the user comes before a default.
  if (allow.empty())
    llvm::set_subtract(rules.allowed, rules.denied);
  else
    llvm::set_subtract(rules.denied, rules.allowed);
  return rules;
}

/// Whether each element of the result is one of the data.
static bool selectsElements(Operation *op) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getKind() == ReduceKind::Max ||
           reduce.getKind() == ReduceKind::Min;
  return isa<MaxPoolOp>(op);
}

Precision PrecisionRules::getPrecision(Operation *op) const {
  if (allowed.contains(op->getName()))
    return Precision::Narrow;
  auto fusion = dyn_cast<FusionInterface>(op);
  if (denied.contains(op->getName()) || !fusion)
    return Precision::Wide;
  return fusion.getFusionKind() <= FusionKind::Injective || selectsElements(op)
             ? Precision::Follows
             : Precision::Wide;
}

} // namespace tvm::graph
