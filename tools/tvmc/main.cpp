#include "tools/tvmc/Command.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace llvm;
using namespace tvm::tvmc;

static const Command *const kCommands[] = {
    &compileCommand, &runCommand, &explainCommand, &doctorCommand, &vtaCommand};

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  // A write that fails is reported where it fails.
  std::signal(SIGXFSZ, SIG_IGN);
  setBugReportMsg("error: tvmc crashed, which is a bug in tvm-mlir. With "
                  "--dump-ir=FOLDER, the last file in FOLDER reproduces it.\n");
  SmallVector<StringRef> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "--version") {
    outs() << "tvmc 0.1.0\n";
    return Success;
  }
  CommandGroup group{"", "compile models to machine code and run them",
                     kCommands};
  return group.run(arguments);
}
