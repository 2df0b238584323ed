// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/ExternalFunctions.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/Comparison.h"
#include "tools/tvmc/Guards.h"
#include "tools/tvmc/TimeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
struct CompareOptions {
  StringRef first, second, inputs, exact;
  SmallVector<StringRef> libraries;
  uint64_t threads = 0, milliseconds = 1000;
  double tolerance = 1e-4, maxSpread = 0; // 0: any
  bool guard = false, onlyResults = false, coldCaches = false, json = false;
};
} // namespace

static StringRef getHelp() {
  return R"(Runs two artefacts with the same inputs. Fails if their outputs differ, and otherwise
times them in turns.

  --inputs=IN.npz       arrays by input name; others are filled randomly
  --threads=N           threads per run (all)
  --time=MILLISECONDS   how long both run in turns (1000)
  --max-spread=X        while the quartiles of an artefact are farther apart than this share of its median,
                        measure again, for twice as long, up to three times in all; times that spread
                        as far even then are reported as noise (any)
  --guard               run first with memory around inputs and outputs that must not be touched
  --only-results        take no times
  --cold-caches         empty the caches before each timed run
  --tolerance=X         how much floats may differ, as a share of the largest one of an output (1e-4);
                        100 times as much for 16-bit ones
  --exact=OUT.npz       more exact floats, by output name: floats of the second artefact may also
                        have twice the largest error of the first one's output
  --load-library=LIB.so functions that the model calls (te.extern); may be repeated
  --json                print the times in seconds for programs, or the cause of a difference
)";
}

static Error parse(Arguments arguments, CompareOptions &options) {
  ArgumentParser parser("first artefact", options.first);
  parser.addFile("second artefact", options.second);
  parser.addText("--inputs", options.inputs);
  parser.addNumber("--threads", options.threads);
  parser.addNumber("--time", options.milliseconds, /*least=*/1);
  parser.addReal("--max-spread", options.maxSpread);
  parser.addText("--exact", options.exact);
  parser.addReal("--tolerance", options.tolerance);
  parser.addFlag("--guard", options.guard);
  parser.addFlag("--only-results", options.onlyResults);
  parser.addFlag("--cold-caches", options.coldCaches);
  parser.addFlag("--json", options.json);
  parser.addList("--load-library", options.libraries, "LIB.so");
  return parser.parse(arguments);
}

/// Loads an artefact, with its inputs.
static Error load(Session &session, StringRef path, std::vector<Array> inputs,
                  unsigned threads) {
  if (Error error = session.load(path, threads))
    return error;
  return session.setInputs(std::move(inputs), Fill::Random, {});
}

/// Loads an artefact and runs it once. Returns the outputs.
static Expected<std::vector<Array>> start(Session &session, StringRef path,
                                          std::vector<Array> inputs,
                                          unsigned threads) {
  if (Error error = load(session, path, std::move(inputs), threads))
    return std::move(error);
  if (Error error = session.run())
    return std::move(error);
  return session.getOutputs();
}

/// Loads an artefact and runs it between guards. Returns the outputs.
static Expected<std::vector<Array>> startGuarded(Session &session,
                                                 StringRef path,
                                                 std::vector<Array> inputs,
                                                 unsigned threads) {
  Guards guards;
  if (Error error = load(session, path, std::move(inputs), threads))
    return std::move(error);
  if (Error error = guards.bind(session))
    return std::move(error);
  if (Error error = session.run())
    return std::move(error);
  if (Error error = guards.check())
    return handleErrors(std::move(error), [&](const Fault &fault) -> Error {
      return make_error<Fault>(fault.getCause(), fault.getText(), path.str());
    });
  return session.getOutputs();
}

