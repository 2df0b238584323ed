#ifndef TVM_CODEGEN_OUTOFMEMORY_H
#define TVM_CODEGEN_OUTOFMEMORY_H

namespace tvm::codegen {

/// Whether the process cannot get another 64 MiB. May be called by handlers of
/// signals: what crashes then most likely does so for want of memory.
bool isMemoryExhausted();

} // namespace tvm::codegen

#endif // TVM_CODEGEN_OUTOFMEMORY_H
