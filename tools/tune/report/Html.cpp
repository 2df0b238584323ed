// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/page/Page.h"
#include "tools/tune/report/Document.h"

using namespace llvm;

namespace tvm::tvmc {

/// The style; see BUILD.bazel.
static constexpr char kStyle[] =
#include "tools/tune/report/page/page.css.inc"
    ;

static void write(const Table &table, raw_ostream &os) {
  os << "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const Table::Column &column : table.columns)
    os << "<th>" << escapeHTML(column.head) << "</th>";
  os << "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string> &row : table.rows) {
    os << "<tr>";
    for (auto [cell, column] : zip(row, table.columns))
      os << (column.isNumber ? "<td class=\"number\">" : "<td>")
         << escapeHTML(cell) << "</td>";
    os << "</tr>\n";
  }
  os << "</tbody>\n</table></div>\n";
}

static void write(const std::string &paragraph, raw_ostream &os) {
  os << "<p>" << escapeHTML(paragraph) << "</p>\n";
}

static void write(const Figure &figure, raw_ostream &os) {
  os << "<figure>\n"
     << figure.svg << "<figcaption>" << escapeHTML(figure.caption)
     << "</figcaption>\n<details><summary>numbers</summary>\n";
  write(figure.numbers, os);
  os << "</details>\n</figure>\n";
}

void writeHTML(const Document &document, raw_ostream &os) {
  writePage(document.title, kStyle, os, [&] {
    os << "<h1>" << escapeHTML(document.title) << "</h1>\n";
    for (const Section &section : document.sections) {
      os << "<section>\n<h2>" << escapeHTML(section.heading) << "</h2>\n";
      for (const Section::Block &block : section.blocks)
        std::visit([&](const auto &each) { write(each, os); }, block);
      os << "</section>\n";
    }
  });
}

} // namespace tvm::tvmc
