// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_ARGUMENTPARSER_H
#define TVM_TOOLS_TVMC_ARGUMENTPARSER_H

#include "tools/tvmc/Command.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <limits>
#include <type_traits>

namespace tvm::tvmc {

/// A unit behind a number, such as "m" with a factor of 60 for seconds.
struct Unit {
  llvm::StringLiteral suffix;
  double factor;
};

/// A parser of the options of a command and of its files. An error of an
/// unknown option suggests the option whose name is nearest.
class ArgumentParser {
public:
  /// Sets an option to a value. Returns the expected form of the value if it is
  /// invalid, otherwise an empty text.
  using SetValue = std::function<std::string(llvm::StringRef value)>;
  /// Parses an option of another table. Returns false for unknown options.
  using ParseOther =
      std::function<llvm::Expected<bool>(llvm::StringRef argument)>;

  ArgumentParser() = default;
  /// `what` describes the file: "program".
  ArgumentParser(llvm::StringRef what, llvm::StringRef &file) {
    addFile(what, file);
  }

  /// Adds a file behind the others.
  void addFile(llvm::StringRef what, llvm::StringRef &file) {
    files.push_back({what, &file});
  }

  /// Adds a file that may be missing, behind the others.
  void addOptionalFile(llvm::StringRef what, llvm::StringRef &file) {
    files.push_back({what, &file, /*isOptional=*/true});
  }

  void addFlag(llvm::StringRef name, bool &value);
  /// Adds `--name=VALUE`. `form` stands for the value in messages: "FILE".
  void addOption(llvm::StringRef name, SetValue set,
                 llvm::StringRef form = "VALUE") {
    options.push_back({name, form, std::move(set)});
  }
  /// Adds `--name=VALUE`, where the value is not empty.
  void addText(llvm::StringRef name, llvm::StringRef &value,
               llvm::StringRef form = "VALUE");
  /// Adds `--name=VALUE`, which may be repeated. No value is empty.
  void addList(llvm::StringRef name,
               llvm::SmallVectorImpl<llvm::StringRef> &values,
               llvm::StringRef form = "VALUE");
  /// Adds `-o FILE`, also written as `-oFILE`.
  void addOutput(llvm::StringRef &file) { output = &file; }
  /// Adds `--name=N`, where the number is from `least` to `most`.
  template <typename Number>
  void addNumber(llvm::StringRef name, Number &value, uint64_t least = 0,
                 uint64_t most = std::numeric_limits<Number>::max()) {
    static_assert(std::is_unsigned_v<Number>);
    auto set = [&value, least, most](llvm::StringRef given) {
      uint64_t number = 0;
      bool isNumber = !given.getAsInteger(10, number);
      if (!isNumber || number < least || number > most)
        return describeRange(least, most, std::numeric_limits<Number>::max());
      value = number;
      return std::string();
    };
    addOption(name, set);
  }
  /// Adds `--name=X`, where the number is positive.
  void addReal(llvm::StringRef name, double &value) {
    addValue(name, value, {}, "a positive number");
  }
  /// Adds `--name=X`, where the number is positive, and one of `units` may be
  /// behind it. `form` describes the value: "a time like 90s".
  void addValue(llvm::StringRef name, double &value, llvm::ArrayRef<Unit> units,
                llvm::StringRef form);
  /// Adds `--name=CHOICE`.
  void addChoice(llvm::StringRef name, llvm::StringRef &value,
                 llvm::ArrayRef<llvm::StringRef> choices);

  /// Passes the options that no other function has added on to `parse`, which
  /// knows the options `names`.
  void addOthers(llvm::ArrayRef<llvm::StringRef> names, ParseOther parse) {
    others.push_back({{names.begin(), names.end()}, std::move(parse)});
  }

  llvm::Error parse(Arguments arguments);

private:
  struct Option {
    llvm::StringRef name;
    llvm::StringRef form; // of the value; empty: it has none
    SetValue set;

    std::string getUsage() const {
      return (name + (form.empty() ? "" : "=") + form).str();
    }
  };
  struct OtherOptions {
    llvm::SmallVector<llvm::StringRef> names;
    ParseOther parse;
  };

  static std::string describeRange(uint64_t least, uint64_t most,
                                   uint64_t unlimited);
  llvm::Error parseOption(llvm::StringRef argument) const;
  llvm::Error parseOther(llvm::StringRef argument) const;
  llvm::Error parseFile(llvm::StringRef argument);

  struct File {
    llvm::StringRef what;
    llvm::StringRef *path; // empty: not given yet
    bool isOptional = false;
  };
  llvm::SmallVector<File, 2> files;
  llvm::SmallVector<Option> options;
  llvm::SmallVector<OtherOptions, 1> others;
  llvm::StringRef *output = nullptr;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_ARGUMENTPARSER_H
