// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_ATTENTION_H
#define TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_ATTENTION_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// Keys or values, [batch, heads, sequence, size], repeated for `heads` heads
/// of queries, several of which share one.
mlir::Value repeatHeads(Node &node, Expansion &e, mlir::Value x, int64_t heads);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_ATTENTION_H
