// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PROCESSES_CHILD_H
#define TVM_TOOLS_TUNE_PROCESSES_CHILD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Program.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tvm::tvmc {

class CommandServer;

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
  /// The text that it printed.
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
              const std::atomic<bool> *isInterrupted);
  ~ChildRunner();

  /// Runs `tvmc ARGUMENTS`; several threads may do so at the same time. Fails
  /// if the process cannot be started, after an interrupt, and if the process
  /// has failed because the disk is full.
  llvm::Expected<ChildResult> run(llvm::ArrayRef<std::string> arguments,
                                  const Limits &limits) const;

  /// Runs a command in the same way, but in a copy of a process that has
  /// started before (CommandServer), if that is possible. It starts sooner. Its
  /// memory is laid out differently, so commands that measure times use `run`.
  llvm::Expected<ChildResult> runCopy(llvm::ArrayRef<std::string> arguments,
                                      const Limits &limits) const;

  /// Starts `tvmc ARGUMENTS` with a file, or nothing if its name is empty, as
  /// its standard input, and files as its standard output and error.
  llvm::Expected<llvm::sys::ProcessInfo>
  start(llvm::ArrayRef<std::string> arguments, const Limits &limits,
        llvm::StringRef input, llvm::StringRef output,
        llvm::StringRef errors) const;

  /// A name of a file in the folder that no other process has.
  std::string makeName(llvm::StringRef prefix) const {
    return (folder + "/" + prefix + llvm::Twine(numStarted++)).str();
  }
  /// Whether commands fail because of an interrupt.
  bool isEnding() const {
    return !isLastPart && isInterrupted && *isInterrupted;
  }
  /// From now on, commands run even after an interrupt. They are those that end
  /// the tuning.
  void startLastPart() { isLastPart = true; }
  /// Fails if `result` is a failure because files cannot be written.
  llvm::Error checkDisk(const ChildResult &result) const;

private:
  std::string program, folder;
  const std::atomic<bool> *isInterrupted;
  std::atomic<bool> isLastPart = false;
  mutable std::atomic<unsigned> numStarted = 0;
  mutable std::mutex mutex;                      // of `server`
  mutable std::unique_ptr<CommandServer> server; // made when it is needed
};

/// The contents of a file; empty if it cannot be read.
std::string readText(llvm::StringRef path);

/// A file that can be read when `process` has ended; -1 if there is none.
int openProcess(pid_t process);

/// The status of `process` if it has ended. -2 is a signal: `message` is the
/// cause of the failure then.
std::optional<int> findStatus(const llvm::sys::ProcessInfo &process,
                              std::string &message, ChildResult::End &end);

/// The failure of a process whose time is over.
std::string describeTimeLimit(const Limits &limits);

/// Notes the failure of a process that has ended with `status`, without a
/// signal, and has written `errors`.
void noteError(ChildResult &result, int status, const Limits &limits,
               llvm::StringRef errors);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PROCESSES_CHILD_H
