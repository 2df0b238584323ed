#include "tools/tvmc/ArgumentParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm::tvmc {

void ArgumentParser::addFlag(StringRef name, bool &value) {
  options.push_back({name, /*hasValue=*/false, [&](StringRef) {
                       value = true;
                       return std::string();
                     }});
}

void ArgumentParser::addText(StringRef name, StringRef &value) {
  options.push_back({name, /*hasValue=*/true, [&, name](StringRef given) {
                       value = given;
                       return given.empty() ? name.str() + "=VALUE" : "";
                     }});
}

void ArgumentParser::addList(StringRef name,
                             SmallVectorImpl<StringRef> &values) {
  options.push_back({name, /*hasValue=*/true, [&, name](StringRef given) {
                       values.push_back(given);
                       return given.empty() ? name.str() + "=VALUE" : "";
                     }});
}

void ArgumentParser::addNumber(StringRef name, uint64_t &value,
                               uint64_t least) {
  auto set = [&, least](StringRef given) -> std::string {
    if (!given.getAsInteger(10, value) && value >= least)
      return "";
    return "a number of " + std::to_string(least) + " or more";
  };
  options.push_back({name, /*hasValue=*/true, set});
}

void ArgumentParser::addReal(StringRef name, double &value) {
  options.push_back({name, /*hasValue=*/true, [&](StringRef given) {
                       bool isNumber = !given.getAsDouble(value) && value > 0;
                       return std::string(isNumber ? "" : "a positive number");
                     }});
}

void ArgumentParser::addChoice(StringRef name, StringRef &value,
                               ArrayRef<StringRef> choices) {
  auto set = [&, choices](StringRef given) -> std::string {
    value = given;
    if (is_contained(choices, given))
      return "";
    return join(choices.drop_back(), ", ") + " or " + choices.back().str();
  };
  options.push_back({name, /*hasValue=*/true, set});
}

Error ArgumentParser::parseOption(StringRef argument) const {
  auto [name, value] = argument.split('=');
  for (const Option &option : options) {
    if (option.name != name)
      continue;
    std::string expected;
    if (option.hasValue != argument.contains('='))
      expected = (name + (option.hasValue ? "=VALUE" : "")).str();
    else
      expected = option.set(value);
    if (expected.empty())
      return Error::success();
    return createStringError("wrong option '" + argument + "': expected " +
                             expected);
  }
  return createStringError("unknown option '" + argument + "'");
}

Error ArgumentParser::parse(Arguments arguments) {
  auto isMissing = [](const File &file) { return file.path->empty(); };
  for (StringRef argument : arguments) {
    if (argument.starts_with("-") && argument != "-") {
      if (Error error = parseOption(argument))
        return error;
      continue;
    }
    File *next = find_if(files, isMissing);
    if (next == files.end())
      return createStringError("expected one " + files.back().what + ", got '" +
                               *files.back().path + "' and '" + argument + "'");
    *next->path = argument;
  }
  File *missing = find_if(files, isMissing);
  if (missing != files.end())
    return createStringError("expected a " + missing->what);
  return Error::success();
}

} // namespace tvm::tvmc
