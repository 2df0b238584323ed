// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/space/KernelSpace.h"

#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"
#include "llvm/Support/xxhash.h"

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
      new KernelSpace(kernel, machine, std::move(*byDefault)));
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
        byDefault.strategies.getStrategies().get(block.getNameAttr()));
    if (!strategy)
      return;
    double cycles = schedule::estimateStrategy(schedule::BlockAccesses(block),
                                               strategy, machine);
    estimated.push_back({block.getNameAttr(), strategy, cycles});
    sum += cycles;
  });
  for (const Estimated &each : estimated) {
    if (each.cycles < kMinShare * sum)
      continue;
    auto space = BlockSpace::create(kernel, each.block, each.strategy, machine);
    if (!space)
      continue;
    parameters.add(each.block.getValue(), space->getParameters());
    blocks.push_back({std::move(space), each.cycles});
  }
}

llvm::Expected<BlocksAttr>
KernelSpace::draft(llvm::ArrayRef<int64_t> point) const {
  NamedAttrList strategies;
  for (const Block &block : blocks) {
    size_t size = block.space->size();
    Strategy strategy = block.space->build(point.take_front(size));
    if (!strategy)
      return llvm::createStringError("the rule has no strategy for these "
                                     "parameters");
    strategies.set(block.space->getBlock(), strategy);
    point = point.drop_front(size);
  }
  MLIRContext *context = byDefault.strategies.getContext();
  return BlocksAttr::get(context, strategies.getDictionary(context));
}

llvm::Expected<KernelPlan>
KernelSpace::build(llvm::ArrayRef<int64_t> point) const {
  auto drafted = draft(point);
  if (!drafted)
    return drafted.takeError();
  return completeStrategies(kernel, *drafted, machine);
}

double KernelSpace::estimate(llvm::ArrayRef<int64_t> point) const {
  double cycles = 0;
  for (const Block &block : blocks) {
    size_t size = block.space->size();
    cycles += block.space->estimate(point.take_front(size));
    point = point.drop_front(size);
  }
  return cycles;
}

//===-- features ----------------------------------------------------------===//

template <typename T> static uint64_t hash(llvm::ArrayRef<T> numbers) {
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(numbers.data()),
                     numbers.size() * sizeof(T)));
}

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

uint64_t KernelSpace::identify(llvm::ArrayRef<int64_t> point) const {
  std::vector<uint64_t> parts;
  for (const Block &block : blocks) {
    llvm::ArrayRef<int64_t> ofBlock = point.take_front(block.space->size());
    point = point.drop_front(block.space->size());
    Strategy strategy = block.space->build(ofBlock);
    auto tile = getTile(strategy);
    if (!tile) {
      parts.push_back(
          reinterpret_cast<uintptr_t>(strategy.getAsOpaquePointer()));
      continue;
    }
    const cost::Nest &nest = block.space->getNest();
    parts.push_back(hash(llvm::ArrayRef(
        getNestFeatures(nest, schedule::makeTilePlan(*tile, nest), machine))));
    parts.push_back(llvm::bit_cast<uint64_t>(block.space->estimate(ofBlock)));
  }
  return hash(llvm::ArrayRef(parts));
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
  auto most = llvm::max_element(blocks, [](const Block &a, const Block &b) {
    return a.cycles < b.cycles;
  });
  llvm::ArrayRef<int64_t> ofBlock = point;
  for (const Block &block : llvm::make_range(blocks.begin(), most))
    ofBlock = ofBlock.drop_front(block.space->size());
  Strategy strategy =
      most->space->build(ofBlock.take_front(most->space->size()));
  const cost::Nest &nest = most->space->getNest();
  std::vector<float> features =
      getNestFeatures(nest, getPlan(nest, strategy), machine);
  features.push_back(static_cast<float>(std::log2(estimate(point) + 1)));
  for (int64_t value : point)
    features.push_back(toFeature(value));
  return features;
}

} // namespace tvm::tuner
