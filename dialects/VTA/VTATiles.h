#ifndef TVM_DIALECTS_VTA_VTATILES_H
#define TVM_DIALECTS_VTA_VTATILES_H

#include "dialects/VTA/VTAAttributes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/VTA/VTATiles.h.inc"

namespace tvm::vta {

/// The memory of the chip that a tile is in.
std::optional<Memory> getMemory(mlir::Type type);

/// The accelerator that tile operations are for: `vta.config` of the nearest
/// operation around `op` that has it, or all defaults.
runtime::vta::Configuration getTileConfiguration(mlir::Operation *op);

} // namespace tvm::vta

#endif // TVM_DIALECTS_VTA_VTATILES_H
