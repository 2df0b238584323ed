// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_OUTOFMEMORY_H
#define TVM_CODEGEN_OUTOFMEMORY_H

namespace tvm::codegen {

/// Whether the process cannot allocate another 64 MiB, which is then the most
/// likely cause of a crash. May be called by handlers of signals.
bool isMemoryExhausted();

} // namespace tvm::codegen

#endif // TVM_CODEGEN_OUTOFMEMORY_H