/// Runs both artefacts, by one of these functions, and compares their outputs.
/// Returns the inputs.
static Expected<std::vector<Array>> check(const CompareOptions &options,
                                          std::vector<Array> inputs,
                                          Session &first, Session &second,
                                          decltype(start) run) {
  auto expected = run(first, options.first, std::move(inputs), options.threads);
  if (!expected)
    return expected.takeError();
  auto got = run(second, options.second, first.getInputs(), options.threads);
  if (!got)
    return got.takeError();
  std::vector<Array> exact;
  if (!options.exact.empty())
    if (Error error = readArrays(options.exact).moveInto(exact))
      return std::move(error);
  if (Error error = compareOutputs(*expected, *got, options.tolerance,
                                   options.exact.empty() ? nullptr : &exact))
    return std::move(error);
  return first.getInputs();
}

/// Compares the outputs of both artefacts, and takes their times; none if only
/// results are compared.
static Expected<std::optional<TurnTimes>>
compare(const CompareOptions &options) {
  for (StringRef library : options.libraries)
    if (Error error = codegen::loadLibrary(library))
      return std::move(error);
  std::vector<Array> inputs;
  if (!options.inputs.empty()) {
    auto read = readArrays(options.inputs);
    if (!read)
      return read.takeError();
    inputs = std::move(*read);
  }
  if (options.guard) {
    Session first, second;
    auto used = check(options, std::move(inputs), first, second, startGuarded);
    if (!used)
      return used.takeError();
    inputs = std::move(*used);
    if (options.onlyResults)
      return std::nullopt;
  }
  Session first, second;
  auto used = check(options, std::move(inputs), first, second, start);
  if (!used)
    return used.takeError();
  if (options.onlyResults)
    return std::nullopt;
  auto times = timeInTurns(first, second, options.milliseconds * 1e-3,
                           options.coldCaches, options.maxSpread);
  if (!times)
    return times.takeError();
  return *times;
}

static json::Object toJSON(const RunTimes &times) {
  return json::Object{{"median", times.median},
                      {"lower", times.lower},
                      {"upper", times.upper},
                      {"fast", times.fast}};
}

static void print(StringRef path, const RunTimes &times) {
  outs() << formatv("{0}: median {1}, quartiles {2} and {3}, fastest tenth "
                    "{4}\n",
                    path, formatTime(times.median), formatTime(times.lower),
                    formatTime(times.upper), formatTime(times.fast));
}

/// Prints the cause of a fault for programs.
static Error printCause(Error error) {
  return handleErrors(
      std::move(error), [](std::unique_ptr<Fault> fault) -> Error {
        StringRef cause = tuner::getName(fault->getCause());
        outs() << json::Value(json::Object{{"cause", cause},
                                           {"fault", fault->getText()}})
               << "\n";
        return Error(std::move(fault));
      });
}

static void printJSON(const TurnTimes &times, double maxSpread) {
  json::Object object{{"first", toJSON(times.first)},
                      {"second", toJSON(times.second)},
                      {"share", times.getShare()},
                      {"rounds", times.rounds}};
  if (maxSpread > 0)
    object["is_noisy"] = times.isNoisy(maxSpread);
  outs() << json::Value(std::move(object)) << "\n";
}

static void print(const CompareOptions &options, const TurnTimes &times) {
  print(options.first, times.first);
  print(options.second, times.second);
  outs() << formatv("second / first: {0:F3} of the fastest tenths ({1} "
                    "rounds)\n",
                    times.getShare(), times.rounds);
  if (times.isNoisy(options.maxSpread))
    outs() << formatv("noise: quartiles are {0:P1} of a median apart, expected "
                      "at most {1:P1}\n",
                      times.getSpread(), options.maxSpread);
}

static int runCompare(Arguments arguments) {
  CompareOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(compareCommand, toString(std::move(error)));
  Expected<std::optional<TurnTimes>> compared = compare(options);
  if (!compared) {
    Error error = compared.takeError();
    if (options.json)
      error = printCause(std::move(error));
    return reportError(toString(std::move(error)));
  }
  if (!*compared)
    return Success;
  if (options.json)
    printJSON(**compared, options.maxSpread);
  else
    print(options, **compared);
  return Success;
}

const Command tvm::tvmc::compareCommand = {
    "compare", "time two artefacts in turns, after comparing their outputs",
    "compare FIRST.so SECOND.so [options]", getHelp, runCompare};
