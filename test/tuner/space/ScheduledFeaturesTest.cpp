// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Features of strategies, which follow from parameters and the unscheduled
// nest, compared with what the scheduled nest computes.
#include "dialects/TE/TEBlocks.h"
#include "test/tuner/space/Kernels.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "gtest/gtest.h"

#include <cmath>
#include <map>
#include <set>

namespace tvm::tuner {
namespace {

using Values = std::set<int64_t>;

/// One iteration of a loop of a nest: how many of the iterations inside it
/// contains, and the values of the axes of the block.
struct Iteration {
  double trips;
  std::vector<Values> axes;
};

/// A tile of a block in a scheduled nest.
struct ScheduledTile {
  double steps = 1;    // iterations of the sum
  double unrolled = 1; // steps of the sum in one of them
  double tiles = 1;    // iterations of the loops over tiles
  Iteration step;
  /// From one tile to the whole nest: `trips` counts tiles.
  std::vector<Iteration> levels;
};

/// Evaluates the bindings of a block.
class Bindings {
public:
  explicit Bindings(te::BlockOp block) : block(block) {
    for (auto *op = block->getParentOp(); op; op = op->getParentOp())
      if (auto loop = mlir::dyn_cast<mlir::affine::AffineForOp>(op)) {
        loops.push_back(loop);
        values[loop.getInductionVar()] = loop.getConstantLowerBound();
      }
  }

  ScheduledTile getTile();

private:
  using Loop = mlir::affine::AffineForOp;

  static bool isUnrolled(Loop loop) {
    auto kind = loop->getAttrOfType<mlir::StringAttr>("te.kind");
    return kind &&
           (kind.getValue() == "unrolled" || kind.getValue() == "vectorized");
  }
  static int64_t countTrips(Loop loop) {
    return llvm::divideCeil(loop.getConstantUpperBound() -
                                loop.getConstantLowerBound(),
                            loop.getStepAsInt());
  }
  /// The value of an index at the present values of the loops.
  int64_t evaluate(mlir::Value value) {
    auto found = values.find(value);
    if (found != values.end())
      return found->second;
    auto apply = value.getDefiningOp<mlir::affine::AffineApplyOp>();
    return evaluate(apply.getAffineMap(), apply.getMapOperands()).front();
  }
  std::vector<int64_t> evaluate(mlir::AffineMap map,
                                mlir::OperandRange operands) {
    llvm::SmallVector<mlir::Attribute> numbers;
    mlir::Builder builder(map.getContext());
    for (mlir::Value operand : operands)
      numbers.push_back(builder.getI64IntegerAttr(evaluate(operand)));
    llvm::SmallVector<mlir::Attribute> results;
    EXPECT_TRUE(mlir::succeeded(map.constantFold(numbers, results)));
    std::vector<int64_t> axes;
    for (mlir::Attribute result : results)
      axes.push_back(mlir::cast<mlir::IntegerAttr>(result).getInt());
    return axes;
  }
  std::vector<int64_t> getAxes() {
    return evaluate(block.getBindings(), block.getIters());
  }
  bool isOfSum(Loop loop) {
    std::vector<int64_t> before = getAxes();
    values[loop.getInductionVar()] += loop.getStepAsInt();
    std::vector<int64_t> after = getAxes();
    values[loop.getInductionVar()] -= loop.getStepAsInt();
    for (size_t axis = 0; axis < before.size(); ++axis)
      if (block.getKinds()[axis] && before[axis] != after[axis])
        return true;
    return false;
  }
  /// The values of axes while `inner` run. Each value of an axis depends on the
  /// loops by a sum, so that one loop after another extends the sets.
  std::vector<Values> collect(llvm::ArrayRef<Loop> inner);

