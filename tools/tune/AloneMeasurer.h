#ifndef TVM_TOOLS_TUNE_ALONEMEASURER_H
#define TVM_TOOLS_TUNE_ALONEMEASURER_H

#include "tools/tune/Child.h"
#include "tuner/session/Task.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace tvm::tvmc {

/// The options of measurements.
struct MeasureOptions {
  unsigned threads = 0;      // of a run; 0: all
  unsigned milliseconds = 0; // of a measurement
  double maxSpread = 0.25;   // SessionOptions::maxSpread
  bool coldCaches = false;   // of a kernel that runs alone
  /// The file of the model's inputs; empty: random ones.
  std::string inputs;
  Limits compile{/*seconds=*/60, /*megabytes=*/4096};
  Limits run{/*seconds=*/20, /*megabytes=*/0};
  Limits runModel{/*seconds=*/300, /*megabytes=*/0};
  /// Options of tvmc compile, such as plug-ins.
  std::vector<std::string> compileOptions;
  /// Options of commands that run artefacts: libraries.
  std::vector<std::string> runOptions;
};

/// Reads the two times that `tvmc compare --json` prints, of the default and of
/// the strategy.
llvm::Expected<tuner::Times> parseTimes(llvm::StringRef text);

/// Runs each kernel alone: in a program that calls nothing else, in turns with
/// its default strategy, with the caches that the other one leaves, or with
/// cold ones. Its results are compared with the default's before times are
/// taken, in memory that shows writes outside of the kernel's buffers.
class AloneMeasurer : public tuner::Measurer {
public:
  /// Files are in `folder`, which has the programs.
  AloneMeasurer(const ChildRunner &runner, std::string folder,
                MeasureOptions options)
      : runner(runner), folder(std::move(folder)), options(std::move(options)) {
  }

  /// Writes the program of a kernel with a strategy to a file.
  using WriteProgram = std::function<llvm::Error(llvm::StringRef strategy,
                                                 llvm::StringRef path)>;

  /// Adds a task. `program` is the file of its kernel with the default
  /// strategy.
  void add(llvm::StringRef task, llvm::StringRef program, WriteProgram write) {
    kernels[task] = {std::move(write), program.str(), ""};
  }

  llvm::Expected<tuner::Outcome> measure(const tuner::Task &task,
                                         llvm::StringRef strategy) override;

  /// Only compares the results. Returns the cause of a failure.
  llvm::Expected<std::string> check(const tuner::Task &task,
                                    llvm::StringRef strategy);

private:
  struct Kernel {
    WriteProgram write;
    std::string program;  // with the default strategy
    std::string artefact; // of `program`; empty: not compiled yet
  };

  /// Compiles `program` to `artefact`. Returns the cause of a failure.
  llvm::Expected<std::string> compile(llvm::StringRef program,
                                      llvm::StringRef artefact);
  /// Compiles the kernel with the default strategy, once, and with `strategy`.
  /// Returns the cause of a failure.
  llvm::Expected<std::string> compileBoth(const tuner::Task &task,
                                          llvm::StringRef strategy);
  /// Runs both, for so many milliseconds; 0: only compares the results.
  llvm::Expected<ChildResult> compare(const tuner::Task &task,
                                      unsigned milliseconds);
  std::string getCandidate() const { return folder + "/candidate.so"; }

  const ChildRunner &runner;
  std::string folder;
  MeasureOptions options;
  llvm::StringMap<Kernel> kernels; // by the name of the task
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_ALONEMEASURER_H
