#include "tuner/database/RecordWriter.h"

#include "tuner/database/Schema.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tvm::tuner {

int64_t hashTask(StringRef text) {
  return static_cast<int64_t>(xxh3_64bits(text));
}

static constexpr StringLiteral kTexts[] = {
    "SELECT 1 FROM records WHERE digest = ?",
    "SELECT id FROM tasks WHERE hash = ? AND text = ?",
    "INSERT INTO tasks(hash, text) VALUES(?, ?)",
    "SELECT id FROM targets WHERE text = ?",
    "INSERT INTO targets(text) VALUES(?)",
    R"(SELECT id FROM strategies
       WHERE task = ? AND target = ? AND method = ? AND text = ?)",
    "INSERT INTO strategies(task, target, method, text) VALUES(?, ?, ?, ?)",
    R"(INSERT INTO records(
         digest, strategy, machine, version, failure,
         median, lower, upper, reference, share, ratio, runs)
       VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?))",
    R"(UPDATE strategies SET count = count + 1, share = (
         SELECT CASE WHEN count(share) = count(*) THEN (
           SELECT share FROM records WHERE strategy = ?1 ORDER BY share
           LIMIT 1 OFFSET (
             SELECT count(*) / 2 FROM records WHERE strategy = ?1))
         END FROM records WHERE strategy = ?1)
       WHERE id = ?1)"};

Expected<RecordWriter> RecordWriter::make(sqlite::Connection &connection) {
  std::vector<Statement> prepared;
  for (StringRef text : kTexts) {
    Expected<Statement> statement = connection.prepare(text);
    if (!statement)
      return statement.takeError();
    prepared.push_back(std::move(*statement));
  }
  auto *next = prepared.data();
  auto take = [&]() -> Statement && { return std::move(*next++); };
  // Elements of a list are evaluated in their order.
  return RecordWriter(connection,
                      Statements{take(), take(), take(), take(), take(), take(),
                                 take(), take(), take()});
}

Expected<int64_t> RecordWriter::findOrAdd(Statement &find, Statement &add) {
  Expected<bool> isFound = find.step();
  if (!isFound)
    return isFound.takeError();
  if (*isFound) {
    int64_t id = find.getInteger(0);
    if (Error error = find.run()) // to its end
      return std::move(error);
    return id;
  }
  if (Error error = add.run())
    return std::move(error);
  return connection.getLastRow();
}

Expected<int64_t> RecordWriter::getStrategy(const Record &record) {
  Statements &s = statements;
  int64_t hash = hashTask(record.task);
  auto task = findOrAdd(s.findTask.bind(1, hash).bind(2, record.task),
                        s.addTask.bind(1, hash).bind(2, record.task));
  if (!task)
    return task.takeError();
  auto target = findOrAdd(s.findTarget.bind(1, record.target),
                          s.addTarget.bind(1, record.target));
  if (!target)
    return target.takeError();
  for (Statement *statement : {&s.findStrategy, &s.addStrategy})
    statement->bind(1, *task)
        .bind(2, *target)
        .bind(3, record.method)
        .bind(4, record.strategy);
  return findOrAdd(s.findStrategy, s.addStrategy);
}

Error RecordWriter::addRow(const Record &record, StringRef digest,
                           int64_t strategy) {
  Statement &add = statements.addRecord;
  add.bind(1, digest).bind(2, strategy).bind(3, record.machine);
  add.bind(4, record.version).bind(5, record.failure);
  if (const std::optional<Times> &times = record.times) {
    add.bind(6, times->median).bind(7, times->lower).bind(8, times->upper);
    add.bind(9, times->reference).bind(10, times->share);
    add.bind(11, times->ratio).bind(12, times->runs);
  } else {
    for (int index = 6; index <= 12; ++index)
      add.bindNull(index);
  }
  return add.run();
}

Expected<bool> RecordWriter::add(const Record &record) {
  std::string digest = record.getDigest();
  Statement &find = statements.findRecord;
  Expected<bool> isKnown = find.bind(1, StringRef(digest)).step();
  if (!isKnown)
    return isKnown.takeError();
  if (*isKnown) {
    if (Error error = find.run())
      return std::move(error);
    return false;
  }
  Expected<int64_t> strategy = getStrategy(record);
  if (!strategy)
    return strategy.takeError();
  if (Error error = addRow(record, digest, *strategy))
    return std::move(error);
  if (Error error = statements.updateShare.bind(1, *strategy).run())
    return std::move(error);
  return true;
}

} // namespace tvm::tuner
