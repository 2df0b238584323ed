// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_FAILURE_H
#define TVM_TUNER_DATABASE_FAILURE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace tvm::tuner {

/// The causes of failures of strategies. A record's failure is the name of its
/// cause, a colon, and what happened: "crash: Segmentation fault".
enum class Cause {
  CompileError, // the compiler refuses the program, or crashes
  CompileLimit, // a limit of the compilation: time, memory, size of the code
  Hang,         // the kernel does not end in time
  Crash,        // a signal ends the kernel
  WrongResult,  // an output differs
  OutOfBounds,  // the kernel writes outside of its outputs
  RunError      // any other failure of a run
};

/// "compile error", "compile limit", "hang", "crash", "wrong result", "write
/// out of bounds", "run error".
llvm::StringRef getName(Cause cause);

/// The failure of a record.
std::string describeFailure(Cause cause, const llvm::Twine &what);

/// The name of the cause of a record's failure; "other" where it has none of
/// these names.
llvm::StringRef getCauseName(llvm::StringRef failure);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_FAILURE_H
