// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_NODEORDER_H
#define TVM_CONVERSION_ONNXTOGRAPH_NODEORDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <onnx/onnx_pb.h>

namespace tvm::onnx_import {

/// Calls `visit` with the names of the inputs, initializers and node results of
/// `graph`, which hide equal names around it.
void forEachDefinedName(const onnx::GraphProto &graph,
                        llvm::function_ref<void(llvm::StringRef)> visit);

/// An order in which each node follows the producers of its inputs, stable for
/// a list that is in order. It is shorter than `nodes` if there is a cycle: the
/// missing nodes are part of it or depend on it.
llvm::SmallVector<const onnx::NodeProto *>
orderNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_NODEORDER_H
