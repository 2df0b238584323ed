// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Exchange.h"

using namespace llvm;

namespace tvm::tuner {

/// Number of records that are held in memory at a time.
static constexpr size_t kBatch = 4096;

Error exportRecords(Database &database, raw_ostream &os) {
  return database.forEach([&](const Record &record) {
    os << printRecord(record) << "\n";
    return Error::success();
  });
}

Expected<uint64_t> importRecords(Database &database, StringRef text,
                                 StringRef name) {
  std::vector<Record> records;
  for (uint64_t line = 1; !text.empty(); ++line) {
    auto [first, rest] = text.split('\n');
    text = rest;
    if (first.trim().empty())
      continue;
    Expected<Record> record = parseRecord(first);
    if (!record)
      return createStringError(name + ":" + Twine(line) + ": " +
                               toString(record.takeError()));
    records.push_back(std::move(*record));
  }
  return database.add(records);
}

Expected<uint64_t> mergeRecords(Database &database, Database &from) {
  uint64_t numAdded = 0;
  std::vector<Record> records;
  auto flush = [&]() -> Error {
    Expected<uint64_t> added = database.add(records);
    if (!added)
      return added.takeError();
    numAdded += *added;
    records.clear();
    return Error::success();
  };
  Error error = from.forEach([&](const Record &record) {
    records.push_back(record);
    return records.size() < kBatch ? Error::success() : flush();
  });
  if (!error)
    error = flush();
  if (error)
    return std::move(error);
  return numAdded;
}

} // namespace tvm::tuner
