#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADESTIMATE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADESTIMATE_H

#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"

namespace tvm::schedule::winograd {

/// Cycles until all cores of `machine` have computed all stages by `strategy`.
double estimateStages(const Stages &stages, WinogradGroupsAttr strategy,
                      const MachineModel &machine);

/// The same. The products have a strategy of their own, which is not known
/// here: their best tile stands for it.
double estimateStages(const Stages &stages, WinogradStagesAttr strategy,
                      const MachineModel &machine);

} // namespace tvm::schedule::winograd

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADESTIMATE_H
