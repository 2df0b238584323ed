// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_SCHEMA_H
#define TVM_TUNER_DATABASE_SCHEMA_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace tvm::tuner {

/// PRAGMA application_id of a database of the tuner: "tune".
inline constexpr int64_t kApplicationId = 0x74756e65;
/// PRAGMA user_version.
inline constexpr int64_t kSchemaVersion = 3;

/// The statements that make the tables of an empty file.
///
/// A row of `strategies` has the records of one context, because shares of
/// different contexts do not compare. `strategies.share` is the median
/// share of these records, the upper one of an even number, and null if one of
/// them is a failure; `strategies.count` is their number. RecordWriter updates
/// both with each record, so that the best strategy is a look-up in an index.
inline constexpr llvm::StringLiteral kSchema = R"(
CREATE TABLE tasks(
  id INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL,
  text TEXT NOT NULL);
CREATE INDEX tasks_by_hash ON tasks(hash);
CREATE TABLE contexts(
  id INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  method TEXT NOT NULL,
  machine TEXT NOT NULL,
  version TEXT NOT NULL,
  threads INTEGER NOT NULL,
  opt_level INTEGER NOT NULL,
  UNIQUE(target, method, machine, version, threads, opt_level));
CREATE TABLE strategies(
  id INTEGER PRIMARY KEY,
  task INTEGER NOT NULL REFERENCES tasks,
  context INTEGER NOT NULL REFERENCES contexts,
  text TEXT NOT NULL,
  share REAL,
  count INTEGER NOT NULL DEFAULT 0,
  UNIQUE(task, context, text));
CREATE INDEX strategies_by_share ON strategies(task, context, share);
CREATE INDEX strategies_of_context ON strategies(context, share);
CREATE TABLE records(
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  strategy INTEGER NOT NULL REFERENCES strategies,
  median REAL,
  lower REAL,
  upper REAL,
  reference REAL,
  share REAL,
  ratio REAL,
  runs INTEGER,
  failure TEXT NOT NULL);
CREATE INDEX records_by_strategy ON records(strategy);
PRAGMA application_id = 0x74756e65;
PRAGMA user_version = 3;
)";

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_SCHEMA_H
