#ifndef TVM_TOOLS_TVMC_ARGUMENTPARSER_H
#define TVM_TOOLS_TVMC_ARGUMENTPARSER_H

#include "tools/tvmc/Command.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>

namespace tvm::tvmc {

/// A parser of the options of a command and of its files.
class ArgumentParser {
public:
  /// `what` describes the file: "program".
  ArgumentParser(llvm::StringRef what, llvm::StringRef &file) {
    addFile(what, file);
  }

  /// Adds a file behind the others.
  void addFile(llvm::StringRef what, llvm::StringRef &file) {
    files.push_back({what, &file});
  }

  void addFlag(llvm::StringRef name, bool &value);
  /// Adds `--name=VALUE`, where the value is not empty.
  void addText(llvm::StringRef name, llvm::StringRef &value);
  /// Adds `--name=VALUE`, which may be repeated; no value is empty.
  void addList(llvm::StringRef name,
               llvm::SmallVectorImpl<llvm::StringRef> &values);
  /// Adds `--name=N`, where the number is at least `least`.
  void addNumber(llvm::StringRef name, uint64_t &value, uint64_t least = 0);
  /// Adds `--name=X`, where the number is positive.
  void addReal(llvm::StringRef name, double &value);
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

  struct File {
    llvm::StringRef what;
    llvm::StringRef *path; // empty: not given yet
  };
  llvm::SmallVector<File, 2> files;
  llvm::SmallVector<Option> options;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_ARGUMENTPARSER_H
