#include "tools/tune/TuneReports.h"
#include "tuner/model/RankCorrelation.h"

namespace tvm::tvmc {

std::optional<double> getCorrelation(const tuner::SessionOptions &options,
                                     const tuner::TaskTuner &tuner) {
  if (!options.makeModel)
    return std::nullopt;
  auto model = options.makeModel(tuner.getTask());
  auto correlation = tuner::getHeldOutCorrelation(*model, tuner.getTrials());
  if (llvm::Error error = model->takeError()) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return correlation;
}

} // namespace tvm::tvmc
