// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ARTEFACTS_LINKER_H
#define TVM_CODEGEN_ARTEFACTS_LINKER_H

#include "codegen/Target.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace tvm::codegen {

/// Links objects into an ELF shared object and returns its bytes. Needs no
/// toolchain: the C and math libraries are generated stubs with their sonames.
///
/// Symbols of default visibility in the objects are exported, hidden ones are
/// not. Symbols that neither the objects nor the C and math libraries define
/// are reported by name.
llvm::Expected<std::string>
linkSharedObject(const Target &target, llvm::ArrayRef<llvm::StringRef> objects);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_LINKER_H
