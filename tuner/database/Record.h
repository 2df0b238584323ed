// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_RECORD_H
#define TVM_TUNER_DATABASE_RECORD_H

#include "tuner/database/Context.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tvm::tuner {

/// The times of one measurement, in seconds.
struct Times {
  /// The median of the runs, and the quartiles around it.
  double median = 0, lower = 0, upper = 0;
  /// The median of the default strategy, which was run in turns with this one.
  double reference = 0;
  /// The time as a share of the default's, of the least disturbed runs of both:
  /// below 1 is a gain. Shares compare measurements of different hours, times
  /// do not.
  double share = 0;
  /// Number of runs.
  int64_t runs = 0;
  /// The time of kernels that were the same in the runs of both strategies, as
  /// a share of their time beside the default: 1.1 if the machine was a tenth
  /// slower. The share and the reference have it taken out. 1: no such kernels.
  double ratio = 1;
};

/// The result of one trial: a strategy of a kernel that was tried on a machine.
struct Record : RecordContext {
  /// The canonical text of the kernel.
  std::string task;
  /// The strategy as an attribute's text.
  std::string strategy;
  /// The times; none if the trial failed.
  std::optional<Times> times;
  /// The cause of the failure; empty if there are times.
  std::string failure;

  /// SHA-256 of all contents in hexadecimal digits. Equal records have equal
  /// digests.
  std::string getDigest() const;
  /// Fails unless all texts are UTF-8, numbers are in their bounds, and either
  /// positive, ordered times or a cause of failure are there.
  llvm::Error verify() const;
};

bool operator==(const Record &a, const Record &b);

/// The version of the form that `printRecord` writes.
inline constexpr int64_t kRecordSchema = 3;

/// The record as one line of JSON, without a line break. Times are written with
/// all digits: parsing gives an equal record.
std::string printRecord(const Record &record);

/// The record of such a line. Fails with the reason if it is no record, or one
/// of another schema.
llvm::Expected<Record> parseRecord(llvm::StringRef line);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_RECORD_H
