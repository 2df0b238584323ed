// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TOSATOGRAPH_WINDOWS_H
#define TVM_CONVERSION_TOSATOGRAPH_WINDOWS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace tvm::tosa_to_graph {

/// Begin and end of each dimension -> all begins, then all ends.
inline llvm::SmallVector<int64_t> getPads(llvm::ArrayRef<int64_t> pads) {
  llvm::SmallVector<int64_t> result;
  for (size_t side : {0, 1})
    for (size_t i = side; i < pads.size(); i += 2)
      result.push_back(pads[i]);
  return result;
}

} // namespace tvm::tosa_to_graph

#endif // TVM_CONVERSION_TOSATOGRAPH_WINDOWS_H
