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

/// Makes the samples of kernels when these are compared for the first time.
/// Exact results come from the kernel's program with f64 arithmetic, which runs
/// without a schedule.
class Samples {
public:
  /// Files are in `folder`. `limits` are those of a run.
  Samples(const ChildRunner &runner, std::string folder,
          std::vector<std::string> compileOptions,
          std::vector<std::string> runOptions, Limits limits);

  /// Receives the reason why a kernel has no exact results.
  std::function<void(llvm::StringRef reason)> remark;

  /// Adds a kernel. `exactProgram` is the file of its program with f64
  /// arithmetic; empty: there is none.
  void add(llvm::StringRef kernel, llvm::StringRef exactProgram) {
    kernels[kernel].exactProgram = exactProgram.str();
  }

  /// The samples of a kernel, of which the last one is random. Several threads
  /// may ask, but only one for each kernel.
  llvm::Expected<llvm::ArrayRef<Sample>> get(llvm::StringRef kernel);

private:
  struct Kernel {
    std::string exactProgram;
    std::vector<Sample> samples; // empty: not made yet
  };

  /// Runs the program with f64 arithmetic for each sample. Returns the cause of
  /// a failure.
  llvm::Expected<std::string> computeExact(llvm::StringRef name,
                                           Kernel &kernel);

  const ChildRunner &runner;
  std::string folder;
  ProgramCompiler compiler;
  std::vector<std::string> runOptions;
  Limits limits;
  std::mutex mutex; // of `remark`
  llvm::StringMap<Kernel> kernels;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_SAMPLES_H
