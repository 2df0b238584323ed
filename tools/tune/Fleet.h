// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_FLEET_H
#define TVM_TOOLS_TUNE_FLEET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tvm::tvmc {

/// Replaces this process by the program that tunes on a cluster, `python3 -m
/// tvm_mlir.fleet` (python/tvm_mlir/fleet.py), which gets the `arguments` of
/// `tvmc tune`. TVM_MLIR_PYTHON names another Python. Returns only with an
/// error: Python, or a package, is missing.
llvm::Error runFleet(llvm::ArrayRef<llvm::StringRef> arguments);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_FLEET_H