  te::BlockOp block;
  std::vector<Loop> loops; // the innermost one first
  llvm::DenseMap<mlir::Value, int64_t> values;
};

std::vector<Values> Bindings::collect(llvm::ArrayRef<Loop> inner) {
  std::vector<int64_t> first = getAxes();
  std::vector<Values> sets;
  sets.reserve(first.size());
  for (int64_t value : first)
    sets.push_back({value});
  for (Loop loop : inner) {
    std::vector<Values> offsets(first.size());
    int64_t &value = values[loop.getInductionVar()], start = value;
    for (int64_t i = 0; i < countTrips(loop); ++i) {
      value = start + i * loop.getStepAsInt();
      std::vector<int64_t> axes = getAxes();
      for (size_t axis = 0; axis < axes.size(); ++axis)
        offsets[axis].insert(axes[axis] - first[axis]);
    }
    value = start;
    for (size_t axis = 0; axis < sets.size(); ++axis) {
      Values grown;
      for (int64_t base : sets[axis])
        for (int64_t offset : offsets[axis])
          grown.insert(base + offset);
      sets[axis] = std::move(grown);
    }
  }
  return sets;
}

ScheduledTile Bindings::getTile() {
  ScheduledTile tile;
  std::vector<Loop> ofStep, inner, ofTiles;
  for (Loop loop : loops) {
    if (isUnrolled(loop)) {
      ofStep.push_back(loop);
      inner.push_back(loop);
      tile.unrolled *= isOfSum(loop) ? countTrips(loop) : 1;
    } else if (isOfSum(loop)) {
      inner.push_back(loop);
      tile.steps *= countTrips(loop);
    } else {
      ofTiles.push_back(loop);
    }
  }
  tile.step = {1, collect(ofStep)};
  tile.levels.push_back({1, collect(inner)});
  for (Loop loop : ofTiles) {
    tile.tiles *= countTrips(loop);
    inner.push_back(loop);
    tile.levels.push_back({tile.tiles, collect(inner)});
  }
  return tile;
}

/// Bytes of the lines that `access` touches.
double countBytes(const cost::Access &access, const std::vector<Values> &axes) {
  double rows = 1, row = 1;
  for (const auto &strides : access.strides) { // of a dimension
    Values subscripts{0};
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      if (strides[axis] == 0)
        continue;
      Values grown;
      for (int64_t base : subscripts)
        for (int64_t value : axes[axis])
          grown.insert(base + value * strides[axis]);
      subscripts = std::move(grown);
    }
    rows *= row;
    row = static_cast<double>(subscripts.size());
  }
  double bytes = row * static_cast<double>(access.elementBytes);
  constexpr double kLine = 64;
  bool isWhole = row == static_cast<double>(access.shape.back());
  return rows * (isWhole ? bytes : std::max(bytes, kLine));
}

class ScheduledFeaturesTest : public testing::Test, protected KernelContext {
protected:
  /// Compares `count` random strategies of a kernel whose block `product` has
  /// the most cycles.
  void compare(llvm::StringRef text, unsigned count);

private:
  /// The tiles of the block in its parts: a schedule may give a remainder a
  /// nest of its own.
  std::vector<ScheduledTile> getTiles(BlocksAttr strategies);
  void compareStrategy(const schedule::Point &point, BlocksAttr strategies);
  void compareBytes(llvm::StringRef level, const std::vector<Values> &axes);
  double get(const llvm::Twine &name) const {
    return std::exp2(features.at(name.str())) - 1;
  }

