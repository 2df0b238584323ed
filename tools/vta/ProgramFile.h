// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_VTA_PROGRAMFILE_H
#define TVM_TOOLS_VTA_PROGRAMFILE_H

#include "dialects/VTA/VTAProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tvm::vta {

/// A VTA program from a file.
struct ProgramFile {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The only program of the module.
  ProgramOp program;
};

/// Reads `path`: a module (.mlir), a listing (.txt), or a program file. With
/// `configuration`, a JSON file, the program is for that accelerator, which
/// must have the same instructions. Fails, with a diagnostic, if the files
/// cannot be read or are invalid.
mlir::FailureOr<ProgramFile> readProgramFile(llvm::StringRef path,
                                             llvm::StringRef configuration,
                                             mlir::MLIRContext *context);

} // namespace tvm::vta

#endif // TVM_TOOLS_VTA_PROGRAMFILE_H
