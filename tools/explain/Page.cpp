#include "tools/explain/Writers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm::explain {

/// page/*, see BUILD.bazel.
static constexpr char kStyle[] =
#include "tools/explain/page/page.css.inc"
    ;
static constexpr char kScript[] =
#include "tools/explain/page/page.js.inc"
    ;
static constexpr char kBody[] =
#include "tools/explain/page/body.html.inc"
    ;

/// Text of JSON that does not end the element around it.
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

void writePage(const Report &report, raw_ostream &os) {
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n<title>";
  printHTMLEscaped(report.model.name, os);
  os << "</title>\n<style>\n"
     << kStyle << "</style>\n</head>\n<body>\n"
     << kBody << "<script type=\"application/json\" id=\"report\">"
     << escapeJSON(toJSON(report)) << "</script>\n<script>\n"
     << kScript << "</script>\n</body>\n</html>\n";
}

} // namespace tvm::explain
