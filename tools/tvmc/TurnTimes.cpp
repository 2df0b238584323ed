// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/TurnTimes.h"

#include <algorithm>

using namespace llvm;

namespace tvm::tvmc {

double TurnTimes::getSpread() const {
  return std::max(first.getSpread(), second.getSpread());
}

Expected<TurnTimes>
measureUntilCalm(double seconds, double maxSpread,
                 function_ref<Expected<TurnTimes>(double seconds)> measure) {
  Expected<TurnTimes> times = measure(seconds);
  for (unsigned i = 1; i < kMaxMeasurements; ++i) {
    if (!times || !times->isNoisy(maxSpread))
      break;
    seconds *= 2;
    times = measure(seconds);
  }
  return times;
}

} // namespace tvm::tvmc
