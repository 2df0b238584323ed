// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_COMMAND_H
#define TVM_TOOLS_TVMC_COMMAND_H

#include "compiler/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace tvm::tvmc {

/// Exit statuses.
enum Status { Success = 0, UserError = 1, WrongUsage = 2 };

using Arguments = llvm::ArrayRef<llvm::StringRef>;

/// A subcommand: its name, its usage, its help and its body.
struct Command {
  llvm::StringRef name; // "run", "vta run"
  llvm::StringRef summary;
  llvm::StringRef usage;               // one line
  llvm::StringRef (*getOptionsHelp)(); // null where it has no common options
  int (*run)(Arguments arguments);
};

extern const Command compileCommand, runCommand, compareCommand, profileCommand,
    tuneCommand, planCommand, serveCommand, applyCommand, databaseCommand,
    explainCommand, doctorCommand, vtaCommand;

/// Runs the command of tvmc in `arguments`, and returns its exit status.
int runTvmc(Arguments arguments);

/// Commands whose names begin with the same words.
struct CommandGroup {
  llvm::StringRef prefix; // "", "vta "
  llvm::StringRef summary;
  llvm::ArrayRef<const Command *> commands;

  /// Runs the command in `arguments`, or prints help.
  int run(Arguments arguments) const;
};

/// Prints "error: text" and a hint for help; returns WrongUsage.
int reportWrongUsage(const Command &command, const llvm::Twine &text);

/// Prints "error: text"; returns UserError.
int reportError(const llvm::Twine &text);

/// Prints messages of the compiler on standard error.
void printDiagnostic(compiler::Severity severity, llvm::StringRef text);

/// A question behind an error of an unknown name: "; did you mean 'run'?".
/// Empty if none of `names` is near `name`.
std::string suggestName(llvm::StringRef name,
                        llvm::ArrayRef<llvm::StringRef> names);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_COMMAND_H
