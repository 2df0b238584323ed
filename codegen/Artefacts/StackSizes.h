#ifndef TVM_CODEGEN_ARTEFACTS_STACKSIZES_H
#define TVM_CODEGEN_ARTEFACTS_STACKSIZES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace tvm::codegen {

/// Returns the bytes of stack that a call into an object of ours takes at most,
/// as its section `.stack_sizes` says: the frames of a chain of calls, a
/// kernel's entry, the kernel, the entry of a parallel loop, its body and a
/// part of that. 0 where an object has no such section.
llvm::Expected<uint64_t> getStackBytes(llvm::StringRef object);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_STACKSIZES_H
