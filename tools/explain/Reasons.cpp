// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The arguments that are no estimate of an algorithm.
static constexpr StringLiteral kFacts[] = {
    graph::kNodeArgument, graph::kAlgorithmArgument, graph::kReasonArgument};

std::string explainAlgorithm(const mlir::remark::detail::Remark &remark) {
  std::string algorithm = getArgument(remark, graph::kAlgorithmArgument).str();
  StringRef cycles = getArgument(remark, algorithm);
  if (cycles.empty()) // estimates did not decide
    return algorithm + ": " + getArgument(remark, graph::kReasonArgument).str();
  std::string text =
      algorithm + ": about " + cycles.str() + " cycles of one core";
  for (const auto &argument : remark.getArgs())
    if (argument.key != algorithm && !is_contained(kFacts, argument.key))
      text += ", " + argument.key + " " + argument.val;
  return text;
}

} // namespace tvm::explain
