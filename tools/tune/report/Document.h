// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_REPORT_DOCUMENT_H
#define TVM_TOOLS_TUNE_REPORT_DOCUMENT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <variant>
#include <vector>

namespace tvm::tvmc {

/// A table. All texts are plain: who writes a document escapes them.
struct Table {
  struct Column {
    std::string head;
    bool isNumber = false;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A drawing, and its numbers for who cannot see it.
struct Figure {
  std::string caption;
  std::string svg; // an element <svg>, already escaped
  Table numbers;
};

/// A part of a document with a heading.
struct Section {
  /// A text is a paragraph.
  using Block = std::variant<std::string, Table, Figure>;

  std::string heading;
  std::vector<Block> blocks;
};

/// A text with tables and drawings.
struct Document {
  std::string title;
  std::vector<Section> sections;
};

/// Writes a self-contained page of HTML, without scripts.
void writeHTML(const Document &document, llvm::raw_ostream &os);

/// Writes Markdown (GitHub's). Figures become tables of their numbers.
void writeMarkdown(const Document &document, llvm::raw_ostream &os);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_REPORT_DOCUMENT_H
