// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/rounds/ModelMeasurer.h"

using namespace llvm;

namespace tvm::tuner {

namespace {
struct Step {
  StringLiteral name;
  double StepSeconds::*seconds;
};
} // namespace

static constexpr Step kSteps[] = {
    {"applying", &StepSeconds::applying}, {"llvm", &StepSeconds::llvm},
    {"packing", &StepSeconds::packing},   {"linking", &StepSeconds::linking},
    {"writing", &StepSeconds::writing},   {"checking", &StepSeconds::checking},
    {"running", &StepSeconds::running},   {"other", &StepSeconds::other},
};

StepSeconds &StepSeconds::operator+=(const StepSeconds &more) {
  for (const Step &step : kSteps)
    this->*step.seconds += more.*step.seconds;
  return *this;
}

StepSeconds StepSeconds::operator-(const StepSeconds &less) const {
  StepSeconds difference;
  for (const Step &step : kSteps)
    difference.*step.seconds = this->*step.seconds - less.*step.seconds;
  return difference;
}

RoundCosts &RoundCosts::operator+=(const RoundCosts &more) {
  rounds += more.rounds;
  candidates += more.candidates;
  seconds += more.seconds;
  steps += more.steps;
  return *this;
}

void StepSeconds::visit(function_ref<void(StringRef, double)> visit) const {
  for (const Step &step : kSteps)
    visit(step.name, this->*step.seconds);
}

} // namespace tvm::tuner
