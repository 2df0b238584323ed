// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/TileCost.h"

#include "transforms/CostModel/TileTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace tvm::cost {

/// Rows of a matrix register (AMX), by its architecture.
static constexpr int64_t kMatrixRows = 16;

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
      : nest(nest), plan(plan), cpu(cpu), rates(Rates::get(cpu)) {
    for (auto [access, isCopied] :
         zip_equal(this->nest.accesses, plan.isCopied))
      access.isPacked |= isCopied || access.isWeight || isOfPackedRows(access);
  }

  double getCycles() const;

private:
  SmallVector<Part> getParts(unsigned axis) const;
  /// Number of vectors for `columns` columns, the last one partial.
  double getVectors(int64_t columns) const;
  /// Number of loads of `columns` contiguous columns.
  double getLoads(int64_t columns) const;
  /// Loads of a vector of columns in one step.
  double getVectorLoads(const Access &access, bool isCopied) const;
  int64_t getWindowStep() const;
  int64_t getKeptWeights() const;
  int64_t getNeededRegisters(int64_t rows, int64_t vectors) const;
  /// The loads of a step of the sum: vectors of columns, elements of rows, the
  /// shuffles of vectors whose elements are not contiguous, and the shuffles of
  /// elements of rows for columns of several groups.
  struct Loads {
    double vectors = 0, elements = 0, shuffles = 0, groupShuffles = 0;
  };
  double countSpanning(int64_t columns, int64_t group) const;
  Loads countLoads(double vectors, ArrayRef<int64_t> sizes) const;
  double getStepCycles(int64_t rows, double vectors,
                       ArrayRef<int64_t> sizes) const;
  /// Cycles of a step in matrix registers, which hold kMatrixRows rows and as
  /// many steps: a product of two of them takes a cycle per row.
  double getMatrixStepCycles(int64_t rows, double vectors) const;
  double getTileCycles(ArrayRef<int64_t> sizes) const;
  int64_t getNumRows(ArrayRef<int64_t> sizes) const;
  double computeAll() const;
  /// Cycles of the transfers into each cache.
  SmallVector<double> transferAll() const;
  double getPassCycles(double bytes) const;
  double copyAll() const;
  int64_t getTasks() const;
  bool isOfPackedRows(const Access &access) const {
    return plan.packsRows && !access.isWritten &&
           !access.dependsOn(plan.column);
  }
  double getRows(const Access &access, ArrayRef<int64_t> sizes) const;

  Nest nest;
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
  if (static_cast<int>(axis) == plan.balanced) {
    int64_t all = count + 1, missing = all * size - extent;
    return {{static_cast<double>(all - missing), size},
            {static_cast<double>(missing), size - 1}};
  }
  return {{static_cast<double>(count), size}, {1, rest}};
}

double TileEstimate::getVectors(int64_t columns) const {
  return static_cast<double>(divideCeil(columns, plan.lanes));
}

double TileEstimate::getLoads(int64_t columns) const {
  int64_t full = columns / plan.lanes, rest = columns % plan.lanes;
  if (plan.isMasked || cpu.vectors.hasMasks())
    return static_cast<double>(full + (rest != 0));
  // The remainder is loaded in vectors of half the size, of a quarter, and so
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
    if (static_cast<int>(axis) == plan.row && plan.sharesWindow &&
        access.dependsOn(plan.window)) {
      auto window = static_cast<double>(nest.extents[plan.window]);
      auto step = static_cast<double>(getWindowStep());
      size = std::min(size, ((size - 1) * step + window) / window);
    }
    rows *= size;
  }
  return rows;
}

double TileEstimate::getVectorLoads(const Access &access, bool isCopied) const {
  if (access.isWeight || isCopied)
    return 1;
  int64_t stride = access.getStrideAlong(plan.column);
  if (plan.window >= 0) // the columns of an unrolled window share vectors
    return std::max(1.0, static_cast<double>(stride) /
                             static_cast<double>(nest.getInnermostSteps()));
  // A vector per element of a stride, and shuffles.
  return static_cast<double>(stride == 0 ? plan.lanes
                                         : std::min(stride, plan.lanes));
}

