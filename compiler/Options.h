#ifndef TVM_COMPILER_OPTIONS_H
#define TVM_COMPILER_OPTIONS_H

#include "compiler/CommandOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tvm::compiler {

/// The options of `tvmc compile`.
struct Options {
  /// The target, as `codegen::Target::parse` takes it; empty: this machine, or
  /// the one that the dump was made for.
  std::string target;
  /// CPUs that the artefact has code for, each; empty: the target's.
  std::vector<std::string> cpus;
  /// The options that the module records.
  CommandOptions recorded;
  /// Shared libraries with targets, and with passes and dialects.
  std::vector<std::string> plugins;
  /// Kernels compiled at a time; 0: one per hardware thread.
  unsigned threads = 0;
  /// By input; -1 = unknown.
  llvm::StringMap<llvm::SmallVector<int64_t>> inputShapes;
  /// Shared libraries with the external functions that constants need.
  std::vector<std::string> libraries;
  std::string dumpFolder;
  std::string schedulesFolder;
  /// Files with schedules that replace those of the rules.
  std::vector<std::string> schedules;
  std::string strategiesFolder;
  /// Files, or folders of files, with strategies for kernels.
  std::vector<std::string> strategies;
  /// Say which rules schedule the kernels, and what these schedules could not
  /// do.
  bool scheduleRemarks = false;
  bool timing = false;
  bool quiet = false;
  bool useCache = true;
};

/// Parses one option such as `--target=host` into `options`. Returns false if
/// there is no such option; fails where its value is wrong.
llvm::Expected<bool> parseOption(llvm::StringRef argument, Options &options);

/// Help for the options, one line each.
llvm::StringRef getOptionsHelp();

} // namespace tvm::compiler

#endif // TVM_COMPILER_OPTIONS_H
