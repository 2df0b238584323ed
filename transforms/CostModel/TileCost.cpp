#include "transforms/CostModel/TileCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace tvm::cost {

namespace {
/// The tiles of one size along an axis.
struct Part {
  double count;
  int64_t size;
};

/// Estimator for one plan.
class TileEstimate {
public:
  TileEstimate(const Nest &nest, const TilePlan &plan, const target::CPU &cpu)
      : nest(nest), plan(plan), cpu(cpu), rates(Rates::get(cpu)) {}

  double getCycles() const;

private:
  SmallVector<Part> getParts(unsigned axis) const;
  /// Number of vectors for `columns` columns, and of the remaining elements.
  double getVectors(int64_t columns) const;
  /// Loads of a vector of columns in one step.
  double getVectorLoads(const Access &access, bool isCopied) const;
  double getStepCycles(int64_t rows, double vectors,
                       ArrayRef<int64_t> sizes) const;
  double getTileCycles(ArrayRef<int64_t> sizes) const;
  int64_t getNumRows(ArrayRef<int64_t> sizes) const;
  double computeAll() const;
  double transferAll() const;
  double copyAll() const;
  int64_t getTasks() const;
  double getRows(const Access &access, ArrayRef<int64_t> sizes) const;

  const Nest &nest;
  const TilePlan &plan;
  const target::CPU &cpu;
  Rates rates;
};
} // namespace

SmallVector<Part> TileEstimate::getParts(unsigned axis) const {
  int64_t extent = nest.extents[axis],
          size = std::min(plan.sizes[axis], extent);
  int64_t count = extent / size, rest = extent % size;
  if (rest == 0)
    return {{static_cast<double>(count), size}};
  if (plan.isBalanced && axis != plan.column) {
    int64_t all = count + 1, missing = all * size - extent;
    return {{static_cast<double>(all - missing), size},
            {static_cast<double>(missing), size - 1}};
  }
  return {{static_cast<double>(count), size}, {1, rest}};
}

double TileEstimate::getVectors(int64_t columns) const {
  int64_t full = columns / plan.lanes, rest = columns % plan.lanes;
  // With masks, non-power-of-two vectors are single instructions.
  if (rest == 0 || plan.isMasked || cpu.vectors.hasMasks())
    return static_cast<double>(full + (rest != 0));
  // The remainder is computed in vectors of half the size, of a quarter, and so
  // on.
  return static_cast<double>(full + popcount(static_cast<uint64_t>(rest)));
}

/// Rows of `access` that a tile of `sizes` loads in one step.
double TileEstimate::getRows(const Access &access,
                             ArrayRef<int64_t> sizes) const {
  double rows = 1;
  for (unsigned axis = 0; axis < nest.getNumAxes(); ++axis) {
    if (axis == plan.column || nest.isReduction[axis] ||
        !access.dependsOn(axis))
      continue;
    auto size = static_cast<double>(sizes[axis]);
    if (static_cast<int>(axis) == plan.row && plan.window >= 0 &&
        access.dependsOn(plan.window)) {
      auto window = static_cast<double>(nest.extents[plan.window]);
      size = (size + window - 1) / window;
    }
    rows *= size;
  }
  return rows;
}

double TileEstimate::getVectorLoads(const Access &access, bool isCopied) const {
  if (access.isWeight || isCopied)
    return 1;
  int64_t stride = access.getStrideAlong(plan.column);
  // A vector per element of a stride, and shuffles.
  return static_cast<double>(stride == 0 ? plan.lanes
                                         : std::min(stride, plan.lanes));
}

double TileEstimate::getStepCycles(int64_t rows, double vectors,
                                   ArrayRef<int64_t> sizes) const {
  double accumulators = static_cast<double>(rows) * vectors;
  double loads = 0, columnRegisters = 0;
  for (auto [i, access] : enumerate(nest.accesses)) {
    if (access.isWritten)
      continue;
    double ownRows = getRows(access, sizes);
    if (!access.dependsOn(plan.column)) {
      loads += ownRows;
      continue;
    }
    loads += ownRows * vectors * getVectorLoads(access, plan.isCopied[i]);
    columnRegisters = std::max(columnRegisters, vectors);
  }
  double arithmetic = accumulators * plan.instructions *
                      static_cast<double>(nest.operations) /
                      static_cast<double>(cpu.vectorsPerCycle);
  double needed = accumulators + columnRegisters + 1 +
                  static_cast<double>(plan.extraRegisters);
  double spilled =
      std::max(0.0, needed - static_cast<double>(cpu.vectors.numRegisters));
  double cycles = std::max({arithmetic, (loads + 2 * spilled) / rates.loads,
                            rates.latency, spilled / rates.stores});
  return cycles + rates.iteration / static_cast<double>(plan.unroll);
}

