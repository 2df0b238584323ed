// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Database.h"

#include "tuner/database/Lookup.h"
#include "tuner/database/Ranking.h"
#include "tuner/database/RecordWriter.h"
#include "tuner/database/Schema.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tvm::tuner {

using sqlite::Connection;
using sqlite::Statement;

//===-- opening -----------------------------------------------------------===//

static Error refuse(const Connection &connection, const Twine &reason) {
  return createStringError("database '" + connection.getPath() +
                           "': " + reason);
}

/// Fails unless the file has the tables of this version.
static Error checkSchema(Connection &connection) {
  auto application = connection.readInteger("PRAGMA application_id");
  if (!application)
    return application.takeError();
  if (*application != kApplicationId)
    return refuse(connection, "expected records of the tuner, got a database "
                              "of another program");
  auto version = connection.readInteger("PRAGMA user_version");
  if (!version)
    return version.takeError();
  if (*version != kSchemaVersion)
    return refuse(connection, formatv("expected schema {0}, got {1}",
                                      kSchemaVersion, **version));
  return Error::success();
}

/// Whether nothing was ever written to the file.
static Expected<bool> isEmpty(Connection &connection) {
  auto version = connection.readInteger("PRAGMA schema_version");
  if (!version)
    return version.takeError();
  return *version == 0;
}

Error Database::create() {
  return connection->transact([&]() -> Error {
    // Another process may have been faster.
    Expected<bool> stillEmpty = isEmpty(*connection);
    if (!stillEmpty)
      return stillEmpty.takeError();
    return *stillEmpty ? connection->run(kSchema) : Error::success();
  });
}

Error Database::prepareFile(Mode mode) {
  Expected<bool> isNew = isEmpty(*connection);
  if (!isNew)
    return isNew.takeError();
  if (*isNew && mode == Mode::Create)
    if (Error error = create())
      return error;
  if (Error error = checkSchema(*connection))
    return error;
  if (mode == Mode::Read)
    return Error::success();
  // FULL: what was committed survives a loss of power.
  return connection->run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                         "PRAGMA foreign_keys = ON");
}

Expected<Database> Database::open(StringRef path, Mode mode) {
  auto connection = Connection::open(path, mode);
  if (!connection)
    return connection.takeError();
  Database database(std::move(*connection));
  if (Error error = database.prepareFile(mode))
    return std::move(error);
  return database;
}

//===-- writing -----------------------------------------------------------===//

Expected<uint64_t> Database::add(ArrayRef<Record> records) {
  for (const Record &record : records)
    if (Error error = record.verify())
      return refuse(*connection, toString(std::move(error)));
  uint64_t numAdded = 0;
  Error error = connection->transact([&]() -> Error {
    auto writer = RecordWriter::make(*connection);
    if (!writer)
      return writer.takeError();
    for (const Record &record : records) {
      Expected<bool> isNew = writer->add(record);
      if (!isNew)
        return isNew.takeError();
      numAdded += *isNew;
    }
    return Error::success();
  });
  if (error)
    return std::move(error);
  return numAdded;
}

Expected<uint64_t> Database::prune(unsigned limit) {
  uint64_t numRemoved = 0;
  Error error = connection->transact([&]() -> Error {
    if (Error error = connection->run("CREATE TEMP TABLE pruned(id)"))
      return error;
    auto select = connection->prepare(
        "INSERT INTO pruned SELECT id FROM strategies WHERE id NOT IN (" +
        selectBest() + ")");
    if (!select)
      return select.takeError();
    if (Error error = select->bind(1, static_cast<int64_t>(limit)).run())
      return error;
    if (Error error = connection->run(
            "DELETE FROM records WHERE strategy IN (SELECT id FROM pruned)"))
      return error;
    numRemoved = connection->getNumChanges();
    return connection->run(
        "DELETE FROM strategies WHERE id IN (SELECT id FROM pruned);"
        "DELETE FROM tasks WHERE id NOT IN (SELECT task FROM strategies);"
        "DELETE FROM contexts WHERE id NOT IN (SELECT context FROM strategies);"
        "DROP TABLE pruned");
  });
  if (!error)
    error = connection->run("VACUUM");
  if (error)
    return std::move(error);
  return numRemoved;
}

