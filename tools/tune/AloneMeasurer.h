#ifndef TVM_TOOLS_TUNE_ALONEMEASURER_H
#define TVM_TOOLS_TUNE_ALONEMEASURER_H

#include "compiler/tuning/KernelTask.h"
#include "tools/tune/Child.h"
#include "tuner/session/Task.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::tvmc {

/// The options of measurements.
struct MeasureOptions {
  unsigned threads = 0;        // of a run; 0: all
  unsigned milliseconds = 100; // for both strategies together
  Limits compile{/*seconds=*/60, /*megabytes=*/4096};
  Limits run{/*seconds=*/20, /*megabytes=*/0};
  /// Options of tvmc compile, such as plug-ins.
  std::vector<std::string> compileOptions;
};

/// Reads the two times that `tvmc compare --json` prints, of the default and of
/// the strategy.
llvm::Expected<tuner::Times> parseTimes(llvm::StringRef text);

/// Runs each kernel alone: in a program that calls nothing else, in turns with
/// its default strategy, with the caches that the other one leaves. Its results
/// are compared with the default's before times are taken.
class AloneMeasurer : public tuner::Measurer {
public:
  /// Files are in `folder`, which has the programs.
  AloneMeasurer(const ChildRunner &runner, std::string folder,
                MeasureOptions options)
      : runner(runner), folder(std::move(folder)), options(std::move(options)) {
  }

  /// Adds the program of a task.
  void add(llvm::StringRef task, const compiler::KernelTask &kernel,
           llvm::StringRef program) {
    kernels[task] = {&kernel, program.str(), ""};
  }

  llvm::Expected<tuner::Outcome> measure(const tuner::Task &task,
                                         llvm::StringRef strategy) override;

private:
  struct Kernel {
    const compiler::KernelTask *task;
    std::string program;
    std::string artefact; // with the default strategy; empty: not compiled yet
  };

  /// Compiles `program` to `artefact`. Returns the cause of a failure.
  llvm::Expected<std::string> compile(llvm::StringRef program,
                                      llvm::StringRef artefact);
  llvm::Expected<tuner::Outcome> compare(llvm::StringRef reference,
                                         llvm::StringRef artefact);

  const ChildRunner &runner;
  std::string folder;
  MeasureOptions options;
  llvm::StringMap<Kernel> kernels; // by the name of the task
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_ALONEMEASURER_H
