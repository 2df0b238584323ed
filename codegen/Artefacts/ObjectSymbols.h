// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ARTEFACTS_OBJECTSYMBOLS_H
#define TVM_CODEGEN_ARTEFACTS_OBJECTSYMBOLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tvm::codegen {

/// Calls `use` with the name and the flags (llvm::object::SymbolRef) of each
/// symbol of ELF objects.
llvm::Error
forEachSymbol(llvm::ArrayRef<llvm::StringRef> objects,
              llvm::function_ref<void(llvm::StringRef, uint32_t)> use);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_OBJECTSYMBOLS_H
