// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCRIPTS_PAYLOADPROGRAM_H
#define TVM_COMPILER_SCRIPTS_PAYLOADPROGRAM_H

#include "compiler/scripts/PayloadInterface.h"
#include "mlir/IR/OwningOpRef.h"

namespace tvm::compiler {

/// Turns `payload`, after a script, into a program at level `loops` whose only
/// kernel is the function of `interface`: tensors become buffers, linalg
/// becomes loops (upstream's passes), and the kernel has an empty schedule, so
/// that no rule changes what the script made. Inputs of the program are called
/// x0, x1 …, its results y0, y1 …; a memref that is both is copied first. Null
/// after reporting errors.
mlir::OwningOpRef<mlir::ModuleOp>
makePayloadProgram(mlir::OwningOpRef<mlir::ModuleOp> payload,
                   const PayloadInterface &interface);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCRIPTS_PAYLOADPROGRAM_H
