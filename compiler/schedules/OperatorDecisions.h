// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCHEDULES_OPERATORDECISIONS_H
#define TVM_COMPILER_SCHEDULES_OPERATORDECISIONS_H

#include "compiler/schedules/OperatorKeys.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <mutex>
#include <string>
#include <vector>

namespace tvm::compiler {

/// The name of the file of `--dump-strategies` with the decisions on operators.
inline constexpr llvm::StringLiteral kOperatorsFileName = "operators.mlir";

/// The unit attribute of a module with decisions on operators. Such a module
/// contains a function for each operator, without a body: it has the
/// type of the operator at level `import`, and attributes have the names of the
/// node and of the operator, and a dictionary of the decisions.
///
///     module attributes {graph.operators} {
///       func.func private @operator0(tensor<1x8x8x8xf32>, tensor<8x8x3x3xf32>)
///           -> tensor<1x8x8x8xf32> attributes {
///             graph.decisions = {algorithm = #graph.direct},
///             graph.node = "conv1", graph.operator = "graph.conv"}
///     }
///
/// A file from a dump of level `graph` has the types at that level. Decisions
/// other than `graph.apart` and `graph.fusion` are carried out there.
inline constexpr llvm::StringLiteral kOperatorsAttrName = "graph.operators";

/// Decisions on operators, by their keys.
using DecisionMap = llvm::MapVector<mlir::Attribute, mlir::NamedAttrList>;

/// A module with `graph.operators` that has these decisions.
mlir::OwningOpRef<mlir::ModuleOp>
makeOperatorModule(const DecisionMap &decisions, mlir::MLIRContext *context);

/// Gives the operators of `model`, at level `import`, decisions that they do
/// not have. Records decisions on fusion on the module, see FusionDecisions.h.
mlir::LogicalResult giveDecisions(const DecisionMap &decisions,
                                  mlir::ModuleOp model);

/// The decisions that are taken on the operators of a model at level `import`
/// or `graph`.
class TakenDecisions {
public:
  /// Notes the operators of `model`, with the decisions that they have.
  explicit TakenDecisions(mlir::ModuleOp model);

  /// Notes the algorithms and precisions of operators in `op`, on which
  /// graph-winograd decides last.
  void noteAlgorithms(mlir::Operation *op);
  /// Notes the layouts of operators in `op`, which graph-convert-layout
  /// changes.
  void noteLayouts(mlir::Operation *op);
  /// Notes a decision of graph-fuse on `op`.
  void noteFusion(mlir::Operation *op, mlir::Attribute decision);

  /// Calls `visit` for each operator with its key, with the decisions on it,
  /// and with the names of decisions that were given. Decisions in which equal
  /// operators differ are left out.
  void forEach(llvm::function_ref<void(mlir::Attribute key,
                                       mlir::DictionaryAttr decisions,
                                       llvm::ArrayRef<mlir::StringAttr> given)>
                   visit) const;

  /// Writes `folder`/operators.mlir. Reports decisions that are left out,
  /// because equal operators of one node's name differ in them.
  llvm::Error write(llvm::StringRef folder) const;

private:
  struct Entry {
    mlir::Location loc;
    mlir::NamedAttrList decisions;
    llvm::SmallVector<mlir::StringAttr> ambiguous; // names of decisions
    llvm::SmallVector<mlir::StringAttr> given;     // names of decisions

    void add(mlir::NamedAttribute decision);
  };

  void note(mlir::Operation *op, mlir::NamedAttribute decision);
  mlir::OwningOpRef<mlir::ModuleOp> getModule() const;

  mlir::MLIRContext *context;
  /// Indexed by keys, in the order of the model.
  llvm::MapVector<mlir::Attribute, Entry> entries;
  OperatorKeys keys;
};

/// Observer of the passes that decide on operators in the graph.
class DecisionObserver : public mlir::PassInstrumentation {
public:
  explicit DecisionObserver(TakenDecisions &taken) : taken(taken) {}

  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;

private:
  TakenDecisions &taken;
  std::mutex mutex;
};

/// Decisions on operators, indexed by their keys.
class OperatorTable {
public:
  /// Adds the decisions in `file`, a module with `graph.operators`, which path
  /// number `path` contains. Fails, with a diagnostic, at an entry that has
  /// another form, that is no decision on such an operator, or that differs
  /// from another one of that name for the same operators.
  mlir::LogicalResult read(mlir::ModuleOp file, unsigned path);
  /// Gives the operators of `model`, at level `import`, the decisions that they
  /// do not have yet. Records decisions on fusion on the module.
  mlir::LogicalResult give(mlir::ModuleOp model);
  /// Records the decisions on fusion on `model`, at level `graph`. Fails, with
  /// a diagnostic, at an entry for one of its operators with another decision
  /// that the operator does not have: passes have carried out these.
  mlir::LogicalResult giveFusions(mlir::ModuleOp model);

  bool empty() const { return entries.empty(); }
  /// Calls `visit` for each entry with the number of its path, a text for
  /// messages, and whether an operator was given its decisions.
  void
  forEach(llvm::function_ref<void(unsigned, std::string, bool)> visit) const;

private:
  struct Entry {
    mlir::DictionaryAttr decisions;
    mlir::Location place;
    unsigned path; // number of the path that contains it
    bool isUsed = false;
  };

  mlir::LogicalResult add(mlir::Operation *op, unsigned path);
  mlir::LogicalResult join(Entry &entry, mlir::DictionaryAttr decisions,
                           mlir::Operation *op);
  mlir::LogicalResult checkCarriedOut(mlir::Operation *op, mlir::Attribute key);
  mlir::LogicalResult recordUsed(mlir::ModuleOp model) const;

  llvm::MapVector<mlir::Attribute, Entry> entries;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_OPERATORDECISIONS_H
