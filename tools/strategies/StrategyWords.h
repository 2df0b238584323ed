// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_STRATEGIES_STRATEGYWORDS_H
#define TVM_TOOLS_STRATEGIES_STRATEGYWORDS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tvm::strategies {

/// A strategy in words: "register tile: 6 rows, 64 columns, vectors of 16".
/// Blocks have their names in front if there are several. Parameters that are
/// not there have their default values. A text that is no attribute is returned
/// unchanged.
std::string describeStrategy(llvm::StringRef strategy);

/// The change from one strategy to another in words: "register tile: columns 64
/// → 32, unroll default → 4". All of both if their rules differ; "unchanged" if
/// nothing does.
std::string describeChange(llvm::StringRef before, llvm::StringRef after);

/// A kernel in words, which has no name: the first digits of the hash of its
/// canonical text, and its arguments: "3f2a91c0 (24x24xf32, 20x24xf32)".
std::string describeKernel(llvm::StringRef text);

/// The task of a record in words: "kernel 3f2a91c0 (24x24xf32)", or, for a
/// decision, "operator" with its key and the name of the decision.
std::string describeTask(llvm::StringRef text);

} // namespace tvm::strategies

#endif // TVM_TOOLS_STRATEGIES_STRATEGYWORDS_H
