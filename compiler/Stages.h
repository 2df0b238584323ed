// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_STAGES_H
#define TVM_COMPILER_STAGES_H

#include "compiler/Diagnostics.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::compiler {

/// Runs the stages of a compilation, each with a line of progress and its time,
/// and forwards diagnostics.
class Stages {
public:
  Stages(mlir::MLIRContext *context, const Sink &sink, bool isTimed);

  /// Runs a stage. `body` writes the text of the line besides the time.
  mlir::LogicalResult
  run(llvm::StringRef name,
      llvm::function_ref<mlir::LogicalResult(std::string &)> body);
  /// The timing scope of the running stage.
  mlir::TimingScope &getTiming() { return stageScope; }
  /// The times of all stages, if they are timed.
  void printTimings();
  /// Times the pass `argument` as a part of its own, not of its stage.
  std::unique_ptr<mlir::PassInstrumentation> timePass(llvm::StringRef argument,
                                                      llvm::StringRef part);
  /// Writes the seconds of each stage and part to the file `path`, as a JSON
  /// object.
  mlir::LogicalResult writeSeconds(llvm::StringRef path);

  mlir::LogicalResult fail(const llvm::Twine &text);
  mlir::LogicalResult check(llvm::Error error);
  unsigned getNumErrors() const { return diagnostics.getNumErrors(); }
  unsigned getNumMessages() const { return diagnostics.getNumMessages(); }

  /// The compiled file, for a report of a crash.
  std::string path;

private:
  void addSeconds(llvm::StringRef name, double seconds);

  Sink sink;
  DiagnosticForwarder diagnostics;
  std::string timings;
  llvm::raw_string_ostream timingStream{timings};
  mlir::DefaultTimingManager timing;
  mlir::TimingScope rootScope, stageScope;
  llvm::StringMap<double> seconds; // by stage or part
  double partSeconds = 0;          // of the running stage
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_STAGES_H
