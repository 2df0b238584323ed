// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_CONFIGURATIONS_CONFIGURATION_H
#define TVM_TUNER_CONFIGURATIONS_CONFIGURATION_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tvm::tuner {

/// A decision on an operator of a model.
struct OperatorDecision {
  /// The key of the operator: its node, its name and its type, as a text.
  std::string op;
  /// The name of the decision, such as "algorithm".
  std::string name;
  /// The decision, as the text of an attribute.
  std::string value;
};

bool operator==(const OperatorDecision &a, const OperatorDecision &b);

/// The decisions that differ from those that the compiler takes by itself, at
/// most one of a name for an operator.
using Configuration = std::vector<OperatorDecision>;

/// Another value of one decision, for operators that are equal but for the
/// names of their nodes.
struct Change {
  std::string name;
  std::string before, after; // values
  std::vector<std::string> operators;
  /// The names of the operators' nodes.
  std::vector<std::string> nodes;
  /// The compiler's estimate for the value before, as a share of that for the
  /// value after: 1 if both are equal. Without estimates, a number below 1 for
  /// the kind of the decision.
  double closeness = 1;
  /// Whether the value gained in another context, such as with an older build
  /// of the compiler.
  bool gainedElsewhere = false;
};

/// The change in words: "algorithm #graph.direct → #graph.winograd<tile = 4>
/// (conv1, conv2)".
std::string describe(const Change &change);

/// Adds the decisions of `change` to `configuration`, in the place of others
/// for the same operators.
Configuration addChange(const Change &change, Configuration configuration);

/// The text that stands for a decision, whatever its value is, where records of
/// kernels have the text of the kernel.
std::string getRecordedTask(llvm::StringRef op, llvm::StringRef name);

} // namespace tvm::tuner

#endif // TVM_TUNER_CONFIGURATIONS_CONFIGURATION_H
