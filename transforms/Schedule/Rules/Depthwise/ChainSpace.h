// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_CHAINSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_CHAINSPACE_H

#include "transforms/Schedule/Rules/Depthwise/ChainBlocks.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"

namespace tvm::schedule {

/// The strategies of `chain`. The chosen tiles are the default; tiles of both
/// convolutions are parts of the space.
std::unique_ptr<StrategySpace> makeChainSpace(const DepthwiseChain &chain,
                                              const Tile &depthwise,
                                              const Tile &pointwise,
                                              const MachineModel &machine);

/// Cycles until all cores of `machine` have computed `chain`.
double estimateChain(const DepthwiseChain &chain, DepthwiseChainAttr strategy,
                     const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_CHAINSPACE_H
