// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Depthwise/ChainBlocks.h"

#include "dialects/TE/TERoles.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"

using namespace mlir;

namespace tvm::schedule {

namespace roles = te::roles::depthwise_chain;

static bool isPart(te::BlockOp block, StringRef part) {
  return te::roles::isPart(block.getRoleAttr(), roles::kAlgorithm, part);
}

/// Whether `block` reads, of what `producer` computes, one element for all its
/// points but those along the last axis: other rows, and points, read others.
static bool readsPointwise(te::BlockOp block, te::BlockOp producer) {
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  auto axes = llvm::to_vector(llvm::seq<unsigned>(0, last));
  Value written = BlockAccesses(producer).written;
  for (auto [capture, buffer] : llvm::enumerate(block.getCaptures()))
    if (buffer == written)
      return countOwnAxes(block, capture, axes) == axes.size();
  return false;
}

/// Whether `block` is in its lowered form, reduces or does not, and has one
/// reader.
static bool isLink(te::BlockOp block, bool isReduction) {
  return block.hasReduction() == isReduction && isAsLowered(block) &&
         getConsumers(block).size() == 1;
}

/// The block that alone reads a depthwise convolution, by role, and that
/// `pointwise` reads; and that convolution. Null blocks where there are none.
static DepthwiseChain followRoles(te::BlockOp pointwise) {
  for (te::BlockOp between : getProducers(pointwise))
    for (te::BlockOp depthwise : getProducers(between))
      if (isPart(depthwise, roles::kDepthwise))
        return {depthwise, between, pointwise};
  return {};
}

/// The reason why blocks of these roles are no chain; empty where they are.
static StringRef getMisfit(const DepthwiseChain &chain) {
  if (!chain.between)
    return "expected the depthwise convolution of a chain two blocks before "
           "the pointwise one";
  if (!isLink(chain.depthwise, /*isReduction=*/true) ||
      !isLink(chain.between, /*isReduction=*/false))
    return "expected a sum and an element-wise block that alone reads it in "
           "front of the pointwise convolution of a chain, which alone reads "
           "that";
  if (!isTileable(BlockAccesses(chain.depthwise)) ||
      !isTileable(BlockAccesses(chain.pointwise)))
    return "expected sums of products as the convolutions of a chain";
  if (!readsPointwise(chain.pointwise, chain.between))
    return "expected each point of a pointwise convolution to read one point";
  return "";
}

std::optional<DepthwiseChain> readChain(te::BlockOp pointwise,
                                        RoleRefusal refuse) {
  if (!isPart(pointwise, roles::kPointwise)) {
    refuse(pointwise, "the block ends no depthwise chain");
    return std::nullopt;
  }
  if (!pointwise.hasReduction() || !isAsLowered(pointwise) ||
      llvm::count(pointwise.getKinds(), false) < 3) {
    refuse(pointwise, "expected a sum with axes of rows, points and channels "
                      "as the pointwise convolution of a chain");
    return std::nullopt;
  }
  DepthwiseChain chain = followRoles(pointwise);
  StringRef misfit = getMisfit(chain);
  if (misfit.empty())
    return chain;
  refuse(pointwise, misfit);
  return std::nullopt;
}

/// The block that alone computes what `block` alone reads of it.
static te::BlockOp getOnlyProducer(te::BlockOp block, bool isReduction) {
  te::BlockOp found;
  for (te::BlockOp producer : getProducers(block)) {
    if (!isLink(producer, isReduction))
      continue;
    if (found)
      return {};
    found = producer;
  }
  return found;
}

void assignChainRoles(ArrayRef<te::BlockOp> list) {
  for (te::BlockOp pointwise : list) {
    te::BlockOp between = getOnlyProducer(pointwise, /*isReduction=*/false);
    te::BlockOp depthwise = between
                                ? getOnlyProducer(between, /*isReduction=*/true)
                                : te::BlockOp();
    if (!depthwise || depthwise.getRoleAttr())
      continue;
    auto get = [&](StringRef part) {
      return te::RoleAttr::get(pointwise.getContext(), roles::kAlgorithm, part);
    };
    pointwise.setRoleAttr(get(roles::kPointwise));
    depthwise.setRoleAttr(get(roles::kDepthwise));
    if (readChain(pointwise, ignoreRefusal))
      continue;
    pointwise.removeRoleAttr();
    depthwise.removeRoleAttr();
  }
}

} // namespace tvm::schedule
