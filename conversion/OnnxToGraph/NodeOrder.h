#ifndef TVM_CONVERSION_ONNXTOGRAPH_NODEORDER_H
#define TVM_CONVERSION_ONNXTOGRAPH_NODEORDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <onnx/onnx_pb.h>

namespace tvm::onnx_import {

/// An order in which every node follows the producers of its inputs, stable
/// for a list that is in order. Shorter than `nodes` where there is a cycle:
/// the missing ones take part in it or depend on it.
llvm::SmallVector<const onnx::NodeProto *>
orderNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_NODEORDER_H
