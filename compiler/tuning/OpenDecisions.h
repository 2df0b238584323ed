// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_OPENDECISIONS_H
#define TVM_COMPILER_TUNING_OPENDECISIONS_H

#include "compiler/schedules/OperatorDecisions.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::compiler {

/// A decision that a compilation has taken on operators, and another value that
/// is possible. Operators are equal but for the names of their nodes. A
/// decision with several other values is open once for each of them.
struct OpenDecision {
  std::string name;
  /// The value that was taken, and the other one, as texts of attributes.
  std::string value, other;
  /// The keys of the operators, as texts, and the names of their nodes.
  std::vector<std::string> operators, nodes;
  /// The estimate for `value` as a share of that for `other`. A number for the
  /// kind of the decision where the compiler does not estimate.
  double closeness;
};

/// Collects the open decisions of a compilation: the algorithms that estimates
/// have chosen, with each of the others, the layouts of convolutions, and which
/// operators are in the kernels of their readers. Decisions that were given are
/// not open, nor is the precision.
class OpenDecisions {
public:
  /// Notes the estimates in a remark on the algorithm of a convolution.
  void hear(const mlir::remark::detail::Remark &remark);
  void collect(const TakenDecisions &taken);

  std::vector<OpenDecision> take() { return std::move(decisions); }

private:
  void addAlgorithm(mlir::Attribute key, mlir::Attribute algorithm);
  void addLayout(mlir::Attribute key, mlir::StringAttr layout);
  void addFusion(mlir::Attribute key, mlir::Attribute fusion);
  void add(mlir::Attribute key, llvm::StringRef name, mlir::Attribute value,
           mlir::Attribute other, double closeness);

  /// The cycles of one core by node, and by algorithm in words.
  llvm::StringMap<llvm::StringMap<double>> estimates;
  std::vector<OpenDecision> decisions;
  /// Positions in `decisions` by operator, type, name and both values.
  llvm::DenseMap<mlir::Attribute, size_t> numbers;
};

/// A decision that somebody takes for operators with the key `op`.
struct GivenDecision {
  llvm::StringRef op, name, value;
};

/// Writes decisions to a file for `--strategies`. Fails if a text is no key or
/// no attribute.
llvm::Error writeDecisions(llvm::ArrayRef<GivenDecision> decisions,
                           llvm::StringRef path, mlir::MLIRContext *context);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_OPENDECISIONS_H
