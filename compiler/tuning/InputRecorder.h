// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_INPUTRECORDER_H
#define TVM_COMPILER_TUNING_INPUTRECORDER_H

#include "dialects/Graph/Control/GraphStructure.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tvm::compiler {

/// The attributes of an argument or a result of `main`.
mlir::DictionaryAttr describeArgument(mlir::Builder &builder,
                                      llvm::StringRef name, mlir::Type type);

/// The inputs of a launch, each once, without constants. A kernel's program has
/// these inputs, with the names x0, x1 and so on.
llvm::SmallVector<mlir::Value> getDistinctInputs(graph::LaunchOp launch);

/// Makes a program that returns what kernels read in a run of a model.
class InputRecorder {
public:
  /// All results together have at most `maxBytes` bytes.
  explicit InputRecorder(uint64_t maxBytes) : bytesLeft(maxBytes) {}

  /// Adds the inputs of a launch, which get the names "KERNEL:x0" and so on.
  /// Returns false, and leaves them out, if the launch is not in `main` itself,
  /// or its inputs exceed the bytes.
  bool add(graph::LaunchOp launch, llvm::StringRef kernel);

  /// A copy of `model`, at level `loops`, whose `main` returns the inputs in
  /// place of its results. Null without inputs.
  mlir::OwningOpRef<mlir::ModuleOp> build(mlir::ModuleOp model) const;

private:
  uint64_t bytesLeft;
  std::vector<std::pair<std::string, mlir::Value>> inputs;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_INPUTRECORDER_H
