#ifndef TVM_TOOLS_TVMC_ARGUMENTPARSER_H
#define TVM_TOOLS_TVMC_ARGUMENTPARSER_H

#include "tools/tvmc/Command.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>

namespace tvm::tvmc {

/// A parser of the options of a command and of its file.
class ArgumentParser {
public:
  /// `what` describes the file: "program".
  ArgumentParser(llvm::StringRef what, llvm::StringRef &file)
      : what(what), file(file) {}

  void addFlag(llvm::StringRef name, bool &value);
  /// Adds `--name=VALUE`, where the value is not empty.
  void addText(llvm::StringRef name, llvm::StringRef &value);
  /// Adds `--name=N`, where the number is at least `least`.
  void addNumber(llvm::StringRef name, uint64_t &value, uint64_t least = 0);
  /// Adds `--name=CHOICE`.
  void addChoice(llvm::StringRef name, llvm::StringRef &value,
                 llvm::ArrayRef<llvm::StringRef> choices);

  llvm::Error parse(Arguments arguments);

private:
  struct Option {
    llvm::StringRef name;
    bool hasValue;
    /// Sets the option to `value`. Returns the expected form of the value if it
    /// is invalid, otherwise an empty text.
    std::function<std::string(llvm::StringRef value)> set;
  };

  llvm::Error parseOption(llvm::StringRef argument) const;

  llvm::StringRef what;
  llvm::StringRef &file;
  llvm::SmallVector<Option> options;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_ARGUMENTPARSER_H
