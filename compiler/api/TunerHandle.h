// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_API_TUNERHANDLE_H
#define TVM_COMPILER_API_TUNERHANDLE_H

#include "compiler/tuning/ModelTasks.h"
#include "tuner/asktell/AskTell.h"
#include "tuner/include/tvm_tuner.h"

#include <mutex>

namespace tvm::compiler {

/// The options of tvm_tuner_open.
struct TunerOptions {
  std::string model, database;
  /// The folder of the session's files; empty: a temporary one.
  std::string folder;
  Options compile;
  tuner::SessionOptions session;
};

/// Reads the options of tvm_tuner_open. Fails if one is wrong.
llvm::Expected<TunerOptions> readTunerOptions(const char *model,
                                              const tvm_tuner_options &given);

} // namespace tvm::compiler

/// A session of the tuner, with all that it refers to.
struct tvm_tuner {
public:
  explicit tvm_tuner(tvm::compiler::TunerOptions options)
      : options(std::move(options)) {}
  ~tvm_tuner();

  /// Reads the model, opens the database and begins the session. Errors of the
  /// model go to `sink` before it fails.
  llvm::Error open(const tvm::compiler::Sink &sink);

  std::mutex mutex; // of all calls
  tvm::compiler::ModelTasks model;
  std::unique_ptr<tvm::tuner::AskTell> session;
  std::string bestStrategy; // of the last tvm_tuner_get_best

private:
  llvm::Error makeFolder();

  tvm::compiler::TunerOptions options;
  std::string temporaryFolder; // empty: none
  std::optional<tvm::tuner::Database> database;
};

#endif // TVM_COMPILER_API_TUNERHANDLE_H
