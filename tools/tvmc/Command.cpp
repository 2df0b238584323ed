#include "tools/tvmc/Command.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tvmc {

int reportWrongUsage(const Command &command, const Twine &text) {
  WithColor::error(errs()) << text << "\n";
  errs() << "usage: tvmc " << command.usage << "\n"
         << "       tvmc " << command.name << " --help explains the options\n";
  return WrongUsage;
}

int reportError(const Twine &text) {
  WithColor::error(errs()) << text << "\n";
  return UserError;
}

void printDiagnostic(compiler::Severity severity, StringRef text) {
  switch (severity) {
  case compiler::Severity::Error:
    WithColor::error(errs());
    break;
  case compiler::Severity::Warning:
    WithColor::warning(errs());
    break;
  case compiler::Severity::Remark:
    WithColor::remark(errs());
    break;
  case compiler::Severity::Progress:
    break;
  }
  errs() << text << "\n";
}

Expected<unsigned> parseNumber(StringRef argument, unsigned least,
                               unsigned most) {
  unsigned number;
  StringRef value = argument.split('=').second;
  if (value.getAsInteger(10, number) || number < least || number > most)
    return createStringError("wrong option '" + argument +
                             "': expected a number from " + Twine(least) +
                             " to " + Twine(most));
  return number;
}

} // namespace tvm::tvmc
