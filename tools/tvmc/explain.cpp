// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Explain.h"
#include "compiler/files/Files.h"
#include "tools/explain/Writers.h"
#include "tools/tvmc/ArgumentParser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
struct ExplainOptions {
  compiler::Options compile;
  StringRef model, dot, page, json;
};

/// An output file of the report.
struct Output {
  StringLiteral option;
  StringRef ExplainOptions::*path;
  void (*write)(const explain::Report &, raw_ostream &);
};
} // namespace

static void writeJSON(const explain::Report &report, raw_ostream &os) {
  os << formatv("{0:2}\n", explain::toJSON(report));
}

static constexpr Output kOutputs[] = {
    {"--dot", &ExplainOptions::dot, explain::writeDot},
    {"--html", &ExplainOptions::page, explain::writePage},
    {"--json", &ExplainOptions::json, writeJSON}};

static Error parse(Arguments arguments, ExplainOptions &options) {
  ArgumentParser parser("model", options.model);
  for (const Output &output : kOutputs)
    parser.addText(output.option, options.*output.path, "FILE");
  parser.addOthers(compiler::getOptionNames(), [&](StringRef argument) {
    return compiler::parseOption(argument, options.compile);
  });
  if (Error error = parser.parse(arguments))
    return error;
  if (!options.compile.cpus.empty())
    return createStringError("expected one CPU, got --multiversion");
  return Error::success();
}

static int write(const explain::Report &report, const ExplainOptions &options) {
  explain::writeText(report, outs());
  outs().flush();
  for (const Output &output : kOutputs) {
    StringRef path = options.*output.path;
    if (path.empty())
      continue;
    if (Error error =
            writeFile(path, [&](raw_ostream &os) { output.write(report, os); }))
      return reportError(toString(std::move(error)));
  }
  return report.problems.empty() ? Success : UserError;
}

static int runExplain(Arguments arguments) {
  ExplainOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(explainCommand, toString(std::move(error)));
  auto file = MemoryBuffer::getFile(options.model, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return reportError("cannot read '" + options.model +
                       "': " + file.getError().message());
  auto sink = [](compiler::Severity severity, StringRef text) {
    if (severity <= compiler::Severity::Warning)
      printDiagnostic(severity, text);
  };
  auto report = explain::explain((*file)->getBuffer(), options.model,
                                 options.compile, sink);
  if (!report)
    return reportError(options.model + ": " + toString(report.takeError()));
  return write(*report, options);
}

static StringRef getHelp() {
  return "Prints opsets, inputs, outputs, parameters, operators, all that is "
         "unsupported,\n"
         "the kernels that the model becomes with what fused into each, and "
         "the "
         "plan of\n"
         "its memory.\n\n"
         "  --html=FILE    the same as a page: the fused graph, kernels, "
         "memory over time\n"
         "  --dot=FILE     the fused graph for Graphviz\n"
         "  --json=FILE    the same for programs\n\n"
         "and the options of tvmc compile that the kernels depend on, as "
         "--target,\n"
         "--input-shapes, -O0 … -O3, --winograd. With --database, the record "
         "of each kernel\n"
         "is beside it.\n";
}

const Command tvm::tvmc::explainCommand = {
    "explain",
    "say what a model consists of, what becomes of it, and what is unsupported",
    "explain MODEL.onnx [--html=FILE] [--dot=FILE] [--json=FILE] [options]",
    getHelp, runExplain};
