// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/cycles/TraceWriter.h"

#include <cstdio>
#include <nlohmann/json.hpp>

using namespace tvm::runtime::vta;
using nlohmann::json;

static json nameOfThread(Unit unit) {
  return {{"name", "thread_name"},
          {"ph", "M"},
          {"pid", 0},
          {"tid", unsigned(unit)},
          {"args", {{"name", nameOf(unit)}}}};
}

static json eventOf(const Timing::Slice &slice,
                    const std::vector<Instruction> &instructions) {
  return {{"name", instructions[slice.instruction].title()},
          {"ph", "X"},
          {"pid", 0},
          {"tid", unsigned(slice.unit)},
          {"ts", slice.begin},
          {"dur", slice.end - slice.begin},
          {"args", {{"instruction", slice.instruction}}}};
}

std::string
tvm::runtime::vta::traceOf(const Timing &timing,
                           const std::vector<Instruction> &instructions) {
  json events = json::array();
  for (Unit unit : {Unit::Load, Unit::Compute, Unit::Store})
    events.push_back(nameOfThread(unit));
  for (const Timing::Slice &slice : timing.slices)
    events.push_back(eventOf(slice, instructions));
  json trace;
  trace["traceEvents"] = std::move(events);
  return trace.dump();
}

static std::string percent(uint64_t part, uint64_t all) {
  char text[16];
  std::snprintf(text, sizeof(text), "%.1f %%",
                all ? 100.0 * double(part) / double(all) : 0.0);
  return text;
}

static std::string lineOf(Unit unit, const Timing &timing) {
  const Timing::UnitTiming &all = timing.of(unit);
  std::string text = std::string(nameOf(unit)) + ": busy " +
                     std::to_string(all.busy()) + " (" +
                     percent(all.busy(), timing.cycles) + ")";
  if (all.channelWaits)
    text += ", of these " + std::to_string(all.channelWaits) +
            " waiting for the channel";
  for (unsigned i = 0; i < Activity::count; ++i) {
    Activity activity = Activity::ofNumber(i);
    if (!(activity == Activity::busy()) && all.cyclesOf(activity))
      text +=
          ", " + activity.name() + " " + std::to_string(all.cyclesOf(activity));
  }
  return text + "\n";
}

std::string tvm::runtime::vta::summaryOf(const Timing &timing) {
  std::string text = "cycles: " + std::to_string(timing.cycles) + "\n";
  for (unsigned unit = 0; unit < kNumUnits; ++unit)
    text += lineOf(Unit(unit), timing);
  return text;
}
