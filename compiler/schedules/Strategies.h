// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCHEDULES_STRATEGIES_H
#define TVM_COMPILER_SCHEDULES_STRATEGIES_H

#include "compiler/schedules/KernelFiles.h"
#include "compiler/schedules/OperatorDecisions.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::compiler {

/// The dictionary of a module before level `loops` with the strategies that are
/// given for its kernels, by getCanonicalHash. An array has strategies of which
/// a kernel takes the first one that applies to it; a text in it is what was a
/// strategy once, and only leaves a remark.
inline constexpr llvm::StringLiteral kStrategiesAttrName = "tvm.strategies";

/// Gives kernels of `model`, at level `loops`, the strategies that it records,
/// and removes the record. A kernel that already has a schedule or a strategy
/// keeps it. Reports errors. Of an array, strategies before the one that is
/// taken leave remarks.
mlir::LogicalResult giveStrategies(mlir::ModuleOp model);

/// Writer of the strategies of each kernel that has some:
/// `folder`/<kernel>.mlir contains the loops of the kernel with
/// `schedule.strategy`.
class StrategyWriter : public KernelWriter {
public:
  using KernelWriter::KernelWriter;

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
};

/// The strategies of kernels and the decisions on operators that files contain.
/// A path is a file from --dump-strategies, possibly edited or joined, or a
/// folder of such files.
class Strategies {
public:
  explicit Strategies(mlir::MLIRContext *context) : context(context) {}

  /// Reads `paths`. Fails, with a diagnostic, if one has neither strategies nor
  /// decisions, a decision that is none, or two different ones for one kernel
  /// or operator.
  mlir::LogicalResult read(llvm::ArrayRef<std::string> paths);
  /// Gives operators of `model` their decisions, by node, operator and types,
  /// at level `import`: see OperatorTable::give. At level `graph`, only those
  /// on kernels are left; at later levels none is, and a warning says so.
  mlir::LogicalResult giveOperators(mlir::ModuleOp model,
                                    llvm::StringRef level);
  /// Records on `model` the strategies of kernels. They replace recorded ones
  /// for the same kernels. Fails, with a diagnostic, if the module records
  /// something else.
  mlir::LogicalResult record(mlir::ModuleOp model) const;
  /// Checks that kernels of `model`, at level `loops`, have taken the
  /// strategies that paths have for them. A kernel that --schedule or a dump
  /// schedules does not. Reports errors.
  mlir::LogicalResult checkTaken(mlir::ModuleOp model) const;
  /// Checks the use of each path, where `model` has reached level `loops`. A
  /// path that is for none of its kernels and operators is an error, because a
  /// name or a size in it is probably wrong. Others may be shared by several
  /// models: a remark counts what is for other ones.
  mlir::LogicalResult checkUse(mlir::ModuleOp model) const;

private:
  /// The strategies of a kernel, with their location.
  struct Given {
    mlir::Attribute strategies;
    mlir::Location place;
    unsigned path;      // number of the path that contains them
    std::string kernel; // its name in the path
  };
  /// The contents of a path.
  struct Use {
    unsigned kernels = 0, operators = 0;
    std::vector<std::string> unused; // texts for messages
  };

  std::vector<Use> countUse(mlir::ModuleOp model) const;
  mlir::LogicalResult checkPath(llvm::StringRef path, const Use &use) const;
  /// Reads a file, or all files in a folder.
  mlir::LogicalResult readPath(llvm::StringRef path);
  mlir::LogicalResult readFile(llvm::StringRef path);
  mlir::LogicalResult add(mlir::func::FuncOp kernel,
                          mlir::Attribute strategies);
  unsigned getPathNumber() const { return paths.size() - 1; }
  mlir::InFlightDiagnostic reportAt(llvm::StringRef path) const;

  mlir::MLIRContext *context;
  std::vector<std::string> paths; // up to the one that is read
  llvm::StringMap<Given> kernels; // indexed by getCanonicalHash
  OperatorTable operators;
};

/// Whether the kernel of `module` has a script or strategies.
bool isScheduled(mlir::ModuleOp module, mlir::func::FuncOp kernel);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_STRATEGIES_H
