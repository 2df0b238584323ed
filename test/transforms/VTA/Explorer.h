// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_VTA_EXPLORER_H
#define TVM_TEST_TRANSFORMS_VTA_EXPLORER_H

#include "dialects/VTA/VTAProgram.h"

#include <set>

namespace tvm::vta {

/// Whether some execution of `program` misbehaves: it comes to a state in which
/// nothing can go on, leaves a token, has conflicting accesses in flight
/// together, reads what no instruction has written, reaches beyond a memory, or
/// reads an accumulator within its write latency. Queues of tokens and commands
/// are as deep as the configuration says. All states are visited, so programs
/// have to be small. It knows nothing of the checker.
bool misbehaves(ProgramOp program);

/// Possible outcomes of the executions of such a program.
struct Behaviour {
  bool deadlocks = false;
  /// Pairs of instructions that conflict and are in flight together, as numbers
  /// of those that touch anything.
  std::set<std::pair<unsigned, unsigned>> together;

  bool operator==(const Behaviour &other) const {
    return deadlocks == other.deadlocks && together == other.together;
  }
};

Behaviour explore(ProgramOp program);

} // namespace tvm::vta

#endif // TVM_TEST_TRANSFORMS_VTA_EXPLORER_H
