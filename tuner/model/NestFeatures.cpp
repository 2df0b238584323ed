// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/model/NestFeatures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;

namespace tvm::tuner {

namespace {
/// The kinds of accesses that features tell apart.
enum class Kind { Data, Weight, Result };

/// An iteration of a loop: what it computes, and how often it runs.
struct Level {
  SmallVector<int64_t> sizes; // points per axis
  double trips;
};

/// Appends features, or their names.
class Collector {
public:
  Collector(const cost::Nest &nest, const cost::TilePlan &plan,
            const target::CPU &cpu)
      : nest(nest), plan(plan), cpu(cpu) {}

  void collect();

  std::vector<float> values;
  std::vector<std::string> names;

private:
  void addNumber(const Twine &name, double number) {
    values.push_back(static_cast<float>(std::log2(number + 1)));
    names.push_back(name.str());
  }
  void addFlag(const Twine &name, bool flag) {
    values.push_back(flag);
    names.push_back(name.str());
  }
  void addLevel(StringRef name, const Level &level);
  void addLevels();
  void addTile();
  void addTraffic(StringRef name, double cacheBytes);
  void addThreads();

  /// The iterations of loops over tiles, the innermost one first.
  SmallVector<Level> getTileLoops() const;
  double getBytes(Kind kind, ArrayRef<int64_t> sizes) const;

