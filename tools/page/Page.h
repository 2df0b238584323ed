#ifndef TVM_TOOLS_PAGE_PAGE_H
#define TVM_TOOLS_PAGE_PAGE_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace tvm {

/// The parts of a page; see parts.bzl.
struct PageParts {
  llvm::StringRef style, body, script;
};

/// Writes a self-contained HTML page. The script finds `report` as text of the
/// element with that id.
void writePage(llvm::StringRef title, const PageParts &parts,
               const llvm::json::Value &report, llvm::raw_ostream &os);

} // namespace tvm

#endif // TVM_TOOLS_PAGE_PAGE_H
