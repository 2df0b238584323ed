#ifndef TVM_TOOLS_TUNE_FLEET_H
#define TVM_TOOLS_TUNE_FLEET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tvm::tvmc {

/// Becomes the program that tunes on a cluster: `python3 -m tvm_mlir.fleet`
/// with `arguments`, those of `tvmc tune`, whose output and exit status are the
/// command's (python/tvm_mlir/fleet.py describes them). TVM_MLIR_PYTHON names
/// another Python. Only returns if that has not what it needs.
llvm::Error runFleet(llvm::ArrayRef<llvm::StringRef> arguments);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_FLEET_H
