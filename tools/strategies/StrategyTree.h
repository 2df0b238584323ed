// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_STRATEGIES_STRATEGYTREE_H
#define TVM_TOOLS_STRATEGIES_STRATEGYTREE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tvm::strategies {

/// A part of the text of a strategy: `#schedule.rows<tasks = 2>` has the name
/// "rows" and one child with the key "tasks", whose name is "2".
struct StrategyTree {
  /// The key in front of `=`; empty: none.
  std::string key;
  /// A number, a word, the contents of a string, or the mnemonic of an
  /// attribute; empty for a list.
  std::string name;
  /// Whether it is an attribute, such as `#schedule.rows<>`.
  bool isAttribute = false;
  std::vector<StrategyTree> children;

  /// The child with this key; null if there is none.
  const StrategyTree *find(llvm::StringRef key) const;
};

/// The tree of the text of an attribute. Knows no dialect, so it reads
/// strategies of plug-ins that are not loaded.
llvm::Expected<StrategyTree> parseStrategyTree(llvm::StringRef text);

} // namespace tvm::strategies

#endif // TVM_TOOLS_STRATEGIES_STRATEGYTREE_H
