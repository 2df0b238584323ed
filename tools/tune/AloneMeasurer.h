// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_ALONEMEASURER_H
#define TVM_TOOLS_TUNE_ALONEMEASURER_H

#include "tools/tune/Samples.h"

#include <optional>

namespace tvm::tvmc {

/// The options of measurements.
struct MeasureOptions {
  unsigned threads = 0;      // of a run; 0: all
  unsigned milliseconds = 0; // of a measurement, until it is repeated
  double maxSpread = 0.25;   // SessionOptions::maxSpread
  bool coldCaches = false;   // of a kernel that runs alone
  /// The file of the model's inputs; empty: random ones.
  std::string inputs;
  CompileLimits compile{{/*seconds=*/60, /*megabytes=*/4096},
                        /*kilobytes=*/4000};
  Limits run{/*seconds=*/20, /*megabytes=*/0};
  Limits runModel{/*seconds=*/300, /*megabytes=*/0};
  /// Options of tvmc compile, such as plug-ins.
  std::vector<std::string> compileOptions;
  /// Options of commands that run artefacts: libraries.
  std::vector<std::string> runOptions;
};

/// Appends the options of a command that runs models: threads, the time of a
/// measurement if the command takes one, inputs, MeasureOptions::runOptions.
void addModelOptions(std::vector<std::string> &arguments,
                     const MeasureOptions &options,
                     std::optional<unsigned> milliseconds = std::nullopt);

/// Reads the two times that `tvmc compare --json` prints, of the default and of
/// the strategy, or that they are noise.
llvm::Expected<tuner::Outcome> parseOutcome(llvm::StringRef text);

/// The failure of a run for a record; empty if the run succeeded. A command
/// that prints `{"cause": NAME, "fault": TEXT}` on its standard output has
/// found a fault.
std::string describeRun(const ChildResult &result);

/// Runs each kernel alone: in a program that calls nothing else, in turns with
/// its default strategy, with the caches that the other one leaves, or with
/// cold ones. Its results are compared with the default's, and with exact ones
/// if there are any, before times are taken, in memory that shows writes
/// outside of the kernel's buffers.
class AloneMeasurer : public tuner::Measurer {
public:
  /// Files are in `folder`, which has the programs.
  AloneMeasurer(const ChildRunner &runner, std::string folder,
                MeasureOptions options)
      : runner(runner), folder(std::move(folder)), options(options),
        compiler(runner, getCompileOptions(options)),
        samples(runner, this->folder, getCompileOptions(options),
                options.runOptions, options.run) {}

  /// Writes the program of a kernel with a strategy to a file.
  using WriteProgram = std::function<llvm::Error(llvm::StringRef strategy,
                                                 llvm::StringRef path)>;

  /// Adds a task. `program` is the file of its kernel with the default
  /// strategy, `exactProgram` with f64 arithmetic; empty: there is none.
  void add(llvm::StringRef task, llvm::StringRef program, WriteProgram write,
           llvm::StringRef exactProgram = "") {
    kernels[task] = {std::move(write), program.str(), "", 0};
    samples.add(task, exactProgram);
  }

  /// Compares with recorded inputs, too, which the model at `program` returns
  /// (Samples::Recording).
  void record(std::string program);

  /// Receives warnings of what is not compared (Samples).
  void onWarning(std::function<void(llvm::StringRef)> warn) {
    samples.warn = std::move(warn);
  }

  /// Receives steps that take seconds, from any thread.
  void onStep(std::function<void(llvm::StringRef)> begin) {
    samples.begin = std::move(begin);
  }

  llvm::Expected<tuner::Outcome> measure(const tuner::Task &task,
                                         llvm::StringRef strategy) override;

  /// Only compares the results of strategies of different tasks, as many at a
  /// time as there are cores: those first that are expected to take longest.
  /// Returns the cause of the failure of each.
  llvm::Expected<std::vector<std::string>>
  check(llvm::ArrayRef<tuner::Candidate> candidates);

  /// The time of all compilations and checks so far.
  tuner::StepSeconds getSteps() const;

private:
  struct Kernel {
    WriteProgram write;
    std::string program;  // with the default strategy
    std::string artefact; // of `program`; empty: not compiled yet
    double seconds = 0;   // of the last check; 0: none
  };

  /// Each program has one kernel.
  static std::vector<std::string>
  getCompileOptions(const MeasureOptions &options) {
    std::vector<std::string> all = options.compileOptions;
    all.push_back("--threads=1");
    return all;
  }

  /// Writes the program of a candidate. `number` tells those apart that are
  /// used at the same time.
  llvm::Error write(const tuner::Candidate &candidate, size_t number);
  /// Compiles the kernel with the default strategy, once, and as a candidate
  /// that was written. Returns the cause of a failure.
  llvm::Expected<std::string> compileBoth(const tuner::Task &task,
                                          size_t number);
  /// Whether results are compared, between guards, or times are taken.
  enum class Mode { Check, Measure };
  /// Runs both with a sample.
  llvm::Expected<ChildResult> compare(const tuner::Task &task, size_t number,
                                      const Sample &sample, Mode mode);
  /// Compares the results for a sample, also with exact ones if they differ
  /// from the default's. Returns the cause of a failure.
  llvm::Expected<std::string> checkSample(const tuner::Task &task,
                                          size_t number, const Sample &sample);
  /// Compiles what was written, and compares the results for all samples.
  llvm::Expected<std::string> checkWritten(const tuner::Task &task,
                                           size_t number);
  std::string getCandidate(size_t number, llvm::StringRef extension) const;

  const ChildRunner &runner;
  std::string folder;
  MeasureOptions options;
  ProgramCompiler compiler;
  Samples samples;
  llvm::StringMap<Kernel> kernels; // by the name of the task
  mutable std::mutex mutex;
  double checking = 0; // seconds
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_ALONEMEASURER_H
