// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_EXCHANGE_H
#define TVM_TUNER_DATABASE_EXCHANGE_H

#include "tuner/database/Database.h"
#include "llvm/Support/raw_ostream.h"

namespace tvm::tuner {

/// Writes all records, one line of JSON each (printRecord), sorted by kernel.
/// Equal databases give equal bytes.
llvm::Error exportRecords(Database &database, llvm::raw_ostream &os);

/// Adds the records in `text`, the lines of exportRecords, to `database`.
/// Returns the number of new ones. Fails at the first line that is no record,
/// with its number behind `name`, before anything was added.
llvm::Expected<uint64_t> importRecords(Database &database, llvm::StringRef text,
                                       llvm::StringRef name);

/// Adds the records of `from` to `database`. Returns the number of new ones.
llvm::Expected<uint64_t> mergeRecords(Database &database, Database &from);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_EXCHANGE_H
