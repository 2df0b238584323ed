// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::compiler {

namespace {
/// A location in the form for users.
struct Place {
  std::string file;
  std::string name;
};
} // namespace

static void findPlace(Location loc, Place &place) {
  if (auto file = dyn_cast<FileLineColLoc>(loc)) {
    if (!place.file.empty())
      return;
    place.file = file.getFilename().str();
    if (file.getLine() != 0)
      place.file += ":" + std::to_string(file.getLine()) + ":" +
                    std::to_string(file.getColumn());
  } else if (auto name = dyn_cast<NameLoc>(loc)) {
    if (place.name.empty())
      place.name = name.getName().str();
    findPlace(name.getChildLoc(), place);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    findPlace(call.getCallee(), place);
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location each : fused.getLocations())
      findPlace(each, place);
  }
}

/// The importer's messages start with "<operator>: ".
static StringRef takeOperator(StringRef &text) {
  StringRef name =
      text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (name.empty() || !text.substr(name.size()).starts_with(": "))
    return {};
  text = text.drop_front(name.size() + 2);
  return name;
}

static std::string format(Location loc, StringRef text) {
  Place place;
  findPlace(loc, place);
  std::string prefix = place.file.empty() ? "" : place.file + ": ";
  if (place.name.empty() || text.contains("'" + place.name + "'"))
    return prefix + text.str();
  StringRef kind = takeOperator(text);
  prefix += "node '" + place.name + "'";
  if (!kind.empty() && kind != place.name)
    prefix += (" (" + kind + ")").str();
  return prefix + ": " + text.str();
}

std::string formatDiagnostic(Diagnostic &diagnostic) {
  std::string text = format(diagnostic.getLocation(), diagnostic.str());
  for (Diagnostic &note : diagnostic.getNotes())
    text += "\n  note: " + format(note.getLocation(), note.str());
  return text;
}

static Severity getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return Severity::Error;
  case DiagnosticSeverity::Warning:
    return Severity::Warning;
  default:
    return Severity::Remark;
  }
}

LogicalResult reportError(MLIRContext *context, llvm::Error error) {
  return emitError(UnknownLoc::get(context))
         << llvm::toString(std::move(error));
}

DiagnosticForwarder::DiagnosticForwarder(MLIRContext *context, Sink sink)
    : handler(context, [this, sink](Diagnostic &diagnostic) {
        Severity severity = getSeverity(diagnostic.getSeverity());
        ++numMessages;
        if (severity == Severity::Error && ++numErrors > kMaxErrors)
          return;
        sink(severity, formatDiagnostic(diagnostic));
      }) {}

} // namespace tvm::compiler