/// Distance in the data between neighbouring rows of a window.
int64_t TileEstimate::getWindowStep() const {
  for (const Access &access : nest.accesses)
    for (const auto &strides : access.strides)
      if (strides[plan.window] != 0)
        return std::max<int64_t>(
            std::abs(strides[plan.row] / strides[plan.window]), 1);
  return 1;
}

/// Number of weights of an unrolled window that stay in registers.
int64_t TileEstimate::getKeptWeights() const {
  int64_t steps = nest.getNumSteps();
  bool hasWeights = any_of(nest.accesses, [&](const Access &access) {
    return !access.isWritten && !access.dependsOn(plan.column);
  });
  return plan.window >= 0 && hasWeights ? steps : 0;
}

int64_t TileEstimate::getNeededRegisters(int64_t rows, int64_t vectors) const {
  if (plan.window < 0) {
    TileOperands operands = plan.operands;
    operands.spansGroups = any_of(nest.accesses, [&](const Access &access) {
      return access.groupAxis == static_cast<int>(plan.column) &&
             access.group < plan.lanes;
    });
    return rows * vectors + getOperandRegisters(cpu, vectors, operands);
  }
  if (plan.movesColumns)
    return getWindowRegisters(cpu, rows, vectors, getWindowStep());
  int64_t shared = plan.sharesWindow ? rows : 1;
  int64_t window = nest.extents[plan.window], step = getWindowStep();
  TileTable table = TileTable::get(cpu);
  bool keepsAll = window - step <= table.maxKeptRows &&
                  cpu.vectors.hasManyRegisters() && getKeptWeights() > 0;
  int64_t ofRow = keepsAll ? window : 1;
  int64_t data = window + (step - 1) * shared * ofRow;
  return vectors * (rows + data) + table.windowRegisters;
}

/// Number of vectors of `columns` columns, the first of which begins a group,
/// with columns of several groups.
double TileEstimate::countSpanning(int64_t columns, int64_t group) const {
  auto vectors = seq<int64_t>(0, divideCeil(columns, plan.lanes));
  return static_cast<double>(count_if(vectors, [&](int64_t vector) {
    int64_t first = vector * plan.lanes;
    int64_t last = std::min(first + plan.lanes, columns) - 1;
    return first / group != last / group;
  }));
}

TileEstimate::Loads TileEstimate::countLoads(double vectors,
                                             ArrayRef<int64_t> sizes) const {
  Loads loads;
  for (auto [access, isCopied] : zip_equal(nest.accesses, plan.isCopied)) {
    if (access.isWritten)
      continue;
    double rows = getRows(access, sizes);
    if (access.groupAxis == static_cast<int>(plan.column)) {
      loads.elements +=
          rows *
          static_cast<double>(divideCeil(sizes[plan.column], access.group));
      loads.groupShuffles +=
          rows * countSpanning(sizes[plan.column], access.group);
    } else if (!access.dependsOn(plan.column)) {
      loads.elements += rows;
    } else {
      loads.vectors += rows * getLoads(sizes[plan.column]) *
                       getVectorLoads(access, isCopied);
      if (access.getStrideAlong(plan.column) > 1)
        loads.shuffles += rows * vectors * (cpu.vectors.hasMasks() ? 1 : 2);
    }
  }
  return loads;
}

double TileEstimate::getMatrixStepCycles(int64_t rows, double vectors) const {
  auto registers = static_cast<double>(divideCeil(rows, kMatrixRows));
  // The loads of all rows of the registers, shared by as many steps.
  return std::max(registers * vectors, (registers + vectors) / rates.loads);
}

