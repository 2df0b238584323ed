#include "compiler/files/Files.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tuner/database/Exchange.h"
#include "llvm/Support/MemoryBuffer.h"

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
};

/// What a command does to an open database.
using Action = Error (*)(Database &database, const DatabaseOptions &options);
} // namespace

static int runAction(const Command &command, ArgumentParser &parser,
                     Arguments arguments, const DatabaseOptions &options,
                     Mode mode, Action action) {
  if (Error error = parser.parse(arguments))
    return reportWrongUsage(command, toString(std::move(error)));
  auto database = Database::open(options.database, mode);
  if (!database)
    return reportError(toString(database.takeError()));
  if (Error error = action(*database, options))
    return reportError(toString(std::move(error)));
  return Success;
}

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

static int runExport(Arguments arguments) {
  DatabaseOptions options;
  ArgumentParser parser("database", options.database);
  parser.addFile("file for the records (- is the standard output)",
                 options.other);
  return runAction(databaseExportCommand, parser, arguments, options,
                   Mode::Read, exportAll);
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

static int runImport(Arguments arguments) {
  DatabaseOptions options;
  ArgumentParser parser("database", options.database);
  parser.addFile("file of records", options.other);
  return runAction(databaseImportCommand, parser, arguments, options,
                   Mode::Create, importAll);
}

static Error mergeAll(Database &database, const DatabaseOptions &options) {
  auto other = Database::open(options.other, Mode::Read);
  if (!other)
    return other.takeError();
  return printCount(tuner::mergeRecords(database, *other), "new records");
}

static int runMerge(Arguments arguments) {
  DatabaseOptions options;
  ArgumentParser parser("database", options.database);
  parser.addFile("database to read", options.other);
  return runAction(databaseMergeCommand, parser, arguments, options,
                   Mode::Create, mergeAll);
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

static int runBest(Arguments arguments) {
  DatabaseOptions options;
  ArgumentParser parser("database", options.database);
  parser.addNumber("--keep", options.keep, /*least=*/1);
  return runAction(databaseBestCommand, parser, arguments, options, Mode::Read,
                   printBest);
}

static Error prune(Database &database, const DatabaseOptions &options) {
  return printCount(database.prune(options.keep), "records removed");
}

static int runPrune(Arguments arguments) {
  DatabaseOptions options;
  ArgumentParser parser("database", options.database);
  parser.addNumber("--keep", options.keep, /*least=*/1);
  return runAction(databasePruneCommand, parser, arguments, options,
                   Mode::Write, prune);
}

static Error check(Database &database, const DatabaseOptions &) {
  return database.check();
}

static int runCheck(Arguments arguments) {
  DatabaseOptions options;
  ArgumentParser parser("database", options.database);
  return runAction(databaseCheckCommand, parser, arguments, options, Mode::Read,
                   check);
}

//===-- commands ----------------------------------------------------------===//

static StringRef getKeepHelp() {
  return "  --keep=N              the N fastest strategies of each kernel on "
         "each "
         "target (1)\n";
}

static StringRef getNoHelp() { return "It has no options.\n"; }

const Command tvm::tvmc::databaseExportCommand = {
    "database export", "write all records as lines of JSON",
    "database export FILE.db OUT.jsonl|-", getNoHelp, runExport};
const Command tvm::tvmc::databaseImportCommand = {
    "database import", "add records of such lines",
    "database import FILE.db IN.jsonl|-", getNoHelp, runImport};
const Command tvm::tvmc::databaseMergeCommand = {
    "database merge", "add the records of another database",
    "database merge FILE.db OTHER.db", getNoHelp, runMerge};
const Command tvm::tvmc::databaseBestCommand = {
    "database best", "print the records of the fastest strategies",
    "database best FILE.db [--keep=N]", getKeepHelp, runBest};
const Command tvm::tvmc::databasePruneCommand = {
    "database prune", "remove the records of other strategies",
    "database prune FILE.db [--keep=N]", getKeepHelp, runPrune};
const Command tvm::tvmc::databaseCheckCommand = {
    "database check", "read all of a database, and say what is damaged",
    "database check FILE.db", getNoHelp, runCheck};

static int runDatabase(Arguments arguments) {
  static const Command *const kCommands[] = {
      &databaseBestCommand,  &databaseExportCommand, &databaseImportCommand,
      &databaseMergeCommand, &databasePruneCommand,  &databaseCheckCommand};
  return CommandGroup{"database ", "work with records of the tuner", kCommands}
      .run(arguments);
}

const Command tvm::tvmc::databaseCommand = {
    "database", "show, copy, merge and check records of the tuner",
    "database COMMAND", /*getOptionsHelp=*/nullptr, runDatabase};
