// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Sqlite.h"

#include "llvm/ADT/STLExtras.h"

#include <sqlite3.h>

using namespace llvm;

namespace tvm::tuner::sqlite {

/// Milliseconds that a statement waits for other processes.
static constexpr int kTimeout = 60'000;

//===-- Statement ---------------------------------------------------------===//

Statement::Statement(Statement &&other) noexcept
    : connection(other.connection),
      statement(std::exchange(other.statement, nullptr)) {}

Statement::~Statement() { sqlite3_finalize(statement); }

Statement &Statement::bind(int index, StringRef text) {
  // SQLite takes a null pointer for no value.
  sqlite3_bind_text64(statement, index, text.empty() ? "" : text.data(),
                      text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement &Statement::bind(int index, int64_t number) {
  sqlite3_bind_int64(statement, index, number);
  return *this;
}

Statement &Statement::bind(int index, double number) {
  sqlite3_bind_double(statement, index, number);
  return *this;
}

Statement &Statement::bindNull(int index) {
  sqlite3_bind_null(statement, index);
  return *this;
}

Expected<bool> Statement::step() {
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW)
    return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement);
    return false;
  }
  Error error = connection->getError();
  sqlite3_reset(statement);
  return std::move(error);
}

Error Statement::run() {
  while (true) {
    Expected<bool> hasRow = step();
    if (!hasRow)
      return hasRow.takeError();
    if (!*hasRow)
      return Error::success();
  }
}

StringRef Statement::getText(int column) const {
  const auto *text =
      reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
  return text ? StringRef(text, sqlite3_column_bytes(statement, column))
              : StringRef();
}

int64_t Statement::getInteger(int column) const {
  return sqlite3_column_int64(statement, column);
}

double Statement::getReal(int column) const {
  return sqlite3_column_double(statement, column);
}

bool Statement::isNull(int column) const {
  return sqlite3_column_type(statement, column) == SQLITE_NULL;
}

//===-- Connection --------------------------------------------------------===//

static int getFlags(Mode mode) {
  switch (mode) {
  case Mode::Read:
    return SQLITE_OPEN_READONLY;
  case Mode::Write:
    return SQLITE_OPEN_READWRITE;
  case Mode::Create:
    return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  }
  llvm_unreachable("no other modes");
}

Expected<std::unique_ptr<Connection>> Connection::open(StringRef path,
                                                       Mode mode) {
  sqlite3 *handle = nullptr;
  int code =
      sqlite3_open_v2(path.str().c_str(), &handle, getFlags(mode), nullptr);
  std::unique_ptr<Connection> connection(new Connection(path, handle));
  if (code != SQLITE_OK)
    return connection->getError();
  sqlite3_busy_timeout(handle, kTimeout);
  return connection;
}

Connection::~Connection() { sqlite3_close(handle); }

Error Connection::getError() const {
  return createStringError("database '" + path +
                           "': " + sqlite3_errmsg(handle));
}

Expected<Statement> Connection::prepare(StringRef text) {
  sqlite3_stmt *statement = nullptr;
  if (sqlite3_prepare_v2(handle, text.data(), static_cast<int>(text.size()),
                         &statement, nullptr) != SQLITE_OK)
    return getError();
  return Statement(*this, statement);
}

Error Connection::run(StringRef text) {
  if (sqlite3_exec(handle, text.str().c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK)
    return getError();
  return Error::success();
}

Expected<std::optional<int64_t>> Connection::readInteger(StringRef text) {
  auto statement = prepare(text);
  if (!statement)
    return statement.takeError();
  auto hasRow = statement->step();
  if (!hasRow)
    return hasRow.takeError();
  if (!*hasRow)
    return std::nullopt;
  return statement->getInteger(0);
}

int64_t Connection::getNumChanges() const { return sqlite3_changes(handle); }

int64_t Connection::getLastRow() const {
  return sqlite3_last_insert_rowid(handle);
}

Error Connection::transact(function_ref<Error()> write) {
  // Takes the lock at once: two readers that both want to write would fail.
  if (Error error = run("BEGIN IMMEDIATE"))
    return error;
  Error error = write();
  if (!error)
    error = run("COMMIT");
  if (error && !sqlite3_get_autocommit(handle))
    consumeError(run("ROLLBACK"));
  return error;
}

} // namespace tvm::tuner::sqlite
