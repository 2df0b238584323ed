// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/VtaCommands.h"
#include "tools/vta/ProgramFile.h"
#include "transforms/VTA/Passes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

static StringRef getHelp() {
  return R"(PROGRAM is a program file, a listing (.txt) or a module (.mlir).

  --config=FILE.json    check for this accelerator: depths of queues, latency
  --max-findings=N      stop after as many (100)

Prints what can go wrong: deadlocks, tokens left over, races, reads of what
nothing has written, elements outside of their memory. Status 1 if there is any.
)";
}

static int runCheck(Arguments arguments) {
  StringRef path, configuration;
  uint64_t maxFindings = 100;
  ArgumentParser parser("program", path);
  parser.addText("--config", configuration);
  parser.addNumber("--max-findings", maxFindings, /*least=*/1);
  if (Error error = parser.parse(arguments))
    return reportWrongUsage(vtaCheckCommand, toString(std::move(error)));
  VtaContext context;
  auto file = vta::readProgramFile(path, configuration, context.get());
  if (failed(file) ||
      failed(vta::verifyBehaviour(file->program,
                                  std::min<uint64_t>(maxFindings, UINT32_MAX))))
    return UserError;
  auto stream = file->program.getBody().getOps<vta::StreamOpInterface>();
  outs() << path << ": " << std::distance(stream.begin(), stream.end())
         << " instructions, nothing found\n";
  return Success;
}

const Command tvm::tvmc::vtaCheckCommand = {
    "vta check", "say how a program can misbehave, or that it cannot",
    "vta check PROGRAM [options]", getHelp, runCheck};
