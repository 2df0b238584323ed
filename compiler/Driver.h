// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_DRIVER_H
#define TVM_COMPILER_DRIVER_H

#include "compiler/Diagnostics.h"
#include "compiler/Options.h"
#include "compiler/pipelines/Levels.h"
#include "conversion/OnnxToGraph/OnnxToGraph.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/ArrayRef.h"

namespace tvm::compiler {

class TakenDecisions;

/// Compiles `model` (an ONNX model, or a dump if `path` ends with ".mlir") to
/// the artefact `output`. If `model` is null, reads `path`. On failure, all
/// errors have been reported to `sink`, and no file is left behind.
mlir::LogicalResult compile(std::optional<llvm::ArrayRef<char>> model,
                            llvm::StringRef path, llvm::StringRef output,
                            const Options &options, const Sink &sink);

/// An observer of a model at each level.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void reach(mlir::ModuleOp module, Level level) = 0;
  /// The level, `loops` or a later one, at which observing ends.
  virtual Level getLast() const { return Level::LLVM; }
  /// Receives a remark on the strategy of a block
  /// (transforms/Schedule/Strategy/StrategyRemarks.h), or on the algorithm of a
  /// convolution (transforms/Graph/AlgorithmRemarks.h); called by one thread at
  /// a time.
  virtual void hear(const mlir::remark::detail::Remark &remark) = 0;
  /// Receives the decisions on operators of a model that starts at level
  /// `import`, when it reaches level `fused`.
  virtual void decide(const TakenDecisions &decisions) {}
  /// Receives the strategy that a kernel takes from a database (`--database`),
  /// and its share of the default's time.
  virtual void takeRecord(llvm::StringRef kernel, llvm::StringRef strategy,
                          double share) {}

  /// The nodes of the model that cannot be imported; complete from level
  /// `import` on.
  std::vector<MissingNode> missing;
};

/// Takes a model (see `compile`) through the levels, for one CPU and without
/// code of its kernels. A model with missing nodes ends at level `scheduled`.
mlir::LogicalResult observe(std::optional<llvm::ArrayRef<char>> model,
                            llvm::StringRef path, const Options &options,
                            const Sink &sink, Observer &observer);

} // namespace tvm::compiler

#endif // TVM_COMPILER_DRIVER_H
