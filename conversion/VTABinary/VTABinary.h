#ifndef TVM_CONVERSION_VTABINARY_VTABINARY_H
#define TVM_CONVERSION_VTABINARY_VTABINARY_H

#include "dialects/VTA/VTAProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/vta/program/Program.h"

namespace tvm::vta {

/// The program as devices load it. Fails, with a diagnostic, at an operation
/// that has no word, and where the parts do not fit to each other.
mlir::FailureOr<runtime::vta::Program> encodeProgram(ProgramOp program);

/// The module with one `vta.program @program` that `encodeProgram` makes
/// `program` of. Locations are positions in the stream of file `name`.
mlir::OwningOpRef<mlir::ModuleOp>
decodeProgram(const runtime::vta::Program &program, llvm::StringRef name,
              mlir::MLIRContext *context);

/// The same of a program file's bytes. Returns null after reporting what is
/// wrong with them.
mlir::OwningOpRef<mlir::ModuleOp> importBinary(llvm::StringRef bytes,
                                               llvm::StringRef name,
                                               mlir::MLIRContext *context);

} // namespace tvm::vta

#endif // TVM_CONVERSION_VTABINARY_VTABINARY_H
