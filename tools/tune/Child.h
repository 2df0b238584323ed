#ifndef TVM_TOOLS_TUNE_CHILD_H
#define TVM_TOOLS_TUNE_CHILD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <string>
#include <vector>

namespace tvm::tvmc {

/// The limits of a child process.
struct Limits {
  unsigned seconds = 60;
  unsigned megabytes = 0; // of memory; 0: any
};

/// The result of a child process.
struct ChildResult {
  /// The way in which a process ends.
  enum class End { Success, Error, Signal, TimeLimit, MemoryLimit };

  End end = End::Success;
  /// What it printed.
  std::string output;
  /// The cause of its failure: its first error message, "signal: …", "time
  /// limit of 60 s" or "memory limit of 4096 MB". Empty if it succeeded.
  std::string failure;
  /// The time from its start to its end.
  double seconds = 0;
};

/// Runs tvmc commands in processes of their own, so that code that crashes or
/// never ends does no harm.
class ChildRunner {
public:
  /// `program` is the path of tvmc; `folder` takes the files of its output, and
  /// the kernels that it compiles, so that candidates do not stay in the user's
  /// cache.
  /// `isInterrupted`, if not null, says whether a user ends the program: a
  /// signal of the terminal also reaches the child.
  ChildRunner(std::string program, std::string folder,
              const std::atomic<bool> *isInterrupted)
      : program(std::move(program)), folder(std::move(folder)),
        isInterrupted(isInterrupted) {}

  /// Runs `tvmc ARGUMENTS`; several threads may do so at the same time. Fails
  /// if the process cannot be started, or was interrupted.
  llvm::Expected<ChildResult> run(llvm::ArrayRef<std::string> arguments,
                                  const Limits &limits) const;

private:
  std::string program, folder;
  const std::atomic<bool> *isInterrupted;
  mutable std::atomic<unsigned> numStarted = 0;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_CHILD_H
