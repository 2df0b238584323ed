// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_RECORDWRITER_H
#define TVM_TUNER_DATABASE_RECORDWRITER_H

#include "tuner/database/Record.h"
#include "tuner/database/Sqlite.h"

namespace tvm::tuner {

/// Adds records within a transaction.
class RecordWriter {
public:
  static llvm::Expected<RecordWriter> make(sqlite::Connection &connection);

  /// Adds `record`. Returns false if it is in the file already.
  llvm::Expected<bool> add(const Record &record);

private:
  using Statement = sqlite::Statement;
  struct Statements {
    Statement findRecord, findTask, addTask, findContext, addContext;
    Statement findStrategy, addStrategy, addRecord, updateShare;
  };
  RecordWriter(sqlite::Connection &connection, Statements statements)
      : connection(connection), statements(std::move(statements)) {}

  /// The first column of the row that the bound statement `find` returns. If
  /// there is none, runs `add` and returns the number of the added row.
  llvm::Expected<int64_t> findOrAdd(Statement &find, Statement &add);
  llvm::Expected<int64_t> getContext(const RecordContext &context);
  llvm::Expected<int64_t> getStrategy(const Record &record);
  llvm::Error addRow(const Record &record, llvm::StringRef digest,
                     int64_t strategy);

  sqlite::Connection &connection;
  Statements statements;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_RECORDWRITER_H
