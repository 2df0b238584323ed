// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/files/Files.h"
#include "tools/strategies/StrategyWords.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tuner/database/Difference.h"
#include "tuner/database/Exchange.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <array>

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;
using tuner::Database;
using tuner::Mode;

namespace {
/// The options of all these commands.
struct DatabaseOptions {
  StringRef database, other;
  uint64_t keep = 1;
  bool json = false;
};

/// The action of a command on an open database.
using Action = Error (*)(Database &database, const DatabaseOptions &options);
} // namespace

/// Prints how many records an action changed.
static Error printCount(Expected<uint64_t> count, StringRef what) {
  if (!count)
    return count.takeError();
  outs() << *count << " " << what << "\n";
  return Error::success();
}

//===-- export, import, merge ---------------------------------------------===//

static Error exportAll(Database &database, const DatabaseOptions &options) {
  Error result = Error::success();
  auto write = [&](raw_ostream &os) {
    result = tuner::exportRecords(database, os);
  };
  if (options.other == "-")
    write(outs());
  else if (Error error = writeFile(options.other, write))
    return joinErrors(std::move(error), std::move(result));
  return result;
}

static Error importAll(Database &database, const DatabaseOptions &options) {
  auto file = MemoryBuffer::getFileOrSTDIN(options.other);
  if (!file)
    return createStringError("cannot read '" + options.other +
                             "': " + file.getError().message());
  return printCount(
      tuner::importRecords(database, (*file)->getBuffer(), options.other),
      "new records");
}

static Error mergeAll(Database &database, const DatabaseOptions &options) {
  auto other = Database::open(options.other, Mode::Read);
  if (!other)
    return other.takeError();
  return printCount(tuner::mergeRecords(database, *other), "new records");
}

//===-- diff --------------------------------------------------------------===//

static json::Value toJSON(const std::optional<tuner::RankedStrategy> &best) {
  if (!best)
    return nullptr;
  return json::Object{{"strategy", json::fixUTF8(best->strategy)},
                      {"share", best->share}};
}

static void printJSON(const tuner::DatabaseDifference &difference) {
  for (const tuner::KernelDifference &kernel : difference.kernels)
    outs() << json::Value(
                  json::Object{{"event", "kernel"},
                               {"task", json::fixUTF8(kernel.task)},
                               {"target", json::fixUTF8(kernel.context.target)},
                               {"method", json::fixUTF8(kernel.context.method)},
                               {"threads", kernel.context.threads},
                               {"opt_level", kernel.context.optLevel},
                               {"first", toJSON(kernel.first)},
                               {"second", toJSON(kernel.second)}})
           << "\n";
  outs() << json::Value(json::Object{
                {"event", "summary"},
                {"different", static_cast<int64_t>(difference.kernels.size())},
                {"equal", difference.numEqual}})
         << "\n";
}

static void printShare(StringRef path,
                       const std::optional<tuner::RankedStrategy> &best) {
  outs() << "  " << path << ": ";
  if (best)
    outs() << formatv("{0:P1} of the default's time", best->share) << "\n";
  else
    outs() << "no strategy\n";
}

static void printWords(const tuner::DatabaseDifference &difference,
                       const DatabaseOptions &options) {
  using namespace strategies;
  for (const tuner::KernelDifference &kernel : difference.kernels) {
    const tuner::RecordContext &context = kernel.context;
    outs() << describeTask(kernel.task) << " on " << context.target << ", "
           << context.method << ", "
           << (context.threads ? std::to_string(context.threads) : "all")
           << " threads, -O" << context.optLevel << "\n";
    printShare(options.database, kernel.first);
    printShare(options.other, kernel.second);
    outs() << "  ";
    if (!kernel.first)
      outs() << describeStrategy(kernel.second->strategy);
    else if (!kernel.second)
      outs() << describeStrategy(kernel.first->strategy);
    else
      outs() << describeChange(kernel.first->strategy, kernel.second->strategy);
    outs() << "\n";
  }
  outs() << difference.kernels.size() << " kernels differ, "
         << difference.numEqual << " are equal\n";
}

static Error printDifference(Database &database,
                             const DatabaseOptions &options) {
  auto other = Database::open(options.other, Mode::Read);
  if (!other)
    return other.takeError();
  auto difference = tuner::compareBest(database, *other);
  if (!difference)
    return difference.takeError();
  if (options.json)
    printJSON(*difference);
  else
    printWords(*difference, options);
  return Error::success();
}

