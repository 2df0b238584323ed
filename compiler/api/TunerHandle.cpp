// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/api/TunerHandle.h"

#include "compiler/Plugins.h"
#include "compiler/Version.h"
#include "compiler/api/OptionTexts.h"
#include "tuner/database/Machine.h"
#include "tuner/session/TaskModel.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::compiler;

//===-- options -----------------------------------------------------------===//

static Error wrong(const Twine &expected) {
  return createStringError("expected " + expected);
}

static std::string textOr(const char *text, const Twine &otherwise) {
  return text && *text ? text : otherwise.str();
}

static Error readSession(const tvm_tuner_options &given,
                         tuner::SessionOptions &session) {
  session.context.method = textOr(given.method, "alone");
  session.context.machine = textOr(given.machine, tuner::getMachineName());
  session.context.version = getBuildVersion();
  session.context.threads = given.threads;
  session.search =
      tuner::findSearchMethod(textOr(given.search, "evolutionary"));
  if (!session.search)
    return wrong(
        "a method of search: " + join(tuner::getSearchMethodNames(), ", ") +
        ", got '" + given.search + "'");
  if (session.search->usesModel)
    session.makeModel = tuner::makeTaskModel;
  if (!(given.max_seconds >= 0))
    return wrong("0 seconds or more");
  session.seed = given.seed;
  session.maxTrials = given.max_trials;
  session.maxSeconds = given.max_seconds;
  if (given.round_size != 0)
    session.roundSize = given.round_size;
  return Error::success();
}

Expected<TunerOptions>
tvm::compiler::readTunerOptions(const char *model,
                                const tvm_tuner_options &given) {
  TunerOptions options;
  options.model = textOr(model, "");
  options.database = textOr(given.database, "");
  options.folder = textOr(given.folder, "");
  if (options.model.empty() || options.database.empty())
    return wrong("the names of a model and a database");
  if (Error error =
          parseOptionTexts(textOr(given.compile_options, ""), options.compile))
    return std::move(error);
  if (!options.compile.database.empty())
    return wrong("the database as an option of its own");
  if (Error error = loadPlugins(options.compile.plugins))
    return std::move(error);
  if (Error error = readSession(given, options.session))
    return std::move(error);
  return options;
}

//===-- the session -------------------------------------------------------===//

tvm_tuner::~tvm_tuner() {
  if (!temporaryFolder.empty())
    (void)sys::fs::remove_directories(temporaryFolder);
}

Error tvm_tuner::makeFolder() {
  if (!options.folder.empty())
    return Error::success();
  SmallString<128> folder;
  if (std::error_code code =
          sys::fs::createUniqueDirectory("tvm-tuner", folder))
    return createStringError("cannot create a temporary folder: " +
                             code.message());
  temporaryFolder = options.folder = folder.str().str();
  return Error::success();
}

Error tvm_tuner::open(const Sink &sink) {
  auto opened = tuner::Database::open(options.database, tuner::Mode::Create);
  if (!opened)
    return opened.takeError();
  database.emplace(std::move(*opened));
  if (Error error = makeFolder())
    return error;
  std::string errors;
  auto collect = [&](Severity severity, StringRef text) {
    if (severity == Severity::Error)
      errors += (errors.empty() ? "" : "\n") + text.str();
    sink(severity, text);
  };
  auto read =
      readModelTasks(options.model, options.compile, options.folder, collect);
  if (failed(read))
    return createStringError(errors);
  model = std::move(*read);
  options.session.context.target = model.programs.target;
  options.session.context.optLevel = model.programs.optLevel;
  session =
      std::make_unique<tuner::AskTell>(model.tasks, *database, options.session);
  return session->start();
}
