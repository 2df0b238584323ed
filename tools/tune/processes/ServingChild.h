// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PROCESSES_SERVINGCHILD_H
#define TVM_TOOLS_TUNE_PROCESSES_SERVINGCHILD_H

#include "tools/tune/processes/Child.h"

namespace tvm::tvmc {

/// A tvmc command in a process of its own that answers each line of its
/// standard input with a line, until the input ends. A process that has failed
/// is followed by another one. Limits hold for each answer.
class ServingChild {
public:
  ServingChild(const ChildRunner &runner, std::vector<std::string> arguments,
               Limits limits)
      : runner(runner), arguments(std::move(arguments)), limits(limits) {}
  ServingChild(const ServingChild &) = delete;
  ServingChild &operator=(const ServingChild &) = delete;
  ~ServingChild() { stop(); }

  /// The answer to a line. A process that fails although it has answered other
  /// lines may have failed by what these have left: a new one is asked again.
  /// Fails if the process cannot be started, or was interrupted.
  llvm::Expected<ChildResult> ask(llvm::StringRef line);

private:
  llvm::Error start();
  /// Ends the process, if there is one, and removes its files.
  void stop();
  llvm::Expected<ChildResult> askOnce(llvm::StringRef line);
  /// Notes the end of the process if it has ended.
  bool hasEnded(ChildResult &result);

  const ChildRunner &runner;
  std::vector<std::string> arguments;
  Limits limits;
  /// The pipes with names through which they speak, and the file of its errors.
  std::string input, output, errors;
  int inputFile = -1, outputFile = -1;
  llvm::sys::ProcessInfo process;
  unsigned numAnswers = 0; // of this process
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PROCESSES_SERVINGCHILD_H
