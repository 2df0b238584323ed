// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Lookup.h"

#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tvm::tuner {

using sqlite::Connection;
using sqlite::Statement;

int64_t hashTask(StringRef text) {
  return static_cast<int64_t>(xxh3_64bits(text));
}

void bindContext(Statement &statement, const RecordContext &context) {
  statement.bind(1, context.target).bind(2, context.method);
  statement.bind(3, context.machine).bind(4, context.version);
  statement.bind(5, context.threads).bind(6, context.optLevel);
}

/// The number in the only row of a statement; none if there is no row.
static Expected<std::optional<int64_t>> readNumber(Statement &row) {
  Expected<bool> hasRow = row.step();
  if (!hasRow)
    return hasRow.takeError();
  return *hasRow ? std::optional(row.getInteger(0)) : std::nullopt;
}

Expected<std::optional<int64_t>> findTask(Connection &connection,
                                          StringRef task) {
  auto find = connection.prepare(kFindTask);
  if (!find)
    return find.takeError();
  return readNumber(find->bind(1, hashTask(task)).bind(2, task));
}

Expected<std::optional<int64_t>> findContext(Connection &connection,
                                             const RecordContext &context) {
  auto find = connection.prepare(kFindContext);
  if (!find)
    return find.takeError();
  bindContext(*find, context);
  return readNumber(*find);
}

Expected<std::optional<Place>> findPlace(Connection &connection, StringRef task,
                                         const RecordContext &context) {
  auto taskId = findTask(connection, task);
  if (!taskId)
    return taskId.takeError();
  auto contextId = findContext(connection, context);
  if (!contextId)
    return contextId.takeError();
  if (!*taskId || !*contextId)
    return std::nullopt;
  return Place{**taskId, **contextId};
}

} // namespace tvm::tuner
