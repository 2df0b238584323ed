// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_VTA_EXPLANATION_H
#define TVM_TOOLS_VTA_EXPLANATION_H

#include "dialects/VTA/VTAProgram.h"
#include "runtime/vta/device/Timing.h"
#include "runtime/vta/program/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace tvm::vta {

/// The distribution of the cycles of a program.
struct Explanation {
  struct Line {
    /// The text of an operation in the module.
    std::string text;
    Module module;
  };

  std::string name;
  /// The key of the accelerator.
  std::string key;
  std::vector<Line> lines;
  runtime::vta::Timing timing;
  /// The reason for an early end of the run; empty if it was complete.
  std::string problem;
};

/// Executes `encoded`, the encoding of `program`, on the cycle model. Timing
/// does not depend on data: inputs are 0. Fails if nothing could be run.
llvm::Expected<Explanation> explain(ProgramOp program,
                                    const runtime::vta::Program &encoded,
                                    uint64_t maxCycles);

/// The explanation as JSON: `name`, `key`, `cycles`, `problem`; `lines`:
/// `text`, `module` (0 load, 1 compute, 2 store); `units`: `name`, `busy`,
/// `channel_waits`, `waits` (`for`, `cycles`); `slices`: `line`, `unit`,
/// `begin`, `end`.
llvm::json::Value toJSON(const Explanation &explanation);

/// Writes a self-contained page.
void writePage(const Explanation &explanation, llvm::raw_ostream &os);

} // namespace tvm::vta

#endif // TVM_TOOLS_VTA_EXPLANATION_H
