#include "tuner/space/KernelSpace.h"

#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "tuner/model/NestFeatures.h"

#include <cmath>

using namespace mlir;

namespace tvm::tuner {

/// The share of a kernel's cycles from which a block has parameters.
static constexpr double kMinShare = 0.1;

llvm::Expected<std::unique_ptr<KernelSpace>>
KernelSpace::create(func::FuncOp kernel, const MachineModel &machine) {
  auto byDefault = planKernel(kernel, {}, machine);
  if (!byDefault)
    return byDefault.takeError();
  std::unique_ptr<KernelSpace> space(
      new KernelSpace(kernel, machine, *byDefault));
  space->addBlocks();
  if (space->blocks.empty())
    return llvm::createStringError("no block of the kernel has parameters");
  return space;
}

namespace {
/// A block with its default strategy and the estimate of that.
struct Estimated {
  StringAttr block;
  Strategy strategy;
  double cycles;
};
} // namespace

void KernelSpace::addBlocks() {
  KernelCopy copy(kernel);
  std::vector<Estimated> estimated;
  double sum = 0;
  copy.getKernel().walk([&](te::BlockOp block) {
    auto strategy = dyn_cast_or_null<Strategy>(
        byDefault.getStrategies().get(block.getNameAttr()));
    if (!strategy)
      return;
    double cycles = schedule::estimateStrategy(schedule::BlockAccesses(block),
                                               strategy, machine);
    estimated.push_back({block.getNameAttr(), strategy, cycles});
    sum += cycles;
  });
  for (const Estimated &each : estimated)
    if (each.cycles >= kMinShare * sum)
      addBlock(each.block, each.strategy, each.cycles);
}

void KernelSpace::addBlock(StringAttr block, Strategy strategy, double cycles) {
  const schedule::ScheduleRule *rule =
      schedule::findScheduleRule(strategy.getRuleName());
  BlockSpace space{block, cycles,  std::make_unique<KernelCopy>(kernel),
                   {},    nullptr, {}};
  llvm::append_range(space.lists,
                     schedule::getNestLists(space.copy->getKernel()));
  auto list = llvm::find_if(space.lists, [&](const schedule::NestList &each) {
    return each.findBlock(block);
  });
  bool isRest = rule->getScope() == schedule::ScheduleRule::Scope::Rest;
  if (!isRest && list == space.lists.end())
    return;
  space.strategies =
      rule->match({space.copy->getSchedule(), space.getAccesses(),
                   isRest ? nullptr : &*list, machine});
  // A rule may take a block only after others are scheduled.
  if (!space.strategies || space.strategies->getParameters().size() == 0)
    return;
  space.nest =
      schedule::describeNest(space.copy->getSchedule().getBlock(block));
  parameters.add(block.getValue(), space.strategies->getParameters());
  blocks.push_back(std::move(space));
}

llvm::Expected<BlocksAttr>
KernelSpace::build(llvm::ArrayRef<int64_t> point) const {
  schedule::GivenStrategies given;
  for (const BlockSpace &block : blocks) {
    size_t size = block.strategies->getParameters().size();
    Strategy strategy = block.strategies->build(point.take_front(size));
    if (!strategy)
      return llvm::createStringError("the rule has no strategy for these "
                                     "parameters");
    given.ofBlocks[block.block] = strategy;
    point = point.drop_front(size);
  }
  return planKernel(kernel, given, machine);
}

double KernelSpace::estimate(llvm::ArrayRef<int64_t> point) const {
  double cycles = 0;
  for (const BlockSpace &block : blocks) {
    size_t size = block.strategies->getParameters().size();
    cycles += block.strategies->estimate(point.take_front(size),
                                         block.getAccesses(), machine);
    point = point.drop_front(size);
  }
  return cycles;
}

//===-- features ----------------------------------------------------------===//

static float toFeature(int64_t value) {
  auto number = static_cast<float>(value);
  return number < 0 ? number : std::log2(number + 1);
}

/// The tile of the block that `strategy` belongs to, which may be a part of it;
/// nothing if it has none.
static std::optional<schedule::Tile> getTile(Strategy strategy) {
  if (auto chain = dyn_cast_or_null<schedule::DepthwiseChainAttr>(strategy))
    strategy = chain.getPointwise();
  else if (auto attention = dyn_cast_or_null<schedule::AttentionAttr>(strategy))
    strategy = attention.getScores();
  return strategy ? schedule::Tile::fromStrategy(strategy) : std::nullopt;
}

static cost::TilePlan getPlan(const cost::Nest &nest, Strategy strategy) {
  auto tile = getTile(strategy);
  return tile ? schedule::makeTilePlan(*tile, nest) : getUntiledPlan(nest);
}

std::vector<std::string> KernelSpace::getFeatureNames() const {
  std::vector<std::string> names = getNestFeatureNames();
  names.push_back("cycles");
  for (const schedule::ParameterGroup &group : parameters.getGroups())
    for (const schedule::Parameter &parameter : group.getParameters())
      names.push_back(parameter.name);
  return names;
}

std::vector<float> KernelSpace::describe(llvm::ArrayRef<int64_t> point) const {
  auto most =
      llvm::max_element(blocks, [](const BlockSpace &a, const BlockSpace &b) {
        return a.cycles < b.cycles;
      });
  llvm::ArrayRef<int64_t> ofBlock = point;
  for (const BlockSpace &block : llvm::make_range(blocks.begin(), most))
    ofBlock = ofBlock.drop_front(block.strategies->getParameters().size());
  Strategy strategy = most->strategies->build(
      ofBlock.take_front(most->strategies->getParameters().size()));
  std::vector<float> features =
      getNestFeatures(most->nest, getPlan(most->nest, strategy), machine);
  features.push_back(static_cast<float>(std::log2(estimate(point) + 1)));
  for (int64_t value : point)
    features.push_back(toFeature(value));
  return features;
}

} // namespace tvm::tuner
