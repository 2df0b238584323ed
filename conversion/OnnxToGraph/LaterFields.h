// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_LATERFIELDS_H
#define TVM_CONVERSION_ONNXTOGRAPH_LATERFIELDS_H

#include "mlir/Support/LLVM.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>
#include <vector>

namespace tvm::onnx_import {

// Fields of ONNX's schema that are newer than the protobuf classes of the
// reference platform, which keep them as unknown fields.

/// The overload of a function, or of the function that a node calls, among
/// functions of one domain and name. Empty if the model does not state it.
std::string getOverload(const onnx::FunctionProto &function);
std::string getOverload(const onnx::NodeProto &node);

/// Attributes of `function` with their default values. Nothing where one of
/// them cannot be parsed.
std::optional<std::vector<onnx::AttributeProto>>
getDefaultAttributes(const onnx::FunctionProto &function);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_LATERFIELDS_H
