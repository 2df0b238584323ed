// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/Command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
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

static int printHelp(const CommandGroup &group, raw_ostream &os, int status) {
  os << "tvmc" << (group.prefix.empty() ? "" : " ") << group.prefix.rtrim()
     << ": " << group.summary << "\n\n";
  size_t width = 0;
  for (const Command *command : group.commands)
    width = std::max(width, command->name.size());
  for (const Command *command : group.commands)
    os << "  tvmc " << left_justify(command->name, width + 2)
       << command->summary << "\n";
  os << "\ntvmc " << group.prefix << "COMMAND --help explains a command.\n";
  return status;
}

static int printHelp(const Command &command) {
  outs() << command.summary << "\n\nusage: tvmc " << command.usage << "\n\n"
         << command.getOptionsHelp();
  return Success;
}

int CommandGroup::run(Arguments arguments) const {
  if (arguments.empty())
    return printHelp(*this, errs(), WrongUsage);
  StringRef name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help")
    return printHelp(*this, outs(), Success);
  for (const Command *command : commands) {
    if (command->name != (prefix + name).str())
      continue;
    Arguments rest = arguments.drop_front();
    if (command->getOptionsHelp &&
        (is_contained(rest, "--help") || is_contained(rest, "-h")))
      return printHelp(*command);
    return command->run(rest);
  }
  SmallVector<StringRef> names;
  for (const Command *command : commands)
    names.push_back(command->name);
  std::string given = (prefix + name).str();
  errs() << "error: unknown command '" << given << "'"
         << suggestName(given, names) << "\n\n";
  return printHelp(*this, errs(), WrongUsage);
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

std::string suggestName(StringRef name, ArrayRef<StringRef> names) {
  StringRef nearest;
  // A name with more changes than a third of its letters is another one.
  unsigned least = std::max<size_t>(1, name.size() / 3) + 1;
  for (StringRef known : names) {
    unsigned distance = name.edit_distance(known, /*AllowReplacements=*/true,
                                           /*MaxEditDistance=*/least);
    if (distance >= least)
      continue;
    least = distance;
    nearest = known;
  }
  return nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
}

} // namespace tvm::tvmc
