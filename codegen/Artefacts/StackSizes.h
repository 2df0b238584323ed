// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ARTEFACTS_STACKSIZES_H
#define TVM_CODEGEN_ARTEFACTS_STACKSIZES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace tvm::codegen {

/// Returns the largest number of stack bytes of a call into a generated object,
/// from its section `.stack_sizes`: the frames of a chain of calls, which are a
/// kernel's entry, the kernel, the entry of a parallel loop, its body and a
/// part of that. 0 if an object has no such section.
llvm::Expected<uint64_t> getStackBytes(llvm::StringRef object);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_STACKSIZES_H