//===-- best, prune, check ------------------------------------------------===//

static Error printBest(Database &database, const DatabaseOptions &options) {
  return database.forEach(
      [](const tuner::Record &record) {
        outs() << tuner::printRecord(record) << "\n";
        return Error::success();
      },
      options.keep);
}

static Error prune(Database &database, const DatabaseOptions &options) {
  return printCount(database.prune(options.keep), "records removed");
}

static Error check(Database &database, const DatabaseOptions &) {
  return database.check();
}

//===-- commands ----------------------------------------------------------===//

namespace {
/// A command that works with the file of a database, and perhaps with another.
struct DatabaseCommand {
  StringLiteral name, summary, usage;
  StringLiteral other; // what the other file is; empty: there is none
  bool hasKeep, hasJson;
  Mode mode;
  Action action;
};
} // namespace

static constexpr DatabaseCommand kTable[] = {
    {"database best", "print the records of the fastest strategies",
     "database best FILE.db [--keep=N]", "", /*hasKeep=*/true,
     /*hasJson=*/false, Mode::Read, printBest},
    {"database diff", "say which kernels have other best strategies",
     "database diff FILE.db OTHER.db [--json]", "database to compare with",
     /*hasKeep=*/false, /*hasJson=*/true, Mode::Read, printDifference},
    {"database export", "write all records as lines of JSON",
     "database export FILE.db OUT.jsonl|-",
     "file for the records (- is the standard output)", /*hasKeep=*/false,
     /*hasJson=*/false, Mode::Read, exportAll},
    {"database import", "add records of such lines",
     "database import FILE.db IN.jsonl|-", "file of records",
     /*hasKeep=*/false, /*hasJson=*/false, Mode::Create, importAll},
    {"database merge", "add the records of another database",
     "database merge FILE.db OTHER.db", "database to read", /*hasKeep=*/false,
     /*hasJson=*/false, Mode::Create, mergeAll},
    {"database prune", "remove the records of other strategies",
     "database prune FILE.db [--keep=N]", "", /*hasKeep=*/true,
     /*hasJson=*/false, Mode::Write, prune},
    {"database check", "read all of a database, and say what is damaged",
     "database check FILE.db", "", /*hasKeep=*/false, /*hasJson=*/false,
     Mode::Read, check}};

static Error parse(const DatabaseCommand &command, Arguments arguments,
                   DatabaseOptions &options) {
  ArgumentParser parser("database", options.database);
  if (!command.other.empty())
    parser.addFile(command.other, options.other);
  if (command.hasKeep)
    parser.addNumber("--keep", options.keep, /*least=*/1);
  if (command.hasJson)
    parser.addFlag("--json", options.json);
  return parser.parse(arguments);
}

static Error run(const DatabaseCommand &command,
                 const DatabaseOptions &options) {
  auto database = Database::open(options.database, command.mode);
  if (!database)
    return database.takeError();
  return command.action(*database, options);
}

template <size_t index> static StringRef getHelp() {
  if (kTable[index].hasKeep)
    return "  --keep=N              the N fastest strategies of each kernel in "
           "each context (1)\n";
  if (kTable[index].hasJson)
    return "  --json                lines of JSON for programs\n";
  return "It has no options.\n";
}

template <size_t index> static int runTableCommand(Arguments arguments);

template <size_t... indices>
static constexpr auto makeCommands(std::index_sequence<indices...>) {
  return std::array{Command{kTable[indices].name, kTable[indices].summary,
                            kTable[indices].usage, getHelp<indices>,
                            runTableCommand<indices>}...};
}

static constexpr auto kCommands =
    makeCommands(std::make_index_sequence<std::size(kTable)>());

template <size_t index> static int runTableCommand(Arguments arguments) {
  DatabaseOptions options;
  if (Error error = parse(kTable[index], arguments, options))
    return reportWrongUsage(kCommands[index], toString(std::move(error)));
  if (Error error = run(kTable[index], options))
    return reportError(toString(std::move(error)));
  return Success;
}

static int runDatabase(Arguments arguments) {
  SmallVector<const Command *> commands;
  for (const Command &command : kCommands)
    commands.push_back(&command);
  return CommandGroup{"database ", "work with records of the tuner", commands}
      .run(arguments);
}

const Command tvm::tvmc::databaseCommand = {
    "database", "show, copy, compare, merge and check records of the tuner",
    "database COMMAND", /*getOptionsHelp=*/nullptr, runDatabase};
