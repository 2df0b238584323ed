// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Diagnostics.h"
#include "compiler/files/Files.h"
#include "compiler/scripts/Scripts.h"
#include "tools/tvmc/ArgumentParser.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
struct ApplyOptions {
  StringRef payload, script, output;
  SmallVector<StringRef> plugins;
};
} // namespace

static StringRef getHelp() {
  return R"(Runs a transform script on a module, like the distribution's mlir-opt with
--transform-interpreter. The script may have upstream's operations and those of `schedule`.

  --script=FILE         the script: its sequence @__transform_main gets the module
  -o FILE               the transformed module (standard output)
  --load-plugin=FILE    an MLIR plug-in with further dialects or passes; may be repeated
)";
}

static Error parse(Arguments arguments, ApplyOptions &options) {
  ArgumentParser parser("module", options.payload);
  parser.addText("--script", options.script, "FILE");
  parser.addOutput(options.output);
  parser.addList("--load-plugin", options.plugins, "FILE");
  if (Error error = parser.parse(arguments))
    return error;
  if (options.script.empty())
    return createStringError("expected a script: --script=FILE");
  return Error::success();
}

static Error write(StringRef output, mlir::ModuleOp module) {
  // As mlir-opt does, byte by byte.
  auto print = [&](raw_ostream &os) {
    module->print(os);
    os << "\n";
  };
  if (!output.empty() && output != "-")
    return writeFile(output, print);
  print(outs());
  return Error::success();
}

/// Returns false after reporting errors.
static Expected<bool> apply(const ApplyOptions &options) {
  auto payloadFile = compiler::readSource(options.payload);
  if (!payloadFile)
    return payloadFile.takeError();
  auto scriptFile = compiler::readSource(options.script);
  if (!scriptFile)
    return scriptFile.takeError();
  std::vector<std::string> plugins(options.plugins.begin(),
                                   options.plugins.end());
  auto registry = compiler::getScriptDialects(plugins);
  if (!registry)
    return registry.takeError();
  mlir::MLIRContext context(*registry);
  context.printOpOnDiagnostic(false);
  compiler::DiagnosticForwarder diagnostics(&context, printDiagnostic);
  auto payload = compiler::parsePayload(*payloadFile, &context);
  auto script = compiler::parseScript(*scriptFile, &context);
  if (!payload || !script || failed(compiler::applyScript(*payload, *script)))
    return false;
  if (Error error = write(options.output, *payload))
    return std::move(error);
  return true;
}

static int runApply(Arguments arguments) {
  ApplyOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(applyCommand, toString(std::move(error)));
  Expected<bool> isApplied = apply(options);
  if (!isApplied)
    return reportError(toString(isApplied.takeError()));
  return *isApplied ? Success : UserError;
}

const Command tvm::tvmc::applyCommand = {
    "apply", "run a transform script on a module",
    "apply MODULE.mlir --script=SCRIPT.mlir [-o OUT.mlir] [options]", getHelp,
    runApply};
