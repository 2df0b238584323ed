// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cycles of ResNet's convolutions with one and with two virtual threads, each
// with the best of all tilings that fit, or with those that were found before:
//   bazel run -c opt //benchmarks/vta:latency_hiding_benchmark
//     -- [--known-tilings] [FILE]
// FILE receives the results as JSON, for roofline.py.
#include "runtime/core/MappedFile.h"
#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/LoadedProgram.h"

#include <chrono>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

using namespace tvm::runtime::vta;
using namespace tvm::test;
using nlohmann::json;

namespace {

struct Result {
  Tiling tiling;
  vta_counters counters = {.cycles = UINT64_MAX};
};

/// A runner of simulations that records their speed.
class Simulation {
public:
  Result run(const Convolution &convolution, const Tiling &tiling) {
    Program program = makeConvolution(Configuration(), convolution, tiling);
    LoadedProgram loaded(program);
    auto begin = std::chrono::steady_clock::now();
    if (loaded.run(0) != VTA_OK)
      throw std::runtime_error(vta_last_error());
    seconds += std::chrono::steady_clock::now() - begin;
    cycles += loaded.counters.cycles;
    return {tiling, loaded.counters};
  }
  double cyclesPerSecond() const { return double(cycles) / seconds.count(); }

private:
  uint64_t cycles = 0;
  std::chrono::duration<double> seconds{};
};

struct Sums {
  uint64_t ideal = 0, bound = 0, single = 0, both = 0;
};

} // namespace

template <typename Visit>
static void forEachTiling(const Convolution &c, unsigned threads, Visit visit) {
  unsigned block = Configuration().block();
  for (unsigned rows = 1; rows <= c.outputSize(); ++rows)
    for (unsigned blocks = 1; blocks <= c.outputs / block; ++blocks)
      for (unsigned inputs = 1; inputs <= c.inputs / block; ++inputs) {
        Tiling tiling{rows, blocks, threads, inputs};
        if (tiling.fits(Configuration(), c))
          visit(tiling);
      }
}

static Result findBest(const Convolution &convolution, unsigned threads,
                       Simulation &simulation) {
  Result best;
  forEachTiling(convolution, threads, [&](const Tiling &tiling) {
    Result result = simulation.run(convolution, tiling);
    if (result.counters.cycles < best.counters.cycles)
      best = result;
  });
  return best;
}

static std::string describe(const Tiling &tiling) {
  return std::to_string(tiling.rows) + ", " + std::to_string(tiling.blocks) +
         ", " + std::to_string(tiling.inputs);
}

static double percent(uint64_t part, uint64_t all) {
  return 100.0 * double(part) / double(all);
}

static void print(const char *name, const Sums &sums, const std::string &single,
                  const std::string &both) {
  std::printf("| %s | %llu | %.1f %% | %llu | %.1f %% | %llu | %.1f %% | "
              "%.1f %% | %.2f | %s | %s |\n",
              name, (unsigned long long)sums.ideal,
              percent(sums.ideal, sums.bound), (unsigned long long)sums.single,
              percent(sums.ideal, sums.single), (unsigned long long)sums.both,
              percent(sums.ideal, sums.both), percent(sums.bound, sums.both),
              double(sums.single) / double(sums.both), single.c_str(),
              both.c_str());
}

static json describe(const Result &result) {
  const vta_counters &c = result.counters;
  return {{"cycles", c.cycles},
          {"bytes_read", c.uop_load_bytes + c.inp_load_bytes +
                             c.wgt_load_bytes + c.acc_load_bytes}};
}

/// Describes the layers as JSON: multiplications and additions, and the limits
/// of the core and the channel.
static json describe(const json &layers) {
  Configuration configuration;
  return {{"operations_per_cycle",
           2 * configuration.block() * configuration.block()},
          {"bytes_per_cycle", configuration.memReadBytesPerCycle},
          {"layers", layers}};
}

namespace {

struct Options {
  bool useKnownTilings = false;
  const char *file = nullptr;
};

class Benchmark {
public:
  explicit Benchmark(const Options &options) : options(options) {}

  void run() {
    std::puts(
        "| | ideal | bound | one thread | utilisation | two threads | "
        "utilisation | of bound | ratio | one: rows, blocks, inputs | two "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|");
    for (const NamedConvolution &named : resNetConvolutions())
      run(named);
    print("all", all, "", "");
    std::printf("\n%.1f M simulated cycles/s\n",
                simulation.cyclesPerSecond() / 1e6);
    if (options.file)
      write(describe(layers).dump(2) + "\n");
  }

private:
  Result find(const NamedConvolution &named, unsigned threads) {
    if (!options.useKnownTilings)
      return findBest(named.convolution, threads, simulation);
    return simulation.run(named.convolution,
                          threads == 1 ? named.singleTiling : named.tiling);
  }

  void run(const NamedConvolution &named) {
    const Convolution &c = named.convolution;
    Result single = find(named, 1), both = find(named, 2);
    Sums sums{c.gemmCycles(Configuration()), c.computeCycles(Configuration()),
              single.counters.cycles, both.counters.cycles};
    print(named.name, sums, describe(single.tiling), describe(both.tiling));
    all = {all.ideal + sums.ideal, all.bound + sums.bound,
           all.single + sums.single, all.both + sums.both};
    layers.push_back({{"name", named.name},
                      {"operations", 2 * c.macs()},
                      {"one_thread", describe(single)},
                      {"two_threads", describe(both)}});
  }

  void write(const std::string &text) const {
    if (tvm::runtime::writeFile(options.file, text.data(), text.size())
            .failed())
      throw std::runtime_error(tvm::runtime::lastError());
  }

  Options options;
  Simulation simulation;
  Sums all;
  json layers = json::array();
};

} // namespace

int main(int argc, char **argv) try {
  Options options;
  for (int i = 1; i < argc; ++i)
    if (std::string(argv[i]) == "--known-tilings")
      options.useKnownTilings = true;
    else if (argv[i][0] != '-' && !options.file)
      options.file = argv[i];
    else
      return std::fprintf(stderr, "unexpected argument %s\n", argv[i]), 2;
  Benchmark(options).run();
} catch (const std::exception &error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
