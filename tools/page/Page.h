// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_PAGE_PAGE_H
#define TVM_TOOLS_PAGE_PAGE_H

#include "llvm/ADT/STLFunctionalExtras.h"
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

/// Writes a self-contained HTML page without a script. `writeBody` writes its
/// body to `os`.
void writePage(llvm::StringRef title, llvm::StringRef style,
               llvm::raw_ostream &os, llvm::function_ref<void()> writeBody);

/// The text with HTML's and XML's special characters escaped. Control
/// characters become spaces, and what is no UTF-8 becomes question marks.
std::string escapeHTML(llvm::StringRef text);

/// A number with three digits, a prefix and `unit`: "1.23 M".
std::string formatScaled(double number, const char *unit);

} // namespace tvm

#endif // TVM_TOOLS_PAGE_PAGE_H
