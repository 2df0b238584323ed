// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run as a timeline for chrome://tracing or Perfetto.
#ifndef RUNTIME_VTA_CYCLES_TRACEWRITER_H
#define RUNTIME_VTA_CYCLES_TRACEWRITER_H

#include "runtime/vta/device/Timing.h"
#include "runtime/vta/isa/Instruction.h"

#include <string>

namespace tvm::runtime::vta {

/// The timeline as JSON in the trace event format: a thread per module, an
/// event per instruction, with its index. A microsecond represents a cycle.
std::string traceOf(const Timing &timing,
                    const std::vector<Instruction> &instructions);

/// A text with a line per unit: cycles, utilisation, and reasons for waiting.
std::string summaryOf(const Timing &timing);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_TRACEWRITER_H
