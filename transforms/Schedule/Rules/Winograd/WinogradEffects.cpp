// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"
#include "transforms/Schedule/Strategy/IdleParameters.h"

using namespace mlir;

namespace tvm::schedule::winograd {

namespace {
/// The parameters of both strategies that may change nothing.
struct Parameters {
  int64_t dataLanes, lanes, channels;
  bool isWhole;
};
} // namespace

/// Reports the parameters of `strategy` that changed nothing, and returns
/// values that give the same schedule.
template <typename Attr>
static Parameters drop(Attr strategy, IdleParameters &idle) {
  Parameters parameters{strategy.getDataLanes(), strategy.getLanes(),
                        strategy.getChannels(), strategy.getWhole()};
  idle.setToEffect("data_lanes", parameters.dataLanes);
  idle.setToEffect("lanes", parameters.lanes);
  idle.setToEffect("channels", parameters.channels);
  idle.dropFlag("whole", parameters.isWhole, false);
  return parameters;
}

WinogradStagesAttr dropIdleParameters(WinogradStagesAttr strategy,
                                      const ParameterEffects &effects,
                                      IdleReport report) {
  IdleParameters idle(effects, report);
  Parameters used = drop(strategy, idle);
  if (!idle.any())
    return strategy;
  return WinogradStagesAttr::get(
      strategy.getContext(), used.dataLanes, used.lanes, strategy.getGroup(),
      strategy.getJoined(), used.isWhole, used.channels, strategy.getTasks());
}

WinogradGroupsAttr dropIdleParameters(WinogradGroupsAttr strategy,
                                      const ParameterEffects &effects,
                                      IdleReport report) {
  IdleParameters idle(effects, report);
  Parameters used = drop(strategy, idle);
  SmallVector<int64_t> epilogue(strategy.getEpilogue());
  idle.dropOperands("epilogue", epilogue);
  if (!idle.any())
    return strategy;
  return WinogradGroupsAttr::get(
      strategy.getContext(), used.dataLanes, used.lanes, strategy.getGroup(),
      strategy.getJoined(), used.isWhole, used.channels,
      strategy.getGroupsData(), strategy.getPacksProducts(),
      strategy.getPacksData(), epilogue, strategy.getProducts(),
      strategy.getTasks());
}

} // namespace tvm::schedule::winograd
