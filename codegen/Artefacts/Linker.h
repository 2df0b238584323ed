#ifndef TVM_CODEGEN_ARTEFACTS_LINKER_H
#define TVM_CODEGEN_ARTEFACTS_LINKER_H

#include "codegen/Target.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace tvm::codegen {

/// Links objects into an ELF shared object and returns its bytes. Needs no
/// toolchain: the C and math libraries are stubs with their sonames, made here.
///
/// Symbols of default visibility in the objects are exported, hidden ones are
/// not. What neither the objects nor the C and math libraries define is
/// reported by name.
llvm::Expected<std::string>
linkSharedObject(const Target &target, llvm::ArrayRef<llvm::StringRef> objects);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_LINKER_H