double TileEstimate::getStepCycles(int64_t rows, double vectors,
                                   ArrayRef<int64_t> sizes) const {
  if (plan.isMatrix)
    return getMatrixStepCycles(rows, vectors);
  double accumulators = static_cast<double>(rows) * vectors;
  int64_t needed = getNeededRegisters(rows, static_cast<int64_t>(vectors));
  int64_t registers = cpu.vectors.numRegisters, weights = getKeptWeights();
  Loads loads = countLoads(vectors, sizes);
  if (weights > 0 && needed + weights <= registers)
    loads.elements = 0; // they stay in registers
  double products =
      accumulators * plan.instructions * static_cast<double>(nest.operations);
  double instructions = products + loads.vectors + loads.shuffles +
                        loads.groupShuffles +
                        rates.iteration / static_cast<double>(plan.unroll);
  if (cpu.memoryOperands != target::MemoryOperands::Elements)
    instructions += loads.elements;
  // Shuffles for groups take the place of products.
  double arithmetic = (products + loads.groupShuffles) /
                      static_cast<double>(cpu.vectorsPerCycle);
  if (accumulators * static_cast<double>(plan.unroll) > rates.maxBody)
    arithmetic *= rates.largeBody;
  double overlap =
      std::max(1.0, rates.inFlight / (instructions *
                                      static_cast<double>(nest.getNumSteps())));
  double cycles = std::max(
      {arithmetic,
       loads.vectors / rates.loads + loads.elements / rates.elementLoads,
       instructions / rates.issue, rates.latency / overlap});
  double masks = static_cast<double>(nest.getInnermostSteps()) * vectors;
  if (plan.masksLoads && masks > rates.maskRegisters)
    cycles += rates.mask * loads.vectors;
  auto spilled = static_cast<double>(std::max<int64_t>(0, needed - registers));
  return cycles + spilled * (plan.window < 0 ? rates.spill : rates.windowSpill);
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

SmallVector<double> TileEstimate::transferAll() const {
  struct Level {
    int64_t cacheBytes;
    double bytesPerCycle;
  };
  SmallVector<double> levels;
  for (Level level : {Level{cpu.l1CacheBytes, rates.l2Bytes},
                      Level{cpu.l2CacheBytes, rates.l3Bytes},
                      Level{cpu.l3CacheBytes, rates.memoryBytes}}) {
    SmallVector<double> bytes = estimateTraffic(
        nest, plan.loops, plan.sizes, static_cast<double>(level.cacheBytes));
    double cycles = 0;
    for (auto [i, access] : enumerate(nest.accesses)) {
      bool isLast = level.cacheBytes == cpu.l3CacheBytes;
      // Data is in the last-level cache; weights are loaded from memory once.
      if (isLast && !access.isWeight)
        continue;
      double part = static_cast<int>(i) == plan.streamed ? 0.5 : 1;
      cycles += part * bytes[i] / level.bytesPerCycle;
      if (level.cacheBytes == cpu.l1CacheBytes &&
          getRowDistance(access, plan.sizes) >= kPageBytes)
        cycles += rates.page * bytes[i] / kLineBytes;
    }
    levels.push_back(cycles);
  }
  return levels;
}

/// Cycles in which `bytes` are written, and read again later.
double TileEstimate::getPassCycles(double bytes) const {
  double rate = bytes <= static_cast<double>(cpu.l2CacheBytes) / 2
                    ? rates.l2Bytes
                    : rates.l3Bytes;
  return 2 * bytes / rate;
}

double TileEstimate::copyAll() const {
  double cycles = 0;
  for (auto [access, isCopied] : zip_equal(nest.accesses, plan.isCopied)) {
    bool isRead = isCopied || (isOfPackedRows(access) && !access.isWeight) ||
                  (plan.storesProduced && access.isProduced);
    if (access.isWritten ? plan.storesResult : isRead)
      cycles += getPassCycles(getTouchedBytes(access, nest.extents));
  }
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
  // What takes longest hides most of the rest.
  double longest = computeAll(), sum = longest;
  for (double cycles : transferAll()) {
    longest = std::max(longest, cycles);
    sum += cycles;
  }
  double work = longest + rates.exposed * (sum - longest) + copyAll();
  return shareWork(work, tasks, cpu, rates);
}

double estimateTile(const Nest &nest, const TilePlan &plan,
                    const target::CPU &cpu) {
  return TileEstimate(nest, plan, cpu).getCycles();
}

} // namespace tvm::cost
