// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_RANKING_H
#define TVM_TUNER_DATABASE_RANKING_H

#include "tuner/database/Context.h"
#include "tuner/database/Sqlite.h"

namespace tvm::tuner {

/// The statement that selects the texts of strategies whose count or share is
/// not that of their records.
inline constexpr llvm::StringLiteral kSelectWrongRanks = R"(
SELECT s.text FROM strategies s
LEFT JOIN (SELECT strategy, count(*) AS records, count(share) AS shares
           FROM records GROUP BY strategy) n ON n.strategy = s.id
LEFT JOIN (SELECT strategy, share, row_number() OVER (
             PARTITION BY strategy ORDER BY share) AS place
           FROM records) r
  ON r.strategy = s.id AND r.place = n.records / 2 + 1
WHERE s.count IS NOT n.records
  OR s.share IS NOT CASE WHEN n.shares = n.records THEN r.share END)";

/// The statement that selects the numbers of the `?1` best strategies
/// (Database::getBest) of each kernel in each context.
std::string selectBest();

/// The context in six columns of a row from `column` on.
RecordContext readContext(const sqlite::Statement &row, int column);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_RANKING_H
