// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_EXPLAIN_AMOUNT_H
#define TVM_TOOLS_EXPLAIN_AMOUNT_H

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <string>
#include <vector>

namespace tvm::explain {

/// A dimension: a number, or an expression of the model's names.
struct Dim {
  int64_t value = 0; // for sample dimensions if they are unknown
  std::string text;
  bool isKnown = true;

  static Dim number(int64_t value) { return {value, std::to_string(value)}; }
};

/// A sum of products of numbers and dimensions.
class Amount {
public:
  /// Adds `factor` times the product of `dims`.
  void add(double factor, llvm::ArrayRef<Dim> dims = {});
  void add(const Amount &other);

  /// The value for sample dimensions.
  double getValue() const { return value; }
  bool isKnown() const;
  /// The text of the sum: "1536*batch*length + 8".
  std::string getText() const;

private:
  double value = 0;
  std::map<std::vector<std::string>, double> terms; // by dynamic dimensions
};

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_AMOUNT_H