  const cost::Nest &nest;
  const cost::TilePlan &plan;
  const target::CPU &cpu;
};
} // namespace

static Kind getKind(const cost::Access &access) {
  if (access.isWritten)
    return Kind::Result;
  return access.isWeight ? Kind::Weight : Kind::Data;
}

static double getProduct(ArrayRef<int64_t> sizes) {
  double product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

double Collector::getBytes(Kind kind, ArrayRef<int64_t> sizes) const {
  double bytes = 0;
  for (const cost::Access &access : nest.accesses)
    if (getKind(access) == kind)
      bytes += cost::getTouchedBytes(access, sizes);
  return bytes;
}

//===-- loops -------------------------------------------------------------===//

void Collector::addLevel(StringRef name, const Level &level) {
  double data = getBytes(Kind::Data, level.sizes);
  double weights = getBytes(Kind::Weight, level.sizes);
  double points = getProduct(level.sizes);
  addNumber(name + ".trips", level.trips);
  addNumber(name + ".data", data);
  addNumber(name + ".weights", weights);
  addNumber(name + ".result", getBytes(Kind::Result, level.sizes));
  addNumber(name + ".reuse", points / std::max(data + weights, 1.0));
}

SmallVector<Level> Collector::getTileLoops() const {
  SmallVector<Level> levels;
  SmallVector<int64_t> sizes = plan.sizes;
  // Tiles along each axis that loops further out have to visit: the last block
  // may have fewer tiles than the others.
  SmallVector<double> left;
  for (auto [extent, size] : zip_equal(nest.extents, sizes))
    left.push_back(std::ceil(static_cast<double>(extent) / size));
  for (const cost::TileLoop &loop : reverse(plan.loops)) {
    double trips = std::min(static_cast<double>(loop.trips), left[loop.axis]);
    left[loop.axis] /= trips;
    levels.push_back({sizes, trips});
    sizes[loop.axis] =
        std::min(sizes[loop.axis] * loop.trips, nest.extents[loop.axis]);
  }
  return levels;
}

/// Loops over tiles with features of their own. Those around them count as one.
static constexpr unsigned kTileLoops = 4;

void Collector::addLevels() {
  // A step of the sum: one point along each of its axes, `unroll` along the
  // innermost one.
  Level step{plan.sizes, 1};
  int64_t unroll = plan.unroll;
  for (auto axis = nest.extents.size(); axis-- > 0;) {
    if (!nest.isReduction[axis])
      continue;
    int64_t size = std::min(unroll, nest.extents[axis]);
    step.sizes[axis] = std::max<int64_t>(size, 1);
    step.trips *= std::ceil(static_cast<double>(nest.extents[axis]) /
                            static_cast<double>(step.sizes[axis]));
    if (nest.extents[axis] != 1)
      unroll = 1;
  }
  addLevel("step", step);
  SmallVector<Level> loops = getTileLoops();
  while (loops.size() > kTileLoops) {
    Level outermost = loops.pop_back_val();
    loops.back().trips *= outermost.trips;
  }
  loops.resize(kTileLoops, Level{nest.extents, 1});
  for (auto [i, loop] : enumerate(loops))
    addLevel(("loop" + Twine(i)).str(), loop);
}

//===-- the tile, caches and threads --------------------------------------===//

/// Points that are computed, remainders of vectors and tiles included, per
/// point of the result.
static double getWaste(const cost::Nest &nest, const cost::TilePlan &plan) {
  int64_t columns = plan.sizes[plan.column], extent = nest.extents[plan.column];
  int64_t full = extent / columns, rest = extent % columns;
  double computed =
      full * alignTo(columns, plan.lanes) + alignTo(rest, plan.lanes);
  return computed / extent;
}

void Collector::addTile() {
  double rows = 1;
  for (auto [axis, size] : enumerate(plan.sizes))
    if (!nest.isReduction[axis] && axis != plan.column)
      rows *= size;
  double vectors = std::ceil(static_cast<double>(plan.sizes[plan.column]) /
                             static_cast<double>(plan.lanes));
  addNumber("rows", rows);
  addNumber("vectors", vectors);
  addNumber("accumulators", rows * vectors);
  addNumber("registers", cpu.vectors.numRegisters);
  addNumber("lanes", plan.lanes);
  addNumber("unroll", plan.unroll);
  addNumber("products_per_lane", plan.productsPerLane);
  addNumber("waste", getWaste(nest, plan));
  addNumber("copied", count(plan.isCopied, true));
  addFlag("streamed", plan.streamed >= 0);
  addFlag("balanced", plan.balanced >= 0);
  addFlag("masked", plan.isMasked);
  addFlag("matrix", plan.isMatrix);
  addFlag("stores_produced", plan.storesProduced);
  addFlag("shares_window", plan.sharesWindow);
}

void Collector::addTraffic(StringRef name, double cacheBytes) {
  SmallVector<double> traffic =
      cost::estimateTraffic(nest, plan.loops, plan.sizes, cacheBytes);
  double bytes[3] = {};
  for (auto [access, each] : zip_equal(nest.accesses, traffic))
    bytes[static_cast<unsigned>(getKind(access))] += each;
  addNumber(name + ".data", bytes[0]);
  addNumber(name + ".weights", bytes[1]);
  addNumber(name + ".result", bytes[2]);
  double sum = std::max(bytes[0] + bytes[1] + bytes[2], 1.0);
  addNumber(name + ".intensity",
            nest.getNumPoints() * static_cast<double>(nest.operations) / sum);
}

void Collector::addThreads() {
  auto tasks = static_cast<double>(plan.tasks);
  addNumber("tasks", tasks);
  addNumber("tasks_per_core", tasks / static_cast<double>(cpu.numCores));
  addNumber("points_per_task", nest.getNumPoints() / std::max(tasks, 1.0));
}

void Collector::collect() {
  addNumber("points", nest.getNumPoints());
  addNumber("operations", static_cast<double>(nest.operations));
  addLevels();
  addTile();
  addTraffic("l1", static_cast<double>(cpu.l1CacheBytes));
  addTraffic("l2", static_cast<double>(cpu.l2CacheBytes));
  addThreads();
}

std::vector<float> getNestFeatures(const cost::Nest &nest,
                                   const cost::TilePlan &plan,
                                   const target::CPU &cpu) {
  Collector collector(nest, plan, cpu);
  collector.collect();
  return std::move(collector.values);
}

std::vector<std::string> getNestFeatureNames() {
  // The names do not depend on the nest.
  cost::Nest nest;
  nest.extents = {1};
  nest.isReduction = {false};
  target::CPU cpu;
  cost::TilePlan plan = getUntiledPlan(nest);
  Collector collector(nest, plan, cpu);
  collector.collect();
  return std::move(collector.names);
}

cost::TilePlan getUntiledPlan(const cost::Nest &nest) {
  cost::TilePlan plan;
  plan.sizes = nest.extents;
  for (auto [axis, isReduction] : enumerate(nest.isReduction))
    if (!isReduction)
      plan.column = static_cast<unsigned>(axis);
  plan.isCopied.assign(nest.accesses.size(), false);
  return plan;
}

} // namespace tvm::tuner
