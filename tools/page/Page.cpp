// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/page/Page.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace llvm;

namespace tvm {

std::string escapeHTML(StringRef text) {
  std::string clean = json::fixUTF8(text), escaped;
  for (char &c : clean)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      c = ' ';
  raw_string_ostream os(escaped);
  printHTMLEscaped(clean, os);
  return escaped;
}

std::string formatScaled(double number, const char *unit) {
  static constexpr const char *kPrefixes[] = {"", "k", "M", "G", "T", "P"};
  size_t i = 0;
  while (std::abs(number) >= 999.5 && i + 1 < std::size(kPrefixes)) {
    number /= 1000;
    ++i;
  }
  int digits = i == 0 ? 0 : number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  std::string text;
  raw_string_ostream(text) << format("%.*f ", digits, number) << kPrefixes[i]
                           << unit;
  return text;
}

/// JSON text that does not end the HTML element around it.
static std::string escapeJSON(const json::Value &value) {
  std::string text, escaped;
  raw_string_ostream(text) << value;
  for (char character : text) {
    if (character == '<')
      escaped += "\\u003c";
    else
      escaped += character;
  }
  return escaped;
}

void writePage(StringRef title, StringRef style, raw_ostream &os,
               function_ref<void()> writeBody) {
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n<title>"
     << escapeHTML(title) << "</title>\n<style>\n"
     << style << "</style>\n</head>\n<body>\n";
  writeBody();
  os << "</body>\n</html>\n";
}

void writePage(StringRef title, const PageParts &parts,
               const json::Value &report, raw_ostream &os) {
  writePage(title, parts.style, os, [&] {
    os << parts.body << "<script type=\"application/json\" id=\"report\">"
       << escapeJSON(report) << "</script>\n<script>\n"
       << parts.script << "</script>\n";
  });
}

} // namespace tvm
