// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/ArgumentParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace llvm;

namespace tvm::tvmc {

static Error wrong(StringRef argument, const Twine &expected) {
  return createStringError("wrong option '" + argument + "': expected " +
                           expected);
}

//===-- values ------------------------------------------------------------===//

void ArgumentParser::addFlag(StringRef name, bool &value) {
  auto set = [&value](StringRef) {
    value = true;
    return std::string();
  };
  addOption(name, set, /*form=*/"");
}

void ArgumentParser::addText(StringRef name, StringRef &value, StringRef form) {
  auto set = [&value, name, form](StringRef given) {
    value = given;
    return given.empty() ? (name + "=" + form).str() : "";
  };
  addOption(name, set, form);
}

void ArgumentParser::addList(StringRef name, SmallVectorImpl<StringRef> &values,
                             StringRef form) {
  auto set = [&values, name, form](StringRef given) {
    values.push_back(given);
    return given.empty() ? (name + "=" + form).str() : "";
  };
  addOption(name, set, form);
}

std::string ArgumentParser::describeRange(uint64_t least, uint64_t most,
                                          uint64_t unlimited) {
  if (most == unlimited)
    return "a number of " + std::to_string(least) + " or more";
  return "a number from " + std::to_string(least) + " to " +
         std::to_string(most);
}

void ArgumentParser::addValue(StringRef name, double &value,
                              ArrayRef<Unit> units, StringRef form) {
  auto set = [&value, units, form](StringRef given) -> std::string {
    double factor = 1, number;
    for (const Unit &unit : units)
      if (given.consume_back(unit.suffix)) {
        factor = unit.factor;
        break;
      }
    if (given.getAsDouble(number) || !std::isfinite(number) || number <= 0)
      return form.str();
    value = number * factor;
    return "";
  };
  addOption(name, set);
}

void ArgumentParser::addChoice(StringRef name, StringRef &value,
                               ArrayRef<StringRef> choices) {
  auto set = [&, choices](StringRef given) -> std::string {
    value = given;
    if (is_contained(choices, given))
      return "";
    return join(choices.drop_back(), ", ") + " or " + choices.back().str();
  };
  addOption(name, set);
}

//===-- arguments ---------------------------------------------------------===//

Error ArgumentParser::parseOther(StringRef argument) const {
  SmallVector<StringRef> names;
  for (const Option &option : options)
    names.push_back(option.name);
  for (const OtherOptions &other : others) {
    Expected<bool> known = other.parse(argument);
    if (!known)
      return known.takeError();
    if (*known)
      return Error::success();
    append_range(names, other.names);
  }
  return createStringError("unknown option '" + argument + "'" +
                           suggestName(argument.split('=').first, names));
}

Error ArgumentParser::parseOption(StringRef argument) const {
  auto [name, value] = argument.split('=');
  for (const Option &option : options) {
    if (option.name != name)
      continue;
    std::string expected;
    if (option.form.empty() == argument.contains('='))
      expected = option.getUsage();
    else
      expected = option.set(value);
    return expected.empty() ? Error::success() : wrong(argument, expected);
  }
  return parseOther(argument);
}

Error ArgumentParser::parseFile(StringRef argument) {
  if (files.empty())
    return createStringError("unknown argument '" + argument + "'");
  File *next = find_if(files, [](File &file) { return file.path->empty(); });
  if (next == files.end())
    return createStringError("expected one " + files.back().what + ", got '" +
                             *files.back().path + "' and '" + argument + "'");
  *next->path = argument;
  return Error::success();
}

Error ArgumentParser::parse(Arguments arguments) {
  while (!arguments.empty()) {
    StringRef argument = arguments.consume_front();
    if (output && argument.consume_front("-o")) {
      if (argument.empty() && !arguments.empty())
        argument = arguments.consume_front();
      *output = argument;
      if (argument.empty())
        return wrong("-o", "-o FILE");
      continue;
    }
    bool isOption = argument.starts_with("-") && argument != "-";
    if (Error error = isOption ? parseOption(argument) : parseFile(argument))
      return error;
  }
  File *missing = find_if(
      files, [](File &file) { return file.path->empty() && !file.isOptional; });
  if (missing != files.end())
    return createStringError("expected a " + missing->what);
  return Error::success();
}

} // namespace tvm::tvmc
