// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_CONSTANTS_CONSTANTS_H
#define TVM_CONVERSION_CONSTANTS_CONSTANTS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace tvm {

/// The bytes of a constant from another compiler, with one byte per bool. The
/// constant is a `dense_resource`, whose data may be missing in a text, or
/// dense. The result refers to `elements` or to `buffer`.
llvm::Expected<llvm::ArrayRef<char>>
getForeignBytes(mlir::ElementsAttr elements,
                llvm::SmallVectorImpl<char> &buffer);

/// The name of a `dense_resource`, empty for others.
llvm::StringRef getForeignName(mlir::ElementsAttr elements);

} // namespace tvm

#endif // TVM_CONVERSION_CONSTANTS_CONSTANTS_H
