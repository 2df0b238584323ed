// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PROGRAMCOMPILER_H
#define TVM_TOOLS_TUNE_PROGRAMCOMPILER_H

#include "tools/tune/processes/Child.h"
#include "tuner/database/Failure.h"
#include "tuner/rounds/ModelMeasurer.h"

#include <mutex>

namespace tvm::tvmc {

/// The limits of a compilation.
struct CompileLimits : Limits {
  uint64_t kilobytes = 0; // of instructions; 0: any
};

/// The failure of a compilation for a record; empty if it succeeded.
std::string describeCompilation(const ChildResult &result);

/// Compiles programs in processes of their own, several at a time if several
/// threads call it.
class ProgramCompiler {
public:
  /// `options` of tvmc compile, such as plug-ins, follow each command.
  ProgramCompiler(const ChildRunner &runner, std::vector<std::string> options)
      : runner(runner), options(std::move(options)) {}

  /// Compiles `program` to `artefact`. Returns the cause of a failure.
  llvm::Expected<std::string> compile(llvm::StringRef program,
                                      llvm::StringRef artefact,
                                      const CompileLimits &limits);

  /// The time of all compilations so far.
  tuner::StepSeconds getSteps() const {
    std::lock_guard<std::mutex> lock(mutex);
    return steps;
  }

private:
  void add(double seconds, llvm::StringRef timesPath);

  const ChildRunner &runner;
  std::vector<std::string> options;
  mutable std::mutex mutex;
  tuner::StepSeconds steps;
};

/// The bytes of instructions in the artefact at `path`.
llvm::Expected<uint64_t> getCodeSize(llvm::StringRef path);

/// The steps that `tvmc compile --times` has written as the JSON object `text`,
/// of a process that took `seconds`.
tuner::StepSeconds parseStages(llvm::StringRef text, double seconds);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PROGRAMCOMPILER_H