  mlir::func::FuncOp kernel;
  std::unique_ptr<KernelSpace> space;
  cost::Nest nest;
  std::map<std::string, double> features;
  unsigned numOuter = 0; // levels outside of tiles that were compared
};

std::vector<ScheduledTile>
ScheduledFeaturesTest::getTiles(BlocksAttr strategies) {
  KernelCopy copy(kernel);
  schedule::GivenStrategies given;
  given.isComplete = true;
  for (mlir::NamedAttribute entry : strategies.getStrategies())
    given.ofBlocks[entry.getName()] = mlir::cast<Strategy>(entry.getValue());
  EXPECT_TRUE(mlir::succeeded(
      schedule::scheduleKernel(copy.getSchedule(), given, machine)));
  std::vector<ScheduledTile> tiles;
  copy.getKernel().walk([&](te::BlockOp block) {
    if (llvm::is_contained(block.getKinds(), true))
      tiles.push_back(Bindings(block).getTile());
  });
  return tiles;
}

/// Rounding of numbers that are stored as logarithms.
double getError(double number) { return 1e-4 * number + 0.01; }

void ScheduledFeaturesTest::compareBytes(llvm::StringRef level,
                                         const std::vector<Values> &axes) {
  double data = 0, weights = 0, result = 0;
  for (const cost::Access &access : nest.accesses)
    (access.isWritten  ? result
     : access.isWeight ? weights
                       : data) += countBytes(access, axes);
  EXPECT_NEAR(get(level + ".data"), data, getError(data)) << level.str();
  EXPECT_NEAR(get(level + ".weights"), weights, getError(weights))
      << level.str();
  EXPECT_NEAR(get(level + ".result"), result, getError(result)) << level.str();
}

void ScheduledFeaturesTest::compareStrategy(const schedule::Point &point,
                                            BlocksAttr strategies) {
  std::vector<std::string> names = space->getFeatureNames();
  std::vector<float> values = space->describe(point);
  for (auto [name, value] : llvm::zip_equal(names, values))
    features[name] = value;
  std::vector<ScheduledTile> parts = getTiles(strategies);
  ASSERT_FALSE(parts.empty());
  auto getPoints = [](const ScheduledTile &tile) {
    double points = 1;
    for (const Values &axis : tile.levels.front().axes)
      points *= static_cast<double>(axis.size());
    return points;
  };
  double tiles = 0;
  for (const ScheduledTile &part : parts)
    tiles += part.tiles;
  const ScheduledTile &largest = *llvm::max_element(
      parts, [&](const ScheduledTile &a, const ScheduledTile &b) {
        return getPoints(a) < getPoints(b);
      });
  EXPECT_NEAR(get("step.trips"), largest.steps, getError(largest.steps));
  EXPECT_NEAR(get("unroll"), largest.unrolled, getError(largest.unrolled));
  compareBytes("step", largest.step.axes);
  compareBytes("loop0", largest.levels.front().axes);
  double inside = 1;
  for (unsigned i = 0; i < 4; ++i) {
    std::string level = "loop" + std::to_string(i);
    // Loops that were fused have no level of their own.
    if (parts.size() == 1)
      for (const Iteration &other : llvm::drop_begin(largest.levels))
        if (i > 0 && std::abs(other.trips - inside) < 0.5) {
          compareBytes(level, other.axes);
          ++numOuter;
        }
    inside *= get(level + ".trips");
  }
  EXPECT_NEAR(inside, tiles, getError(tiles));
}

void ScheduledFeaturesTest::compare(llvm::StringRef text, unsigned count) {
  kernel = parse(text);
  auto created = KernelSpace::create(kernel, machine);
  ASSERT_TRUE(static_cast<bool>(created));
  space = std::move(*created);
  KernelCopy copy(kernel);
  nest = schedule::describeNest(
      copy.getSchedule().getBlock(mlir::StringAttr::get(&context, "product")));
  schedule::ParameterSpace::Random random(1);
  for (unsigned numCompared = 0; numCompared < count;) {
    schedule::Point point = space->getParameters().sample(random);
    auto plan = space->build(point);
    ASSERT_TRUE(static_cast<bool>(plan)) << llvm::toString(plan.takeError());
    mlir::Attribute strategy = plan->strategies.getStrategies().get("product");
    if (!mlir::isa<schedule::RegisterTileAttr>(strategy))
      continue; // features describe tiles
    compareStrategy(point, plan->strategies);
    if (HasFailure()) {
      std::string shown;
      llvm::raw_string_ostream(shown) << strategy;
      FAIL() << shown;
    }
    ++numCompared;
  }
  EXPECT_GT(numOuter, count / 8);
}

TEST_F(ScheduledFeaturesTest, Product) { compare(kProduct, 150); }
TEST_F(ScheduledFeaturesTest, Row) { compare(kRow, 100); }

TEST_F(ScheduledFeaturesTest, ManyOfAProduct) { compare(kProduct, 700); }
TEST_F(ScheduledFeaturesTest, ManyOfARow) { compare(kRow, 300); }

} // namespace
} // namespace tvm::tuner
