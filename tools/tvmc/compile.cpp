// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Driver.h"
#include "tools/tvmc/ArgumentParser.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

static StringRef getHelp() { return compiler::getOptionsHelp(); }

static int runCompile(Arguments arguments) {
  compiler::Options options;
  StringRef model, output;
  ArgumentParser parser("model", model);
  parser.addOutput(output);
  parser.addOthers(compiler::getOptionNames(), [&](StringRef argument) {
    return compiler::parseOption(argument, options);
  });
  if (Error error = parser.parse(arguments))
    return reportWrongUsage(compileCommand, toString(std::move(error)));
  if (output.empty())
    return reportWrongUsage(compileCommand,
                            "expected the artefact's name: -o OUT.so");
  auto sink = [&](compiler::Severity severity, StringRef text) {
    if (!options.quiet || severity == compiler::Severity::Error)
      printDiagnostic(severity, text);
  };
  return failed(compiler::compile(std::nullopt, model, output, options, sink))
             ? UserError
             : Success;
}

const Command tvm::tvmc::compileCommand = {
    "compile", "compile a model to an artefact",
    "compile MODEL.onnx|MODEL.mlir -o OUT.so [options]", getHelp, runCompile};