int64_t TileEstimate::getNumRows(ArrayRef<int64_t> sizes) const {
  int64_t rows = 1;
  for (unsigned axis = 0; axis < nest.getNumAxes(); ++axis)
    if (axis != plan.column && !nest.isReduction[axis])
      rows *= sizes[axis];
  return rows;
}

double TileEstimate::getTileCycles(ArrayRef<int64_t> sizes) const {
  int64_t rows = getNumRows(sizes);
  double vectors = getVectors(sizes[plan.column]);
  double steps = static_cast<double>(nest.getNumSteps()) /
                 static_cast<double>(plan.productsPerLane);
  return steps * getStepCycles(rows, vectors, sizes) + rates.tile +
         rates.tileVector * static_cast<double>(rows) * vectors;
}

double TileEstimate::computeAll() const {
  // All combinations of full tiles and remainders.
  SmallVector<std::pair<double, SmallVector<int64_t>>> boxes{
      {1, SmallVector<int64_t>(plan.sizes)}};
  for (unsigned axis = 0; axis < nest.getNumAxes(); ++axis) {
    if (nest.isReduction[axis])
      continue;
    decltype(boxes) divided;
    for (const auto &[count, sizes] : boxes)
      for (const Part &part : getParts(axis)) {
        if (part.count == 0)
          continue;
        divided.emplace_back(count * part.count, sizes);
        divided.back().second[axis] = part.size;
      }
    boxes = std::move(divided);
  }
  double cycles = 0;
  for (const auto &[count, sizes] : boxes)
    cycles += count * getTileCycles(sizes);
  return cycles;
}

double TileEstimate::transferAll() const {
  struct Level {
    int64_t cacheBytes;
    double bytesPerCycle;
  };
  double cycles = 0;
  for (Level level : {Level{cpu.l1CacheBytes, rates.l2Bytes},
                      Level{cpu.l2CacheBytes, rates.l3Bytes},
                      Level{cpu.l3CacheBytes, rates.memoryBytes}}) {
    SmallVector<double> bytes = estimateTraffic(
        nest, plan.loops, plan.sizes, static_cast<double>(level.cacheBytes));
    for (auto [i, access] : enumerate(nest.accesses)) {
      bool isLast = level.cacheBytes == cpu.l3CacheBytes;
      // Data is in the last-level cache; weights are loaded from memory once.
      if (isLast && !access.isWeight)
        continue;
      double exposed = static_cast<int>(i) == plan.streamed ? rates.exposed / 2
                                                            : rates.exposed;
      cycles += exposed * bytes[i] / level.bytesPerCycle;
    }
  }
  return cycles;
}

double TileEstimate::copyAll() const {
  double cycles = 0;
  for (auto [access, isCopied] : zip_equal(nest.accesses, plan.isCopied))
    if (isCopied || (plan.storesProduced && access.isProduced))
      cycles += 2 * getTouchedBytes(access, nest.extents) / rates.l3Bytes;
  return cycles;
}

int64_t TileEstimate::getTasks() const {
  int64_t tasks = 1, most = 4 * plan.tasks;
  for (const TileLoop &loop : plan.loops) {
    if (tasks >= most)
      break;
    tasks *= loop.trips;
  }
  return plan.tasks == 0 ? 1 : tasks;
}

double TileEstimate::getCycles() const {
  int64_t tasks = getTasks();
  double work = computeAll() + transferAll() + copyAll();
  if (cpu.numCores == 1 || tasks == 1)
    return work;
  return (work + rates.task * static_cast<double>(tasks)) *
             getParallelPart(tasks, cpu.numCores) +
         rates.fork;
}

double estimateTile(const Nest &nest, const TilePlan &plan,
                    const target::CPU &cpu) {
  return TileEstimate(nest, plan, cpu).getCycles();
}

} // namespace tvm::cost
