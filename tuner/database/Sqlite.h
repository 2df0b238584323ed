// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_SQLITE_H
#define TVM_TUNER_DATABASE_SQLITE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace tvm::tuner::sqlite {

class Connection;

/// A prepared statement. Parameters count from 1, columns from 0. Errors name
/// the file of the connection.
class Statement {
public:
  Statement(Statement &&other) noexcept;
  Statement &operator=(Statement &&) = delete;
  ~Statement();

  Statement &bind(int index, llvm::StringRef text);
  Statement &bind(int index, int64_t number);
  Statement &bind(int index, double number);
  Statement &bindNull(int index);

  /// Advances to the next row. Returns false behind the last one, and then the
  /// statement can be bound and run again.
  llvm::Expected<bool> step();
  /// Runs a statement to its end.
  llvm::Error run();

  /// Values of the current row; texts are valid until the next step.
  llvm::StringRef getText(int column) const;
  int64_t getInteger(int column) const;
  double getReal(int column) const;
  bool isNull(int column) const;

private:
  friend class Connection;
  Statement(Connection &connection, sqlite3_stmt *statement)
      : connection(&connection), statement(statement) {}

  Connection *connection;
  sqlite3_stmt *statement;
};

/// The mode in which a file is opened.
enum class Mode {
  /// Only read; the file has to exist.
  Read,
  /// Read and written; the file has to exist.
  Write,
  /// Read and written, and made if it does not exist.
  Create
};

/// An open file of SQLite. Other processes may use the file at the same time;
/// whoever writes waits for the others, up to a minute.
class Connection {
public:
  static llvm::Expected<std::unique_ptr<Connection>> open(llvm::StringRef path,
                                                          Mode mode);
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;
  ~Connection();

  llvm::StringRef getPath() const { return path; }

  llvm::Expected<Statement> prepare(llvm::StringRef text);
  /// Runs statements without parameters.
  llvm::Error run(llvm::StringRef text);
  /// The first column of the first row; none without a row.
  llvm::Expected<std::optional<int64_t>> readInteger(llvm::StringRef text);
  /// The number of rows that the last statement changed.
  int64_t getNumChanges() const;
  /// The number of the row that was added last.
  int64_t getLastRow() const;

  /// Calls `write` in a transaction: all of it is in the file, or nothing.
  llvm::Error transact(llvm::function_ref<llvm::Error()> write);

  /// The last error of SQLite: "database 'x.db': database disk image is
  /// malformed".
  llvm::Error getError() const;

private:
  Connection(llvm::StringRef path, sqlite3 *handle)
      : path(path), handle(handle) {}

  std::string path;
  sqlite3 *handle;
};

} // namespace tvm::tuner::sqlite

#endif // TVM_TUNER_DATABASE_SQLITE_H
