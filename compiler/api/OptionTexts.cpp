// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/api/OptionTexts.h"

using namespace llvm;

namespace tvm::compiler {

/// Splits at spaces that are not preceded by a backslash.
static std::vector<std::string> splitOptions(StringRef text) {
  std::vector<std::string> arguments(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size())
      arguments.back() += text[++i];
    else if (text[i] == ' ')
      arguments.emplace_back();
    else
      arguments.back() += text[i];
  }
  erase_if(arguments, [](const std::string &text) { return text.empty(); });
  return arguments;
}

Error parseOptionTexts(StringRef text, Options &options) {
  for (const std::string &argument : splitOptions(text)) {
    Expected<bool> known = parseOption(argument, options);
    if (!known)
      return known.takeError();
    if (!*known)
      return createStringError("unknown option '" + argument + "'");
  }
  return Error::success();
}

} // namespace tvm::compiler
