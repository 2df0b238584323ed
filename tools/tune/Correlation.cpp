// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/TuneReports.h"
#include "tuner/model/RankCorrelation.h"

namespace tvm::tvmc {

std::optional<double> getCorrelation(const tuner::SessionOptions &options,
                                     const tuner::TaskResult &result) {
  if (!options.makeModel)
    return std::nullopt;
  auto model = options.makeModel(*result.task);
  auto correlation = tuner::getHeldOutCorrelation(*model, result.trials);
  if (llvm::Error error = model->takeError()) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return correlation;
}

} // namespace tvm::tvmc
