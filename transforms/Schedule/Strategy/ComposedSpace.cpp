// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/ComposedSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace tvm::schedule {

ComposedSpace::ComposedSpace(ParameterSpace own, Function function,
                             llvm::ArrayRef<Strategy> preferred)
    : numOwn(own.size()), function(std::move(function)), preferred(preferred) {
  parameters = std::move(own);
}

void ComposedSpace::addPart(llvm::StringRef name,
                            std::unique_ptr<StrategySpace> part) {
  parameters.add(name, part->getParameters());
  parts.push_back(std::move(part));
}

void ComposedSpace::addLinkedPart(llvm::StringRef name,
                                  std::unique_ptr<StrategySpace> part,
                                  const ParameterGroup::Constraint &link,
                                  const ParameterGroup::Summary &summary) {
  parameters.addLinked(name, part->getParameters(), link, summary);
  parts.push_back(std::move(part));
}

bool ComposedSpace::isDecidedByEstimates() const {
  return llvm::all_of(parts, [](const std::unique_ptr<StrategySpace> &part) {
    return part->isDecidedByEstimates();
  });
}

Strategy ComposedSpace::build(llvm::ArrayRef<int64_t> point) {
  llvm::ArrayRef<int64_t> own = point.take_front(numOwn);
  point = point.drop_front(numOwn);
  llvm::SmallVector<Strategy> strategies;
  for (const std::unique_ptr<StrategySpace> &part : parts) {
    size_t size = part->getParameters().size();
    Strategy strategy = part->build(point.take_front(size));
    if (!strategy)
      return {};
    strategies.push_back(strategy);
    point = point.drop_front(size);
  }
  return function(own, strategies);
}

} // namespace tvm::schedule
