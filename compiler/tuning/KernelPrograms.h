// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_KERNELPROGRAMS_H
#define TVM_COMPILER_TUNING_KERNELPROGRAMS_H

#include "compiler/Diagnostics.h"
#include "compiler/Options.h"
#include "compiler/tuning/OpenDecisions.h"
#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// A kernel of a model, alone in a program.
struct KernelProgram {
  /// The name of the kernel; of the first one, if several have this text.
  std::string name;
  /// The canonical text (getCanonicalText).
  std::string text;
  /// Number of launches in the model. One in a loop counts once.
  unsigned numLaunches = 0;
  /// The places of these launches among all launches of the model.
  std::vector<unsigned> places;
  /// Operations and bytes of a launch; 0: unknown.
  int64_t flops = 0, bytes = 0;
  /// The file of the program, a dump at level `loops`. The constants of the
  /// kernel are in it; the other operands of the kernel are its inputs.
  std::string path;
  /// The names of the nodes that the launches compute.
  std::vector<std::string> nodes = {};
  /// The file of the program with f64 arithmetic (makeExact). Empty, with the
  /// reason, if the kernel has no such form.
  std::string exactPath = {}, notExact = {};
  /// Whether the program at KernelPrograms::inputsPath returns its inputs.
  bool isRecorded = false;
};

/// The kernels of a model.
struct KernelPrograms {
  /// The target of the model (codegen::Target::str).
  std::string target;
  /// The level of optimisation of the model, 0 to 3.
  unsigned optLevel = 3;
  std::vector<KernelProgram> kernels; // distinct ones, as the model calls them
  /// The names of kernels that cannot run alone, because sizes of their data
  /// are only known when the model runs, or they have a schedule already.
  std::vector<std::string> skipped;
  /// The decisions on operators that could be taken in another way.
  std::vector<OpenDecision> decisions;
  /// The file of the model at level `loops`.
  std::string modelPath;
  /// The file of the model at level `loops`, with the inputs of kernels as its
  /// results (InputRecorder); empty: there are none.
  std::string inputsPath;
};

/// Writes `program`, whose weights are beside `path`.
llvm::Error writeProgramFile(mlir::ModuleOp program, llvm::StringRef path);

/// Compiles the model at `path` up to level `loops`, and writes it to `folder`,
/// and each distinct kernel as a program of its own, with the weights of the
/// model beside them. Fails after reporting errors to `sink`.
mlir::FailureOr<KernelPrograms> writeKernelPrograms(llvm::StringRef path,
                                                    const Options &options,
                                                    llvm::StringRef folder,
                                                    const Sink &sink);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_KERNELPROGRAMS_H