//===-- reading -----------------------------------------------------------===//

static constexpr StringLiteral kSelectRecords =
    "SELECT r.digest, t.text, s.text, r.failure, c.target, c.method, "
    "c.machine, c.version, c.threads, c.opt_level, r.median, r.lower, r.upper, "
    "r.reference, r.share, r.runs, r.ratio "
    "FROM records r JOIN strategies s ON r.strategy = s.id "
    "JOIN tasks t ON s.task = t.id JOIN contexts c ON s.context = c.id ";

/// The record in the current row of kSelectRecords.
static Expected<Record> readRecord(const Connection &connection,
                                   const Statement &row) {
  Record record;
  static_cast<RecordContext &>(record) = readContext(row, 4);
  int column = 1;
  for (std::string *text : {&record.task, &record.strategy, &record.failure})
    *text = row.getText(column++).str();
  if (!row.isNull(10))
    record.times = Times{row.getReal(10), row.getReal(11), row.getReal(12),
                         row.getReal(13), row.getReal(14), row.getInteger(15),
                         row.getReal(16)};
  if (record.getDigest() != row.getText(0))
    return refuse(connection, "record " + row.getText(0) +
                                  " is damaged: its contents are not what was "
                                  "written");
  return record;
}

static Error visitRecords(const Connection &connection, Statement &rows,
                          function_ref<Error(const Record &)> visit) {
  while (true) {
    Expected<bool> hasRow = rows.step();
    if (!hasRow)
      return hasRow.takeError();
    if (!*hasRow)
      return Error::success();
    Expected<Record> record = readRecord(connection, rows);
    if (!record)
      return record.takeError();
    if (Error error = visit(*record))
      return error;
  }
}

Error Database::forEach(function_ref<Error(const Record &)> visit,
                        unsigned limit) {
  std::string text = kSelectRecords.str();
  if (limit)
    text += "WHERE s.id IN (" + selectBest() + ")";
  auto rows = connection->prepare(text + " ORDER BY t.text, r.digest");
  if (!rows)
    return rows.takeError();
  if (limit)
    rows->bind(1, static_cast<int64_t>(limit));
  return visitRecords(*connection, *rows, visit);
}

Expected<std::vector<Record>>
Database::getRecords(StringRef task, const RecordContext &context) {
  auto place = findPlace(*connection, task, context);
  if (!place)
    return place.takeError();
  std::vector<Record> records;
  if (!*place)
    return records;
  auto rows =
      connection->prepare(kSelectRecords.str() +
                          "WHERE s.task = ? AND s.context = ? ORDER BY r.id");
  if (!rows)
    return rows.takeError();
  rows->bind(1, (*place)->task).bind(2, (*place)->context);
  if (Error error = visitRecords(*connection, *rows, [&](const Record &record) {
        records.push_back(record);
        return Error::success();
      }))
    return std::move(error);
  return records;
}

//===-- checking ----------------------------------------------------------===//

/// The first text in the first row of a statement; empty if there is no row.
static Expected<std::string> readText(Connection &connection, StringRef text) {
  auto row = connection.prepare(text);
  if (!row)
    return row.takeError();
  Expected<bool> hasRow = row->step();
  if (!hasRow)
    return hasRow.takeError();
  return *hasRow ? row->getText(0).str() : "";
}

Error Database::check() {
  auto integrity = readText(*connection, "PRAGMA integrity_check(1)");
  if (!integrity)
    return integrity.takeError();
  if (*integrity != "ok")
    return refuse(*connection, "the file is damaged: " + *integrity);
  auto orphan = readText(*connection, "PRAGMA foreign_key_check");
  if (!orphan)
    return orphan.takeError();
  if (!orphan->empty())
    return refuse(*connection, "the file is damaged: table '" + *orphan +
                                   "' refers to a row that is not there");
  if (Error error = forEach([](const Record &) { return Error::success(); }))
    return error;
  auto strategy = readText(*connection, kSelectWrongRanks);
  if (!strategy)
    return strategy.takeError();
  if (!strategy->empty())
    return refuse(*connection, "the rank of strategy '" + *strategy +
                                   "' is not that of its records");
  return Error::success();
}

} // namespace tvm::tuner
