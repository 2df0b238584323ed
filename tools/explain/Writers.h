// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writers of a report, for people and programs.
#ifndef TVM_TOOLS_EXPLAIN_WRITERS_H
#define TVM_TOOLS_EXPLAIN_WRITERS_H

#include "tools/explain/Report.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace tvm::explain {

/// Writes a report as text for a terminal.
void writeText(const Report &report, llvm::raw_ostream &os);

/// Returns the members of `Report`, as listed in tools/explain/README.md.
llvm::json::Value toJSON(const Report &report);

/// Writes a graph for Graphviz: a cluster per kernel, with its operators.
void writeDot(const Report &report, llvm::raw_ostream &os);

/// Writes a self-contained page.
void writePage(const Report &report, llvm::raw_ostream &os);

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_WRITERS_H
