// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_EXTERNALDATA_H
#define TVM_CONVERSION_ONNXTOGRAPH_EXTERNALDATA_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace onnx {
class TensorProto;
} // namespace onnx

namespace tvm::onnx_import {

/// Maps the external data of `tensor`, `size` bytes, from a regular file
/// inside the folder of `modelPath`. Refuses absolute paths, `..`, links and
/// ranges outside the file.
llvm::Expected<std::shared_ptr<llvm::MemoryBuffer>>
readExternalData(const onnx::TensorProto &tensor, llvm::StringRef modelPath,
                 int64_t size);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_EXTERNALDATA_H
