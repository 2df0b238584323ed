#ifndef TVM_TEST_TRANSFORMS_VTA_EXPLORER_H
#define TVM_TEST_TRANSFORMS_VTA_EXPLORER_H

#include "dialects/VTA/VTAProgram.h"

namespace tvm::vta {

/// Whether some execution of `program` misbehaves: it comes to a state in which
/// nothing can go on, leaves a token, has conflicting accesses in flight
/// together, or reads what no instruction has written. All states are visited,
/// so programs have to be small; instructions are on ranges of buffers with at
/// most 16 elements and memories of their own. It knows nothing of the checker.
bool misbehaves(ProgramOp program);

} // namespace tvm::vta

#endif // TVM_TEST_TRANSFORMS_VTA_EXPLORER_H
