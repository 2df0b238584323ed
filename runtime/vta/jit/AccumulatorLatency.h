// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A check for the core, which has no interlock: a micro-op that reads the
// accumulator too early gets the previous value.
#ifndef RUNTIME_VTA_JIT_ACCUMULATORLATENCY_H
#define RUNTIME_VTA_JIT_ACCUMULATORLATENCY_H

#include "runtime/vta/jit/Microkernel.h"

namespace tvm::runtime::vta {

/// Fails with TVM_INVALID_ARGUMENT if a micro-op reads an element that one of
/// the `latency` - 1 preceding micro-ops wrote, over both loops.
Status checkAccumulatorLatency(const Microkernel &kernel, unsigned latency);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_ACCUMULATORLATENCY_H
