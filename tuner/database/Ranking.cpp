// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which strategies are the best.
#include "tuner/database/Ranking.h"

#include "tuner/database/Database.h"
#include "tuner/database/Lookup.h"
#include "tuner/database/Methods.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tvm::tuner {

using sqlite::Statement;

/// The condition of SQL that strategy `s` of context `c` may be the best one.
static std::string counts() {
  std::string least = "CASE c.method";
  for (const Method &method : kMethods)
    least += formatv(" WHEN '{0}' THEN {1}", method.name, method.leastRecords);
  return formatv("s.share IS NOT NULL AND (s.share >= 1 OR s.count >= {0} ELSE "
                 "{1} END)",
                 least, getLeastRecords("of another program"));
}

std::string selectBest() {
  return formatv(
      "SELECT id FROM (SELECT s.id AS id, row_number() OVER (PARTITION BY "
      "s.task, s.context ORDER BY s.share, s.text) AS place FROM strategies s "
      "JOIN contexts c ON s.context = c.id WHERE {0}) WHERE place <= ?1",
      counts());
}

RecordContext readContext(const Statement &row, int column) {
  RecordContext context;
  for (std::string *text :
       {&context.target, &context.method, &context.machine, &context.version})
    *text = row.getText(column++).str();
  context.threads = row.getInteger(column++);
  context.optLevel = row.getInteger(column);
  return context;
}

/// Reads all rows of a statement.
template <typename T>
static Expected<std::vector<T>>
readAll(Statement &rows, function_ref<T(const Statement &)> read) {
  std::vector<T> all;
  while (true) {
    Expected<bool> hasRow = rows.step();
    if (!hasRow)
      return hasRow.takeError();
    if (!*hasRow)
      return all;
    all.push_back(read(rows));
  }
}

/// A text and a share.
static RankedStrategy readRanked(const Statement &row) {
  return {row.getText(0).str(), row.getReal(1)};
}

Expected<std::vector<RankedStrategy>>
Database::getBest(StringRef task, const RecordContext &context,
                  unsigned limit) {
  auto place = findPlace(*connection, task, context);
  if (!place)
    return place.takeError();
  if (!*place)
    return std::vector<RankedStrategy>();
  auto rows = connection->prepare(
      "SELECT s.text, s.share FROM strategies s JOIN contexts c ON s.context = "
      "c.id WHERE s.task = ?1 AND s.context = ?2 AND " +
      counts() + " ORDER BY s.share, s.text LIMIT ?3");
  if (!rows)
    return rows.takeError();
  rows->bind(1, (*place)->task)
      .bind(2, (*place)->context)
      .bind(3, static_cast<int64_t>(limit));
  return readAll<RankedStrategy>(*rows, readRanked);
}

Expected<bool> Database::isRefuted(StringRef task, const RecordContext &context,
                                   StringRef strategy) {
  auto place = findPlace(*connection, task, context);
  if (!place)
    return place.takeError();
  if (!*place)
    return false;
  auto row = connection->prepare(
      "SELECT share IS NULL OR share >= 1 FROM strategies WHERE task = ? AND "
      "context = ? AND text = ?");
  if (!row)
    return row.takeError();
  Expected<bool> hasRow = row->bind(1, (*place)->task)
                              .bind(2, (*place)->context)
                              .bind(3, strategy)
                              .step();
  if (!hasRow)
    return hasRow.takeError();
  return *hasRow && row->getInteger(0);
}

static constexpr StringLiteral kSelectContexts =
    "SELECT target, method, machine, version, threads, opt_level FROM "
    "contexts ";

static Expected<std::vector<RecordContext>> readContexts(Statement &rows) {
  return readAll<RecordContext>(
      rows, [](const Statement &row) { return readContext(row, 0); });
}

Expected<std::vector<RecordContext>> Database::getContexts(StringRef task) {
  auto id = findTask(*connection, task);
  if (!id)
    return id.takeError();
  if (!*id)
    return std::vector<RecordContext>();
  auto rows = connection->prepare(
      kSelectContexts.str() +
      "WHERE EXISTS (SELECT 1 FROM strategies WHERE task = ? AND context = "
      "contexts.id AND share IS NOT NULL) ORDER BY 1, 2, 3, 4, 5, 6");
  if (!rows)
    return rows.takeError();
  rows->bind(1, **id);
  return readContexts(*rows);
}

Expected<std::vector<RecordContext>> Database::getContexts() {
  auto rows = connection->prepare(kSelectContexts.str());
  if (!rows)
    return rows.takeError();
  return readContexts(*rows);
}

Expected<std::vector<RankedStrategy>>
Database::getBestOfOthers(StringRef task, const RecordContext &context,
                          unsigned limit) {
  auto id = findTask(*connection, task);
  if (!id)
    return id.takeError();
  auto contextId = findContext(*connection, context);
  if (!contextId)
    return contextId.takeError();
  if (!*contextId)
    return std::vector<RankedStrategy>();
  auto rows = connection->prepare(
      "SELECT text, min(share) FROM (SELECT text, share FROM strategies WHERE "
      "context = ?1 AND share < 1 AND task <> ?2 ORDER BY share LIMIT 16 * ?3) "
      "GROUP BY text ORDER BY min(share), text LIMIT ?3");
  if (!rows)
    return rows.takeError();
  constexpr int64_t kNoTask = -1;
  rows->bind(1, **contextId).bind(2, id->value_or(kNoTask));
  rows->bind(3, static_cast<int64_t>(limit));
  return readAll<RankedStrategy>(*rows, readRanked);
}

} // namespace tvm::tuner
