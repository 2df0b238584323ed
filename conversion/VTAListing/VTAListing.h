// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_VTALISTING_VTALISTING_H
#define TVM_CONVERSION_VTALISTING_VTALISTING_H

#include "dialects/VTA/VTAProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tvm::vta {

/// Reads a listing as a module with one `vta.program @program`:
///
///     // Title
///     // Virtual Thread 0
///     0x00: LOAD(PARAM[ 0-71])                // LD@TID0
///     0x01: PUSH(LD->EX)                      // LD@TID0
///
/// also POP, EXE (sources, destination) and STOR. Addresses increase; a comment
/// names the module and the thread of its line, and may be missing. Buffers
/// have the size of their used part. Returns null after reporting the first
/// invalid line; `name` is the name of the file.
mlir::OwningOpRef<mlir::ModuleOp> importListing(llvm::StringRef text,
                                                llvm::StringRef name,
                                                mlir::MLIRContext *context);

/// Writes the program as such a listing. Fails, with a diagnostic, if it has
/// dependency bits, or operations that are not part of a listing.
mlir::LogicalResult exportListing(ProgramOp program, llvm::raw_ostream &os);

/// The name of a module in listings: "LD", "EX" or "ST".
llvm::StringRef getListingName(Module module);

} // namespace tvm::vta

#endif // TVM_CONVERSION_VTALISTING_VTALISTING_H
