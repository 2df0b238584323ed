#include "tools/page/Page.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm {

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

void writePage(StringRef title, const PageParts &parts,
               const json::Value &report, raw_ostream &os) {
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n<title>";
  printHTMLEscaped(title, os);
  os << "</title>\n<style>\n"
     << parts.style << "</style>\n</head>\n<body>\n"
     << parts.body << "<script type=\"application/json\" id=\"report\">"
     << escapeJSON(report) << "</script>\n<script>\n"
     << parts.script << "</script>\n</body>\n</html>\n";
}

} // namespace tvm
