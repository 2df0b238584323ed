// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_OPTIONS_H
#define TVM_COMPILER_OPTIONS_H

#include "compiler/pipelines/CommandOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tvm::compiler {

/// The options of `tvmc compile`.
struct Options {
  /// The target in the form of `codegen::Target::parse`; empty: this machine,
  /// or the target of the dump.
  std::string target;
  /// The CPUs for which the artefact has separate code; empty: the target's
  /// CPU.
  std::vector<std::string> cpus;
  /// The options that a module records, with defaults where the command does
  /// not name them (see mergeOptions).
  CommandOptions recorded;
  /// The options that the command names, without their values: "-O",
  /// "--winograd".
  llvm::StringSet<> named;
  /// Shared libraries with targets, and with passes and dialects.
  std::vector<std::string> plugins;
  /// The number of kernels compiled at a time; 0: one per hardware thread.
  unsigned threads = 0;
  /// Shapes of inputs, by name; -1: dynamic.
  llvm::StringMap<llvm::SmallVector<int64_t>> inputShapes;
  /// Shared libraries with external functions that constants need.
  std::vector<std::string> libraries;
  std::string dumpFolder;
  std::string schedulesFolder;
  /// Files with schedules that replace the schedules of the rules.
  std::vector<std::string> schedules;
  std::string strategiesFolder;
  /// Files, or folders of files, with strategies for kernels.
  std::vector<std::string> strategies;
  /// A database of the tuner with strategies for kernels; empty: none.
  std::string database;
  /// Threads of the artefact's runs: records of this number are taken. 0: all
  /// that the machine has.
  unsigned runThreads = 0;
  /// Whether remarks name the rule of each block, and the marks that could not
  /// be carried out.
  bool scheduleRemarks = false;
  bool timing = false;
  /// The file for the seconds of each stage (Stages::writeSeconds); empty:
  /// none.
  std::string timesFile;
  bool quiet = false;
  bool useCache = true;
};

/// Parses one option such as `--target=host` into `options`. Returns false for
/// unknown options; fails if the value is invalid.
llvm::Expected<bool> parseOption(llvm::StringRef argument, Options &options);

/// The names of all options but `-O0` to `-O3`.
std::vector<llvm::StringRef> getOptionNames();

/// Help for the options, one line each.
llvm::StringRef getOptionsHelp();

} // namespace tvm::compiler

#endif // TVM_COMPILER_OPTIONS_H
