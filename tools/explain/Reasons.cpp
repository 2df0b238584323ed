#include "tools/explain/Reasons.h"

#include "transforms/Graph/AlgorithmRemarks.h"
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
  using graph::SeparationReason;
  switch (apart) {
  case SeparationReason::Result:
    return "it ends here: its result is a result of the model";
  case SeparationReason::Readers:
    return "it ends here: several kernels read its result";
  case SeparationReason::Kinds:
    return "it ends here: the operator that reads its result is of a kind that "
           "does not join";
  case SeparationReason::Opaque:
    return "it ends here: it, or the operator that reads its result, is a "
           "kernel of its own";
  case SeparationReason::Asked:
    return "it ends here: 'graph.apart' asks for it";
  case SeparationReason::Limit:
    return "it ends here: it would have too many operators";
  case SeparationReason::Traffic:
    return "it ends here: with what reads its result, it would move no less "
           "memory";
  case SeparationReason::Tiles:
    return "it ends here: no schedule rule has tiles for it and what reads its "
           "result";
  }
  llvm_unreachable("no such reason");
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
      isWinograd ? "Winograd's algorithm: " : "sums over windows: ";
  StringRef direct = getArgument(remark, graph::kDirectArgument);
  StringRef winograd = getArgument(remark, graph::kWinogradArgument);
  if (direct.empty())
    return text + getArgument(remark, graph::kReasonArgument).str();
  return text + "about " + (isWinograd ? winograd : direct).str() +
         " cycles of one core, " +
         (isWinograd ? "sums over windows " : "Winograd's algorithm ") +
         (isWinograd ? direct : winograd).str();
}

} // namespace tvm::explain
