// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_TARGET_PASSES_H
#define TVM_TRANSFORMS_TARGET_PASSES_H

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::target {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/Target/Passes.h.inc"

} // namespace tvm::target

#endif // TVM_TRANSFORMS_TARGET_PASSES_H
