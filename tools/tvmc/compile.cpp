#include "compiler/Driver.h"
#include "tools/tvmc/Command.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

static StringRef getHelp() { return compiler::getOptionsHelp(); }

static int runCompile(Arguments arguments) {
  compiler::Options options;
  StringRef model, output;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument.consume_front("-o")) {
      if (argument.empty() && i + 1 < arguments.size())
        argument = arguments[++i];
      output = argument;
      continue;
    }
    auto known = compiler::parseOption(argument, options);
    if (!known)
      return reportWrongUsage(compileCommand, toString(known.takeError()));
    if (*known)
      continue;
    if (argument.starts_with("-") && argument != "-")
      return reportWrongUsage(compileCommand,
                              "unknown option '" + argument + "'");
    if (!model.empty())
      return reportWrongUsage(compileCommand, "expected one model, got '" +
                                                  model + "' and '" + argument +
                                                  "'");
    model = argument;
  }
  if (model.empty())
    return reportWrongUsage(compileCommand, "expected a model");
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
