// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/RecordWriter.h"

#include "tuner/database/Lookup.h"

using namespace llvm;

namespace tvm::tuner {

static constexpr StringLiteral kTexts[] = {
    "SELECT 1 FROM records WHERE digest = ?",
    kFindTask,
    "INSERT INTO tasks(hash, text) VALUES(?, ?)",
    kFindContext,
    R"(INSERT INTO contexts(
         target, method, machine, version, threads, opt_level)
       VALUES(?, ?, ?, ?, ?, ?))",
    "SELECT id FROM strategies WHERE task = ? AND context = ? AND text = ?",
    "INSERT INTO strategies(task, context, text) VALUES(?, ?, ?)",
    R"(INSERT INTO records(
         digest, strategy, failure,
         median, lower, upper, reference, share, ratio, runs)
       VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?))",
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

Expected<int64_t> RecordWriter::getContext(const RecordContext &context) {
  bindContext(statements.findContext, context);
  bindContext(statements.addContext, context);
  return findOrAdd(statements.findContext, statements.addContext);
}

Expected<int64_t> RecordWriter::getStrategy(const Record &record) {
  Statements &s = statements;
  int64_t hash = hashTask(record.task);
  auto task = findOrAdd(s.findTask.bind(1, hash).bind(2, record.task),
                        s.addTask.bind(1, hash).bind(2, record.task));
  if (!task)
    return task.takeError();
  Expected<int64_t> context = getContext(record);
  if (!context)
    return context.takeError();
  for (Statement *statement : {&s.findStrategy, &s.addStrategy})
    statement->bind(1, *task).bind(2, *context).bind(3, record.strategy);
  return findOrAdd(s.findStrategy, s.addStrategy);
}

Error RecordWriter::addRow(const Record &record, StringRef digest,
                           int64_t strategy) {
  Statement &add = statements.addRecord;
  add.bind(1, digest).bind(2, strategy).bind(3, record.failure);
  if (const std::optional<Times> &times = record.times) {
    add.bind(4, times->median).bind(5, times->lower).bind(6, times->upper);
    add.bind(7, times->reference).bind(8, times->share);
    add.bind(9, times->ratio).bind(10, times->runs);
  } else {
    for (int index = 4; index <= 10; ++index)
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
