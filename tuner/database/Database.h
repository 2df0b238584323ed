// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_DATABASE_H
#define TVM_TUNER_DATABASE_DATABASE_H

#include "tuner/database/Record.h"
#include "tuner/database/Sqlite.h"
#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace tvm::tuner {

using sqlite::Mode;

/// A strategy with the result of all its trials.
struct RankedStrategy {
  std::string strategy;
  /// The median of Times::share over all trials, the upper one of two.
  double share;
};

/// A file of records, which several processes may use at the same time. Each
/// call is one transaction. An error names the file.
class Database {
public:
  /// Opens the file at `path`. Refuses a file of something else, without a
  /// change to it, and a damaged one.
  static llvm::Expected<Database> open(llvm::StringRef path, Mode mode);

  llvm::StringRef getPath() const { return connection->getPath(); }

  /// Adds records that are not in the file yet, and returns their number. Adds
  /// none if one is not valid (Record::verify).
  llvm::Expected<uint64_t> add(llvm::ArrayRef<Record> records);

  /// The best strategies of a kernel in a context, at most `limit`: those of
  /// the lowest shares, ascending. A strategy that failed once is none of them,
  /// nor one that is faster than the default and has fewer records than the
  /// method needs (getLeastRecords).
  llvm::Expected<std::vector<RankedStrategy>>
  getBest(llvm::StringRef task, const RecordContext &context,
          unsigned limit = 1);

  /// Whether a strategy of a kernel has failed in a context, or is no faster
  /// there than the default.
  llvm::Expected<bool> isRefuted(llvm::StringRef task,
                                 const RecordContext &context,
                                 llvm::StringRef strategy);

  /// The contexts in which strategies of a kernel have run, and all contexts.
  llvm::Expected<std::vector<RecordContext>> getContexts(llvm::StringRef task);
  llvm::Expected<std::vector<RecordContext>> getContexts();

  /// The strategies of other kernels with the lowest shares below 1, ascending,
  /// each once, at most `limit`: guesses for a new kernel.
  llvm::Expected<std::vector<RankedStrategy>>
  getBestOfOthers(llvm::StringRef task, const RecordContext &context,
                  unsigned limit);

  /// All records of a kernel in a context, in the order in which they came.
  llvm::Expected<std::vector<Record>> getRecords(llvm::StringRef task,
                                                 const RecordContext &context);

  /// The records of the `limit` best strategies (getBest) of each kernel in
  /// each context, of all strategies if `limit` is 0. Ends with the first error
  /// of `visit`.
  llvm::Error forEach(llvm::function_ref<llvm::Error(const Record &)> visit,
                      unsigned limit = 0);

  /// Keeps the records of the `limit` best strategies (getBest) of each kernel
  /// in each context, and removes all others. Returns the number of removed
  /// records.
  llvm::Expected<uint64_t> prune(unsigned limit);

  /// Reads the whole file. Fails if a part is damaged: a page, a record, which
  /// its digest names, a reference between tables, or the rank of a strategy.
  llvm::Error check();

private:
  explicit Database(std::unique_ptr<sqlite::Connection> connection)
      : connection(std::move(connection)) {}

  llvm::Error prepareFile(Mode mode);
  llvm::Error create();

  std::unique_ptr<sqlite::Connection> connection;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_DATABASE_H
