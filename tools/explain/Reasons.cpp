#include "tools/explain/Reasons.h"

#include "transforms/Graph/AlgorithmRemarks.h"
#include "transforms/Graph/Fusion/FusionGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tvm::explain {

std::string explainJoining(graph::FusionReason because) {
  using graph::FusionReason;
  switch (because) {
  case FusionReason::Single:
    return "the kernel has one operator";
  case FusionReason::PostDominator:
    return "one kernel: each operator is read by the next ones alone, and they "
           "are of kinds that join";
  case FusionReason::Transpose:
    return "one kernel: a transpose joins the operator that it moves data of";
  case FusionReason::DepthwiseChain:
    return "one kernel: what is between a depthwise and a pointwise "
           "convolution stays in the cache";
  case FusionReason::Attention:
    return "one kernel: the scores between two products and a softmax stay in "
           "the cache";
  }
  llvm_unreachable("no such reason");
}

std::string explainSeparation(graph::SeparationReason apart) {
  return ("it ends here: " + graph::describe(apart)).str();
}

static StringRef getArgument(const mlir::remark::detail::Remark &remark,
                             StringRef key) {
  for (const auto &argument : remark.getArgs())
    if (argument.key == key)
      return argument.val;
  return "";
}

StringRef getNode(const mlir::remark::detail::Remark &remark) {
  return getArgument(remark, graph::kNodeArgument);
}

std::string explainAlgorithm(const mlir::remark::detail::Remark &remark) {
  bool isWinograd = remark.getRemarkName() == "winograd";
  std::string text =
      isWinograd ? "Winograd's algorithm: " : "direct convolution: ";
  StringRef direct = getArgument(remark, graph::kDirectArgument);
  StringRef winograd = getArgument(remark, graph::kWinogradArgument);
  if (direct.empty())
    return text + getArgument(remark, graph::kReasonArgument).str();
  return text + "about " + (isWinograd ? winograd : direct).str() +
         " cycles of one core, " +
         (isWinograd ? "direct convolution " : "Winograd's algorithm ") +
         (isWinograd ? direct : winograd).str();
}

} // namespace tvm::explain
