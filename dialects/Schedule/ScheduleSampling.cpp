// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleSampling.h"

#include "dialects/Schedule/ScheduleDialect.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleSampling.cpp.inc"

void tvm::schedule::ScheduleDialect::registerSamplingOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Schedule/ScheduleSampling.cpp.inc"
      >();
}

namespace tvm::schedule {

LogicalResult SamplePerfectTileOp::verify() {
  size_t count = getFactors().size();
  if (count < 1 || count > 8) // C1
    return emitOpError("expected between 1 and 8 results, got ") << count;
  if (getMaxInnermostFactor() < 1) // C1
    return emitOpError("expected a positive innermost factor, got at most ")
           << getMaxInnermostFactor();
  if (getDecision() && getDecision()->size() != count) // C2
    return emitOpError("expected a decision of ")
           << count << " factors, got " << getDecision()->size();
  return success();
}

LogicalResult SampleCategoricalOp::verify() {
  size_t count = getCandidates().size();
  if (count < 1 || getWeights().size() != count) // C1
    return emitOpError("expected one weight per candidate, got ")
           << getWeights().size() << " for " << count;
  double sum = 0;
  for (auto weight : getWeights().getAsValueRange<FloatAttr>()) {
    if (!weight.isFinite() || (weight.isNegative() && !weight.isZero())) // C2
      return emitOpError("expected weights that are finite and not negative");
    sum += weight.convertToDouble();
  }
  if (!(sum > 0)) // C2
    return emitOpError("expected a weight that is positive");
  if (getDecision() && *getDecision() >= count) // C3
    return emitOpError("expected a decision from 0 to ")
           << count - 1 << ", got " << getDecisionAttr().getInt();
  return success();
}

} // namespace tvm::schedule
