// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAINTERFACES_H
#define TVM_DIALECTS_VTA_VTAINTERFACES_H

#include "dialects/VTA/VTAAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::vta {

using runtime::vta::TokenQueue;

namespace detail {
/// Checks that compute has two neighbours, load no previous one, and store no
/// next one.
mlir::LogicalResult verifyDependencies(mlir::Operation *op);
/// Checks that all fields have the widths of the program's configuration.
mlir::LogicalResult verifyEncoding(mlir::Operation *op);
} // namespace detail

} // namespace tvm::vta

#include "dialects/VTA/VTAInterfaces.h.inc"

namespace tvm::vta {

/// The queues from which the dependency bits of `op` take tokens.
llvm::SmallVector<TokenQueue, 2> getPops(InstructionOpInterface op);

/// The queues to which the dependency bits of `op` give tokens.
llvm::SmallVector<TokenQueue, 2> getPushes(InstructionOpInterface op);

/// Whether a dependency bit is set.
bool hasTokens(InstructionOpInterface op);

/// Converts a module to the type of the runtime.
runtime::vta::Module toRuntime(Module module);

} // namespace tvm::vta

#endif // TVM_DIALECTS_VTA_VTAINTERFACES_H
