// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_VTABINARY_VTABINARY_H
#define TVM_CONVERSION_VTABINARY_VTABINARY_H

#include "dialects/VTA/VTAProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/vta/program/Program.h"

namespace tvm::vta {

/// The program in the form that devices load. Fails, with a diagnostic, at an
/// operation without a word, or if the parts do not fit together.
mlir::FailureOr<runtime::vta::Program> encodeProgram(ProgramOp program);

/// The inverse of `encodeProgram`: a module with one `vta.program @program`.
/// Locations are positions in the stream of file `name`.
mlir::OwningOpRef<mlir::ModuleOp>
decodeProgram(const runtime::vta::Program &program, llvm::StringRef name,
              mlir::MLIRContext *context);

/// Decodes the bytes of a program file. Returns null after reporting errors.
mlir::OwningOpRef<mlir::ModuleOp> importBinary(llvm::StringRef bytes,
                                               llvm::StringRef name,
                                               mlir::MLIRContext *context);

} // namespace tvm::vta

#endif // TVM_CONVERSION_VTABINARY_VTABINARY_H
