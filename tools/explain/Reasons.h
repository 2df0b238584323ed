// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_EXPLAIN_REASONS_H
#define TVM_TOOLS_EXPLAIN_REASONS_H

#include "dialects/Graph/GraphAttributes.h"
#include "mlir/IR/Remarks.h"

#include <string>

namespace tvm::explain {

/// A sentence on why the operators of a kernel are one.
std::string explainJoining(graph::FusionReason because);

/// A sentence on why the readers of a kernel's result are other kernels.
std::string explainSeparation(graph::SeparationReason apart);

/// The name of the node in a remark on the algorithm of a convolution
/// (transforms/Graph/AlgorithmRemarks.h).
llvm::StringRef getNode(const mlir::remark::detail::Remark &remark);

/// A sentence on why the convolution has its algorithm.
std::string explainAlgorithm(const mlir::remark::detail::Remark &remark);

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_REASONS_H
