#ifndef TVM_CONVERSION_ONNXTOGRAPH_LATERFIELDS_H
#define TVM_CONVERSION_ONNXTOGRAPH_LATERFIELDS_H

#include "mlir/Support/LLVM.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>
#include <vector>

namespace tvm::onnx_import {

// Fields that ONNX's schema got after the protobuf classes of the reference
// platform were made. Those classes keep such fields as unknown ones.

/// Which of several functions of one domain and name a function is, or a node
/// calls. Empty where the model does not say.
std::string getOverload(const onnx::FunctionProto &function);
std::string getOverload(const onnx::NodeProto &node);

/// Attributes of `function` with their default values. Nothing where one of
/// them cannot be parsed.
std::optional<std::vector<onnx::AttributeProto>>
getDefaultAttributes(const onnx::FunctionProto &function);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_LATERFIELDS_H
