#ifndef TVM_COMPILER_SCHEDULES_OPERATORDECISIONS_H
#define TVM_COMPILER_SCHEDULES_OPERATORDECISIONS_H

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
/// contains a function for each operator, without a body: its type is that of
/// the operator at level `import`, and attributes have the names of the node
/// and of the operator, and a dictionary of the decisions.
///
///     module attributes {graph.operators} {
///       func.func private @operator0(tensor<1x8x8x8xf32>, tensor<8x8x3x3xf32>)
///           -> tensor<1x8x8x8xf32> attributes {
///             graph.decisions = {algorithm = #graph.direct},
///             graph.node = "conv1", graph.operator = "graph.conv"}
///     }
inline constexpr llvm::StringLiteral kOperatorsAttrName = "graph.operators";

/// The node, the operator and the types of operators that share decisions, as
/// one attribute. Null for operations that no decisions are made for.
mlir::Attribute getOperatorKey(mlir::Operation *op);

/// The decisions that are taken on the operators of a model at level `import`.
class TakenDecisions {
public:
  /// Notes the operators of `model`, with the decisions that they have.
  explicit TakenDecisions(mlir::ModuleOp model);

  /// Notes the decisions that passes have made on operators in `op`. Their
  /// shapes are still those at level `import`.
  void note(mlir::Operation *op);
  /// Writes `folder`/operators.mlir. Warns of equal operators of one node's
  /// name with different decisions: these are left out.
  llvm::Error write(llvm::StringRef folder) const;

private:
  struct Entry {
    mlir::Location loc;
    mlir::NamedAttrList decisions;
    llvm::SmallVector<mlir::StringAttr> ambiguous; // names of decisions

    void add(mlir::NamedAttribute decision);
  };

  llvm::SmallVector<mlir::Attribute> findKeys(mlir::Operation *op) const;
  mlir::OwningOpRef<mlir::ModuleOp> getModule() const;

  mlir::MLIRContext *context;
  /// Indexed by keys, in the order of the model.
  llvm::MapVector<mlir::Attribute, Entry> entries;
  /// The keys of all operators of a node.
  llvm::StringMap<llvm::SmallVector<mlir::Attribute>> nodes;
};

/// Observer of the pass that decides on operators last, graph-winograd.
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
  /// from another one for the same operators.
  mlir::LogicalResult read(mlir::ModuleOp file, unsigned path);
  /// Gives the operators of `model`, at level `import`, the decisions that they
  /// do not have yet.
  void give(mlir::ModuleOp model);

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

  llvm::MapVector<mlir::Attribute, Entry> entries;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_OPERATORDECISIONS_H
