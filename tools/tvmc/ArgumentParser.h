#ifndef TVM_TOOLS_TVMC_ARGUMENTPARSER_H
#define TVM_TOOLS_TVMC_ARGUMENTPARSER_H

#include "tools/tvmc/Command.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>

namespace tvm::tvmc {

/// Options of a command, and the one file that it is about.
class ArgumentParser {
public:
  /// `what` the file is: "program".
  ArgumentParser(llvm::StringRef what, llvm::StringRef &file)
      : what(what), file(file) {}

  void addFlag(llvm::StringRef name, bool &value);
  /// `--name=VALUE`, which is not empty.
  void addText(llvm::StringRef name, llvm::StringRef &value);
  /// `--name=N`, from `least` on.
  void addNumber(llvm::StringRef name, uint64_t &value, uint64_t least = 0);
  /// `--name=CHOICE`.
  void addChoice(llvm::StringRef name, llvm::StringRef &value,
                 llvm::ArrayRef<llvm::StringRef> choices);

  llvm::Error parse(Arguments arguments);

private:
  struct Option {
    llvm::StringRef name;
    bool hasValue;
    /// Takes `value`. Returns what is expected behind the name where `value` is
    /// something else, or nothing.
    std::function<std::string(llvm::StringRef value)> set;
  };

  llvm::Error parseOption(llvm::StringRef argument) const;

  llvm::StringRef what;
  llvm::StringRef &file;
  llvm::SmallVector<Option> options;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_ARGUMENTPARSER_H
