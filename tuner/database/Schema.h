#ifndef TVM_TUNER_DATABASE_SCHEMA_H
#define TVM_TUNER_DATABASE_SCHEMA_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace tvm::tuner {

/// PRAGMA application_id of a database of the tuner: "tune".
inline constexpr int64_t kApplicationId = 0x74756e65;
/// PRAGMA user_version.
inline constexpr int64_t kSchemaVersion = 1;

/// The statements that make the tables of an empty file.
///
/// `strategies.share` is the median share of the records of the strategy, the
/// upper one of an even number, and null if one of them is a failure.
/// RecordWriter updates it with each record, so that the best strategy is a
/// look-up in an index.
inline constexpr llvm::StringLiteral kSchema = R"(
CREATE TABLE tasks(
  id INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL,
  text TEXT NOT NULL);
CREATE INDEX tasks_by_hash ON tasks(hash);
CREATE TABLE targets(
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE);
CREATE TABLE strategies(
  id INTEGER PRIMARY KEY,
  task INTEGER NOT NULL REFERENCES tasks,
  target INTEGER NOT NULL REFERENCES targets,
  text TEXT NOT NULL,
  share REAL,
  UNIQUE(task, target, text));
CREATE INDEX strategies_by_share ON strategies(task, target, share);
CREATE INDEX strategies_of_target ON strategies(target, share);
CREATE TABLE records(
  digest TEXT PRIMARY KEY,
  strategy INTEGER NOT NULL REFERENCES strategies,
  method TEXT NOT NULL,
  machine TEXT NOT NULL,
  version TEXT NOT NULL,
  median REAL,
  lower REAL,
  upper REAL,
  reference REAL,
  share REAL,
  runs INTEGER,
  failure TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX records_by_strategy ON records(strategy);
PRAGMA application_id = 0x74756e65;
PRAGMA user_version = 1;
)";

/// The number under which a kernel's text is looked up. Texts of equal numbers
/// are compared.
int64_t hashTask(llvm::StringRef text);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_SCHEMA_H
