#ifndef TVM_TUNER_DATABASE_RANKING_H
#define TVM_TUNER_DATABASE_RANKING_H

#include "tuner/database/Context.h"
#include "tuner/database/Sqlite.h"

namespace tvm::tuner {

/// The statement that selects the numbers of the `?1` best strategies
/// (Database::getBest) of each kernel in each context.
std::string selectBest();

/// The context in six columns of a row from `column` on.
RecordContext readContext(const sqlite::Statement &row, int column);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_RANKING_H
