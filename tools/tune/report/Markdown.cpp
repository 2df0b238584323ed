// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/report/Document.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tvm::tvmc {

/// A text in one line, in which no character is markup.
static std::string escape(StringRef text) {
  std::string escaped;
  for (char c : json::fixUTF8(text)) {
    if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '&')
      escaped += "&amp;";
    else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      escaped += ' ';
    else if (StringRef("\\`*_[]|#~").contains(c))
      (escaped += '\\') += c;
    else
      escaped += c;
  }
  return escaped;
}

static void write(const Table &table, raw_ostream &os) {
  for (const Table::Column &column : table.columns)
    os << "| " << escape(column.head) << " ";
  os << "|\n";
  for (const Table::Column &column : table.columns)
    os << (column.isNumber ? "|---:" : "|---");
  os << "|\n";
  for (const std::vector<std::string> &row : table.rows) {
    for (const std::string &cell : row)
      os << "| " << escape(cell) << " ";
    os << "|\n";
  }
  os << "\n";
}

static void write(const std::string &paragraph, raw_ostream &os) {
  os << escape(paragraph) << "\n\n";
}

static void write(const Figure &figure, raw_ostream &os) {
  os << escape(figure.caption) << "\n\n";
  write(figure.numbers, os);
}

void writeMarkdown(const Document &document, raw_ostream &os) {
  os << "# " << escape(document.title) << "\n\n";
  for (const Section &section : document.sections) {
    os << "## " << escape(section.heading) << "\n\n";
    for (const Section::Block &block : section.blocks)
      std::visit([&](const auto &each) { write(each, os); }, block);
  }
}

} // namespace tvm::tvmc
