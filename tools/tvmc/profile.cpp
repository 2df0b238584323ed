// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/ExternalFunctions.h"
#include "tools/tune/QuietCores.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/ProfiledRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
struct ProfileOptions {
  StringRef first, inputs;
  SmallVector<StringRef> others, libraries;
  uint64_t threads = 0, runs = 10, milliseconds = 1000;
  bool pin = false, json = false;
};
} // namespace

static StringRef getHelp() {
  return R"(Runs artefacts of one model with the same inputs, in turns, and prints the median time of
each kernel in a run.

  --inputs=IN.npz       arrays by input name; others are filled randomly
  --threads=N           threads per run (all)
  --runs=N              the least number of runs of each (10)
  --time=MILLISECONDS   how long they run at most to find a precise median (1000)
  --pin                 run on the N cores that are used least
  --load-library=LIB.so functions that the model calls (te.extern); may be repeated
  --json                print the seconds of each run and kernel for programs
)";
}

static Error parse(Arguments arguments, ProfileOptions &options) {
  ArgumentParser parser("first artefact", options.first);
  parser.addText("--inputs", options.inputs);
  parser.addNumber("--threads", options.threads);
  parser.addNumber("--runs", options.runs, /*least=*/1);
  parser.addNumber("--time", options.milliseconds, /*least=*/1);
  parser.addFlag("--pin", options.pin);
  parser.addFlag("--json", options.json);
  parser.addList("--load-library", options.libraries, "LIB.so");
  // The first file is the parser's; any number may follow it.
  SmallVector<StringRef> rest;
  bool hasFirst = false;
  for (StringRef argument : arguments) {
    bool isOther = !argument.starts_with("-") && hasFirst;
    hasFirst |= !argument.starts_with("-");
    (isOther ? options.others : rest).push_back(argument);
  }
  return parser.parse(rest);
}

/// Loads the artefacts, with the same inputs for all.
static Error load(const ProfileOptions &options,
                  std::deque<Session> &sessions) {
  std::vector<Array> inputs;
  if (!options.inputs.empty()) {
    auto read = readArrays(options.inputs);
    if (!read)
      return read.takeError();
    inputs = std::move(*read);
  }
  SmallVector<StringRef> paths{options.first};
  append_range(paths, options.others);
  for (StringRef path : paths) {
    Session &session = sessions.emplace_back();
    if (Error error = session.load(path, options.threads))
      return error;
    if (Error error = session.setInputs(inputs, Fill::Random, {}))
      return error;
    inputs = session.getInputs();
  }
  return Error::success();
}

static Expected<std::vector<ProfiledRuns>>
profile(const ProfileOptions &options) {
  if (options.pin) // before threads start
    if (Error error = pinToQuietCores(options.threads))
      return std::move(error);
  for (StringRef library : options.libraries)
    if (Error error = codegen::loadLibrary(library))
      return std::move(error);
  std::deque<Session> sessions;
  if (Error error = load(options, sessions))
    return std::move(error);
  return profileInTurns(sessions, {static_cast<unsigned>(options.runs),
                                   options.milliseconds * 1e-3});
}

static json::Value toJSON(const ProfiledRuns &runs) {
  json::Array kernels;
  for (const ProfiledRuns::Kernel &kernel : runs.kernels)
    kernels.push_back(json::Object{{"name", kernel.name},
                                   {"seconds", json::Array(kernel.seconds)}});
  return json::Object{{"seconds", json::Array(runs.seconds)},
                      {"kernels", std::move(kernels)}};
}

/// A line for each kernel: the milliseconds in each artefact.
static void printTable(ArrayRef<ProfiledRuns> all) {
  for (size_t i = 0; i < all.size(); ++i)
    outs() << format("%12s", ("ms of " + Twine(i + 1)).str().c_str());
  outs() << "  kernel\n";
  for (const ProfiledRuns::Kernel &kernel : all.front().kernels) {
    for (const ProfiledRuns &runs : all) {
      auto same = find_if(runs.kernels, [&](const ProfiledRuns::Kernel &other) {
        return other.name == kernel.name;
      });
      if (same == runs.kernels.end())
        outs() << format("%12s", "-");
      else
        outs() << format("%12.4f", getMedian(same->seconds) * 1e3);
    }
    outs() << "  " << kernel.name << "\n";
  }
  for (const ProfiledRuns &runs : all)
    outs() << format("%12.4f", getMedian(runs.seconds) * 1e3);
  outs() << "  all (" << all.front().seconds.size() << " runs)\n";
}

static int runProfile(Arguments arguments) {
  ProfileOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(profileCommand, toString(std::move(error)));
  auto runs = profile(options);
  if (!runs)
    return reportError(toString(runs.takeError()));
  if (options.json) {
    json::Array models;
    for (const ProfiledRuns &each : *runs)
      models.push_back(toJSON(each));
    outs() << json::Value(std::move(models)) << "\n";
    return Success;
  }
  printTable(*runs);
  return Success;
}

const Command tvm::tvmc::profileCommand = {
    "profile", "time the kernels of artefacts that run in turns",
    "profile OUT.so [OTHER.so ...] [options]", getHelp, runProfile};
