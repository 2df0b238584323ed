// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files with the times of all points of a part of a kernel's space.
#ifndef TVM_BENCHMARKS_TUNER_RECORDEDTABLE_H
#define TVM_BENCHMARKS_TUNER_RECORDEDTABLE_H

#include "benchmarks/tuner/SubGrid.h"

#include <map>
#include <string>

namespace tvm::tuner {

/// A point of a table.
struct TableEntry {
  int64_t program;
  /// The default's time divided by the program's; 0 if that failed.
  double score;
};

/// The times of a kernel's strategies.
///
/// In a file, lines have words with a blank between them:
///
///     default 0.00041              seconds of the strategy without tuning
///     parameter block0.rows 1 2 4  a parameter with its values
///     1 8 27 0.00052               values of the parameters that have several,
///                                  number of the program, seconds of a launch
///     4 8 28 failed                a strategy that did not run
///
/// Points whose strategies do the same have one program. Points that are not
/// there were refused before anything ran. Lines that begin with `#` say where
/// the times come from: the first one names the processor, the target in full,
/// with which the kernel has the same space on other machines, and the date.
struct RecordedTable {
  double defaultSeconds = 0;
  std::vector<std::string> names; // of the parameters
  KeptValues values;              // of the parameters
  std::map<schedule::Point, TableEntry> entries;

  /// The highest score.
  double getBest() const;

  /// Reads the text of a file. Fails, with the line's number, if it is none.
  static llvm::Expected<RecordedTable> parse(llvm::StringRef text);
  /// The part of `space` that the table measured. Fails if the parameters of
  /// `space` are other ones.
  llvm::Expected<schedule::ParameterSpace> restrict(
      const schedule::ParameterSpace &space) const;
};

} // namespace tvm::tuner

#endif // TVM_BENCHMARKS_TUNER_RECORDEDTABLE_H
