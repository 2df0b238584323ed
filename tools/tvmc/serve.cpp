// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/ServedCommands.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/Command.h"

#include <unistd.h>

#include <cstdlib>

using namespace llvm;
using namespace tvm::tvmc;

static StringRef getHelp() {
  return R"(Runs commands for tvmc tune in copies of this process, which start faster than tvmc does.
Each line of standard input is a JSON object:

  {"arguments": ["compile", ...], "output": FILE, "errors": FILE, "answer": FILE, "megabytes": N}
                        runs tvmc with these arguments, and files as its standard output and error,
                        within a limit of memory (0: none). At its end, a line is written to the file
                        "answer": {"status": its exit status}, or {"signal": what ended it}
  {"end": FILE}         ends the command whose answer is FILE
)";
}

static int runServe(Arguments arguments) {
  if (Error error = ArgumentParser().parse(arguments))
    return reportWrongUsage(serveCommand, toString(std::move(error)));
  // Threads of a kernel that wait leave the cores to other commands.
  (void)setenv("KMP_BLOCKTIME", "0", /*overwrite=*/0);
  if (Error error = serveCommands(STDIN_FILENO, runTvmc))
    return reportError(toString(std::move(error)));
  return Success;
}

const Command tvm::tvmc::serveCommand = {
    "serve", "run commands in copies of a process, for tvmc tune", "serve",
    getHelp, runServe};
