// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Isolation.h"
#include "codegen/OutOfMemory.h"
#include "compiler/Version.h"
#include "tools/tvmc/Command.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

#include <csignal>
#include <cstring>

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

static const Command *const kCommands[] = {
    &compileCommand,  &runCommand,     &compareCommand, &profileCommand,
    &tuneCommand,     &planCommand,    &serveCommand,   &applyCommand,
    &databaseCommand, &explainCommand, &doctorCommand,  &vtaCommand};

static constexpr const char *kOutOfMemory = "error: out of memory\n";

/// Explains a crash: without memory it is not a bug.
static void explainCrash(void *) {
  if (!tvm::codegen::isMemoryExhausted())
    return;
  (void)!write(STDERR_FILENO, kOutOfMemory, strlen(kOutOfMemory));
  _exit(1);
}

int tvm::tvmc::runTvmc(Arguments arguments) {
  if (!arguments.empty() && arguments.front() == "--version") {
    outs() << "tvmc " << compiler::kVersion << "\n";
    return Success;
  }
  CommandGroup group{"", "compile models to machine code and run them",
                     kCommands};
  return group.run(arguments);
}

int main(int argc, char **argv) {
  // Runs before LLVM's handlers, which report crashes as bugs.
  sys::AddSignalHandler(explainCrash, nullptr);
  InitLLVM init(argc, argv);
  tvm::codegen::installBadAllocHandler(kOutOfMemory);
  // A failed write is reported at its place.
  std::signal(SIGXFSZ, SIG_IGN);
  setBugReportMsg("error: tvmc crashed, which is a bug in tvm-mlir. With "
                  "--dump-ir=FOLDER, the last file in FOLDER reproduces it.\n");
  return runTvmc(SmallVector<StringRef>(argv + 1, argv + argc));
}
