// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PROCESSES_COMMANDSERVER_H
#define TVM_TOOLS_TUNE_PROCESSES_COMMANDSERVER_H

#include "tools/tune/processes/Child.h"
#include "llvm/Support/JSON.h"

#include <mutex>
#include <optional>

namespace tvm::tvmc {

/// A process (`tvmc serve`) that runs tvmc commands in copies of itself. A copy
/// is isolated like a process of its own, and starts faster: its libraries are
/// loaded and linked already.
class CommandServer {
public:
  explicit CommandServer(const ChildRunner &runner);
  CommandServer(const CommandServer &) = delete;
  CommandServer &operator=(const CommandServer &) = delete;
  ~CommandServer();

  /// Runs `tvmc ARGUMENTS`; several threads may do so at the same time. Returns
  /// nothing if the process has ended, or cannot copy itself.
  std::optional<ChildResult> run(llvm::ArrayRef<std::string> arguments,
                                 const Limits &limits);

private:
  bool isRunning();
  /// Writes a line with `question`. Returns whether all of it was written.
  bool send(llvm::json::Object question);
  /// Waits for the line that is written to the pipe `file` at `path` when the
  /// command ends, which is ended when its time is over. Returns nothing if the
  /// process ends before.
  std::optional<std::string> waitFor(int file, llvm::StringRef path,
                                     const Limits &limits, bool &isLate);

  const ChildRunner &runner;
  std::string input, errors; // its pipe, and the file of its errors
  int inputFile = -1;
  std::mutex mutex;   // of `process`
  std::mutex writing; // of lines
  llvm::sys::ProcessInfo process;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PROCESSES_COMMANDSERVER_H
