// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_DIALECTS_H
#define TVM_COMPILER_DIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace tvm::compiler {

/// All dialects of the levels, with the interfaces that the passes need.
mlir::DialectRegistry getDialects();

} // namespace tvm::compiler

#endif // TVM_COMPILER_DIALECTS_H
