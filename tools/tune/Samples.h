// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_SAMPLES_H
#define TVM_TOOLS_TUNE_SAMPLES_H

#include "tools/tune/ProgramCompiler.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace tvm::tvmc {

/// Inputs of a kernel, with which its results are compared.
struct Sample {
  std::string inputs; // a file; empty: random ones
  /// The file of the results in f64; empty: there are none.
  std::string exact;
};

/// Makes the samples of kernels when these are compared for the first time: the
/// inputs that a kernel has in a run of the model, and random ones. Exact
/// results come from the kernel's program with f64 arithmetic, which runs
/// without a schedule. They are computed when somebody needs them.
class Samples {
public:
  /// Files are written to `folder`. `limits` holds for the run of a kernel.
  Samples(const ChildRunner &runner, std::string folder,
          std::vector<std::string> compileOptions,
          std::vector<std::string> runOptions, Limits limits);

  /// The model, compiled from its program with the inputs of kernels as results
  /// (compiler::KernelPrograms::inputsPath), and run once.
  struct Recording {
    std::string program; // its file; empty: no inputs are recorded
    std::vector<std::string> compileOptions, runOptions;
    Limits limits; // of the run
  };

  /// Receives the reason why a kernel has no exact results, or why no inputs
  /// are recorded.
  std::function<void(llvm::StringRef reason)> warn;

  /// Receives a step that begins.
  std::function<void(llvm::StringRef step)> begin;

  void record(Recording from) { recording = std::move(from); }

  /// Adds a kernel. `exactProgram` is the file of its program with f64
  /// arithmetic; empty: there is none.
  void add(llvm::StringRef kernel, llvm::StringRef exactProgram) {
    kernels[kernel].exactProgram = exactProgram.str();
  }

  /// The samples of a kernel, of which the last one is random. They have exact
  /// results after a call of `addExact`. Several threads may ask, but only one
  /// for each kernel.
  llvm::Expected<llvm::ArrayRef<Sample>> get(llvm::StringRef kernel);

  /// Adds exact results to the samples of a kernel, once. Leaves them out, with
  /// a warning, if the kernel's program with f64 arithmetic fails.
  llvm::Error addExact(llvm::StringRef kernel);

private:
  struct Kernel {
    std::string exactProgram; // empty: none, or its results are known
    std::vector<Sample> samples;
    bool isMade = false; // whether all samples are
  };

  /// Adds the samples with recorded inputs to all kernels, once.
  llvm::Error addRecorded();
  /// Runs the model, and returns the cause of a failure.
  llvm::Expected<std::string> runModel(const std::string &results);
  /// Writes the recorded inputs of each kernel to a file of its own.
  llvm::Error split(llvm::StringRef results);
  void tell(const std::string &reason);

  /// Runs the program with f64 arithmetic for each sample. Returns the cause of
  /// a failure.
  llvm::Expected<std::string> computeExact(llvm::StringRef name,
                                           Kernel &kernel);

  const ChildRunner &runner;
  std::string folder;
  ProgramCompiler compiler;
  std::vector<std::string> runOptions;
  Limits limits;
  Recording recording;
  std::mutex mutex; // of `recording` and `warn`
  llvm::StringMap<Kernel> kernels;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_SAMPLES_H
