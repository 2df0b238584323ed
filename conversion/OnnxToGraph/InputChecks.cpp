// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/InputChecks.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::onnx_import {

LogicalResult checkShape(const Node &node, int i, ArrayRef<int64_t> shape) {
  RankedTensorType type = node.inputType(i);
  if (!type || succeeded(verifyCompatibleShape(type.getShape(), shape)))
    return success();
  return node.error() << "expected input " << i << " to be of type "
                      << type.clone(shape) << ", got " << type;
}

LogicalResult checkRange(const Node &node, StringRef name, int64_t least,
                         int64_t most) {
  int64_t value = node.getInt(name, least);
  if (value >= least && value <= most)
    return success();
  return node.error() << "expected " << name << " from " << least << " to "
                      << most << ", got " << value;
}

LogicalResult checkOneOf(const Node &node, ArrayRef<std::string> names) {
  auto given = llvm::count_if(
      names, [&](StringRef name) { return node.hasAttribute(name); });
  if (given == 1)
    return success();
  InFlightDiagnostic error = node.error();
  error << "expected one of the attributes ";
  llvm::interleaveComma(names, error);
  return error << ", got " << given << " of them";
}

} // namespace tvm::onnx_import
