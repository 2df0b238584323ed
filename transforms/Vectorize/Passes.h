// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VECTORIZE_PASSES_H
#define TVM_TRANSFORMS_VECTORIZE_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::schedule {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/Vectorize/Passes.h.inc"

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_PASSES_H
