// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever a stream is: it runs, or there is an error that says where. Nothing
// beside its memory changes, the same seed does the same again, and the cycle
// model does the same unless that depends on the order of modules.
//   stream_fuzz_test [--seed=N] [--count=N] [--verbose]
#include "test/runtime/vta/fuzz/Execution.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string_view>

using namespace tvm::test;

namespace {

struct Options {
  uint64_t seed = 0, count = 10000;
  bool isVerbose = false;
};

} // namespace

static bool parseNumber(std::string_view argument, std::string_view name,
                        uint64_t &number) {
  if (argument.substr(0, name.size()) != name)
    return false;
  number = std::strtoull(argument.data() + name.size(), nullptr, 10);
  return true;
}

static bool parseOptions(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--verbose")
      options.isVerbose = true;
    else if (!parseNumber(argument, "--seed=", options.seed) &&
             !parseNumber(argument, "--count=", options.count))
      return false;
  }
  return true;
}

/// Parts of error messages that many streams share.
static const char *const kinds[] = {
    "unused bits", "cycles",      "deadlock",   "DRAM",      "expected 0",
    "indices",     "memory_type", "micro-ops,", "neighbour", "of the buffer",
    "padding",     "tokens at",   "unknown"};

static std::string kindOf(const std::string &error) {
  if (error.empty())
    return "runs";
  for (const char *kind : kinds)
    if (error.find(kind) != std::string::npos)
      return kind;
  return error;
}

static bool isOf(const Outcome &outcome, const char *kind) {
  return outcome.error.find(kind) != std::string::npos;
}

/// Limits mean something else where there is a notion of time; which of
/// several wrong instructions is the first depends on the order of modules;
/// what a run that fails leaves in memory is undefined.
static bool agree(const Outcome &a, const Outcome &b) {
  if (isOf(a, "cycles in all") || isOf(b, "cycles in all"))
    return true;
  if (a.error.empty() || b.error.empty())
    return a == b;
  return a.error == b.error ||
         (isOf(a, "instruction ") && isOf(b, "instruction ") &&
          !isOf(a, "deadlock") && !isOf(b, "deadlock"));
}

/// Whether the functional simulator gives `outcome` whatever the order of
/// modules, and whatever was on the chip. One order in some hundreds may be
/// the only one in which an instruction overtakes another.
static bool isDetermined(const FuzzCase &fuzzCase, const Outcome &outcome) {
  for (uint64_t seed = 0; seed < 10000; ++seed)
    if (!agree(execute(fuzzCase, seed), outcome))
      return false;
  return true;
}

static bool isWrong(const FuzzCase &fuzzCase, const Outcome &timed,
                    const Outcome &outcome) {
  return timed.isOutside ||
         (!agree(timed, outcome) && isDetermined(fuzzCase, outcome));
}

/// "" if all is well.
static std::string check(const FuzzCase &fuzzCase, uint64_t seed,
                         Outcome &outcome) {
  outcome = execute(fuzzCase, seed);
  Outcome again = execute(fuzzCase, seed);
  if (outcome.isOutside)
    return "wrote outside of its memory";
  if (!(again == outcome))
    return "does something else the second time";
  if (isWrong(fuzzCase, executeTimed(fuzzCase, seed), outcome))
    return "does something else in the cycle model";
  if (outcome.error.find('\n') != std::string::npos)
    return "an error of several lines";
  return "";
}

int main(int argc, char **argv) {
  Options options;
  if (!parseOptions(argc, argv, options)) {
    std::fprintf(stderr, "usage: %s [--seed=N] [--count=N] [--verbose]\n",
                 argv[0]);
    return 2;
  }
  std::map<std::string, uint64_t> numSeen;
  for (uint64_t seed = options.seed; seed < options.seed + options.count;
       ++seed) {
    Random random(seed);
    Outcome outcome;
    std::string wrong = check(randomCase(random), seed, outcome);
    if (!wrong.empty()) {
      std::printf("seed %llu: %s\n", (unsigned long long)seed, wrong.c_str());
      return 1;
    }
    ++numSeen[kindOf(outcome.error)];
  }
  if (options.isVerbose)
    for (const auto &[kind, count] : numSeen)
      std::printf("%8llu %s\n", (unsigned long long)count, kind.c_str());
  // All that a stream can do wrong, and right, is among many of them.
  if (options.count < 10000 || numSeen.size() == std::size(kinds) + 1)
    return 0;
  std::printf("expected %zu kinds of outcomes, got %zu\n", std::size(kinds) + 1,
              numSeen.size());
  return 1;
}
