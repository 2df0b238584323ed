// Cycles of ResNet's convolutions with one and with two virtual threads, each
// with the best of all tilings that fit:
//   bazel run -c opt //benchmarks/vta:latency_hiding_benchmark
#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/LoadedProgram.h"

#include <chrono>
#include <cstdio>
#include <stdexcept>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

struct Result {
  uint64_t cycles = UINT64_MAX;
  Tiling tiling;
};

/// Simulates, and keeps count of how fast.
class Simulation {
public:
  uint64_t cyclesOf(const Convolution &convolution, const Tiling &tiling) {
    Program program = makeConvolution(Configuration(), convolution, tiling);
    LoadedProgram loaded(program);
    auto begin = std::chrono::steady_clock::now();
    if (loaded.run(0) != VTA_OK)
      throw std::runtime_error(vta_last_error());
    seconds += std::chrono::steady_clock::now() - begin;
    cycles += loaded.counters.cycles;
    return loaded.counters.cycles;
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
    uint64_t cycles = simulation.cyclesOf(convolution, tiling);
    if (cycles < best.cycles)
      best = {cycles, tiling};
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

int main() {
  Simulation simulation;
  Sums all;
  std::puts("| | ideal | bound | one thread | utilisation | two threads | "
            "utilisation | of bound | ratio | one: rows, blocks, inputs | two "
            "|\n|---|---|---|---|---|---|---|---|---|---|---|");
  for (const NamedConvolution &named : resNetConvolutions()) {
    const Convolution &c = named.convolution;
    Result single = findBest(c, 1, simulation),
           both = findBest(c, 2, simulation);
    Sums sums{c.gemmCycles(Configuration()), c.computeCycles(Configuration()),
              single.cycles, both.cycles};
    print(named.name, sums, describe(single.tiling), describe(both.tiling));
    all = {all.ideal + sums.ideal, all.bound + sums.bound,
           all.single + sums.single, all.both + sums.both};
  }
  print("all", all, "", "");
  std::printf("\n%.1f M simulated cycles/s\n",
              simulation.cyclesPerSecond() / 1e6);
}
