// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/files/Files.h"
#include "conversion/VTABinary/VTABinary.h"
#include "runtime/vta/cycles/TraceWriter.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/VtaCommands.h"
#include "tools/vta/Explanation.h"
#include "tools/vta/ProgramFile.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
struct ExplainOptions {
  StringRef program, configuration, page, json;
  uint64_t maxCycles = UINT64_MAX;
};
} // namespace

static StringRef getHelp() {
  return R"(PROGRAM is a program file, a listing (.txt) or a module (.mlir).

Prints the cycles that the cycle model takes, how long each module is busy, and
what it waits for. Data does not matter: there are no inputs.

  --html=FILE           a page: the program beside its timeline
  --json=FILE           the same for programs
  --config=FILE.json    the accelerator, for the same instructions
  --max-cycles=N        give up after as many
)";
}

static Error parse(Arguments arguments, ExplainOptions &options) {
  ArgumentParser parser("program", options.program);
  parser.addText("--html", options.page);
  parser.addText("--json", options.json);
  parser.addText("--config", options.configuration);
  parser.addNumber("--max-cycles", options.maxCycles, /*least=*/1);
  return parser.parse(arguments);
}

static Error write(const vta::Explanation &explanation,
                   const ExplainOptions &options) {
  outs() << runtime::vta::summaryOf(explanation.timing);
  outs().flush();
  if (!options.page.empty())
    if (Error error = writeFile(options.page, [&](raw_ostream &os) {
          vta::writePage(explanation, os);
        }))
      return error;
  if (options.json.empty())
    return Error::success();
  return writeFile(options.json, [&](raw_ostream &os) {
    os << formatv("{0:2}\n", vta::toJSON(explanation));
  });
}

static int runExplain(Arguments arguments) {
  ExplainOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(vtaExplainCommand, toString(std::move(error)));
  VtaContext context;
  auto file = vta::readProgramFile(options.program, options.configuration,
                                   context.get());
  if (failed(file))
    return UserError;
  auto program = vta::encodeProgram(file->program);
  if (failed(program))
    return UserError;
  auto explanation = vta::explain(file->program, *program, options.maxCycles);
  if (!explanation)
    return reportError(options.program + ": " +
                       toString(explanation.takeError()));
  if (Error error = write(*explanation, options))
    return reportError(toString(std::move(error)));
  if (!explanation->problem.empty())
    return reportError(options.program + ": " + explanation->problem);
  return Success;
}

const Command tvm::tvmc::vtaExplainCommand = {
    "vta explain", "say where the cycles of a program go",
    "vta explain PROGRAM [--html=FILE] [--json=FILE] [options]", getHelp,
    runExplain};
