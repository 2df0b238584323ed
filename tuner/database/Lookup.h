// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_LOOKUP_H
#define TVM_TUNER_DATABASE_LOOKUP_H

#include "tuner/database/Context.h"
#include "tuner/database/Sqlite.h"

namespace tvm::tuner {

/// The statements that find the number of a kernel, by its hash and its text,
/// and of a context (bindContext).
inline constexpr llvm::StringLiteral kFindTask =
    "SELECT id FROM tasks WHERE hash = ? AND text = ?";
inline constexpr llvm::StringLiteral kFindContext =
    "SELECT id FROM contexts WHERE target = ? AND method = ? AND machine = ? "
    "AND version = ? AND threads = ? AND opt_level = ?";

/// The number under which a kernel's text is looked up. Texts of equal numbers
/// are compared.
int64_t hashTask(llvm::StringRef text);

/// Binds the first six parameters of `statement` to the parts of `context`.
void bindContext(sqlite::Statement &statement, const RecordContext &context);

/// The number of a kernel in the file; none if it has no records.
llvm::Expected<std::optional<int64_t>> findTask(sqlite::Connection &connection,
                                                llvm::StringRef task);

/// The number of a context in the file; none if it has no records.
llvm::Expected<std::optional<int64_t>>
findContext(sqlite::Connection &connection, const RecordContext &context);

/// The numbers of a kernel and of a context.
struct Place {
  int64_t task, context;
};

/// The numbers of both; none if one of them has no records.
llvm::Expected<std::optional<Place>> findPlace(sqlite::Connection &connection,
                                               llvm::StringRef task,
                                               const RecordContext &context);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_LOOKUP_H
