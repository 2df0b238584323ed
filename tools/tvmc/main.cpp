#include "tools/tvmc/Command.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace llvm;
using namespace tvm::tvmc;

static const Command *const kCommands[] = {&compileCommand, &runCommand,
                                           &explainCommand, &doctorCommand};

static int printHelp(raw_ostream &os, int status) {
  os << "tvmc: compile models to machine code and run them\n\n";
  for (const Command *command : kCommands)
    os << "  tvmc " << left_justify(command->name, 9) << command->summary
       << "\n";
  os << "\ntvmc COMMAND --help explains a command.\n";
  return status;
}

static int printHelp(const Command &command) {
  outs() << command.summary << "\n\nusage: tvmc " << command.usage << "\n\n"
         << command.getOptionsHelp();
  return Success;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  // A write that fails is reported where it fails.
  std::signal(SIGXFSZ, SIG_IGN);
  setBugReportMsg("error: tvmc crashed, which is a bug in tvm-mlir. With "
                  "--dump-ir=FOLDER, the last file in FOLDER reproduces it.\n");
  SmallVector<StringRef> arguments(argv + 1, argv + argc);
  if (arguments.empty())
    return printHelp(errs(), WrongUsage);
  StringRef name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help")
    return printHelp(outs(), Success);
  if (name == "--version") {
    outs() << "tvmc 0.1.0\n";
    return Success;
  }
  for (const Command *command : kCommands) {
    if (command->name != name)
      continue;
    Arguments rest = ArrayRef(arguments).drop_front();
    if (is_contained(rest, "--help") || is_contained(rest, "-h"))
      return printHelp(*command);
    return command->run(rest);
  }
  errs() << "error: unknown command '" << name << "'\n\n";
  return printHelp(errs(), WrongUsage);
}
