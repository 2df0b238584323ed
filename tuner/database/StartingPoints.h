// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_STARTINGPOINTS_H
#define TVM_TUNER_DATABASE_STARTINGPOINTS_H

#include "tuner/database/Database.h"

namespace tvm::tuner {

/// The strategies with which a kernel gained in other contexts, at most
/// `limit`, each once: on other machines and targets of the architecture, with
/// other builds, threads, levels of optimisation and methods. Those of the
/// closest contexts come first. Their shares are of these contexts, so they are
/// guesses for `context`, and have to be measured there.
llvm::Expected<std::vector<std::string>>
findFromElsewhere(Database &database, llvm::StringRef task,
                  const RecordContext &context, unsigned limit);

/// The strategies with which other kernels gained, at most `limit`, each once:
/// those in `context`, and then those in other contexts of the architecture,
/// the closest first.
llvm::Expected<std::vector<std::string>>
findFromOthers(Database &database, llvm::StringRef task,
               const RecordContext &context, unsigned limit);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_STARTINGPOINTS_H
