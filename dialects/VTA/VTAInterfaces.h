#ifndef TVM_DIALECTS_VTA_VTAINTERFACES_H
#define TVM_DIALECTS_VTA_VTAINTERFACES_H

#include "dialects/VTA/VTAAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::vta {

using runtime::vta::TokenQueue;

namespace detail {
/// Compute has two neighbours; load has no previous one, store no next one.
mlir::LogicalResult verifyDependencies(mlir::Operation *op);
/// All fields have the widths that the program's configuration gives them.
mlir::LogicalResult verifyEncoding(mlir::Operation *op);
} // namespace detail

} // namespace tvm::vta

#include "dialects/VTA/VTAInterfaces.h.inc"

namespace tvm::vta {

/// The queues that the dependency bits of `op` take tokens from.
llvm::SmallVector<TokenQueue, 2> getPops(InstructionOpInterface op);

/// The queues that they put tokens into.
llvm::SmallVector<TokenQueue, 2> getPushes(InstructionOpInterface op);

/// Whether a dependency bit is set.
bool hasTokens(InstructionOpInterface op);

/// The same module in the terms of the runtime.
runtime::vta::Module toRuntime(Module module);

} // namespace tvm::vta

#endif // TVM_DIALECTS_VTA_VTAINTERFACES_H
