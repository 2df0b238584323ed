// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Shapes/FormatShape.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::graph {

std::string formatSize(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

std::string formatShape(ArrayRef<int64_t> shape) {
  return llvm::join(llvm::map_range(shape, formatSize), ", ");
}

} // namespace tvm::graph
