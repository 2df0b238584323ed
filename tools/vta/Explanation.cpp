// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/vta/Explanation.h"

#include "runtime/vta/cycles/CycleModel.h"
#include "runtime/vta/program/Relocation.h"
#include "tools/page/Page.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace llvm;

namespace tvm::vta {

namespace rt = runtime::vta;

/// The files page/*; see BUILD.bazel.
static constexpr char kStyle[] =
#include "tools/vta/page/page.css.inc"
    ;
static constexpr char kScript[] =
#include "tools/vta/page/page.js.inc"
    ;
static constexpr char kBody[] =
#include "tools/vta/page/body.html.inc"
    ;

static Error check(runtime::Status status) {
  return status.failed() ? createStringError(runtime::lastError())
                         : Error::success();
}

namespace {

/// A program in the memory of a cycle model.
class ModelRun {
public:
  explicit ModelRun(const rt::Program &program)
      : program(program),
        dram(std::max<uint64_t>(4096,
                                program.configuration.largestElementBytes())),
        model(program.configuration, dram) {}

  Error load() {
    uint64_t total = 0;
    for (uint32_t i = 0; i < program.buffers.size(); ++i)
      total = SaturatingAdd(total, getRoom(program.sizeOf(i)));
    total = SaturatingAdd(total,
                          getRoom(program.sizeOf(rt::Program::microOpBuffer)));
    if (Error error = check(dram.create(SaturatingAdd(total, kUnit))))
      return error;
    if (Error error = check(model.create()))
      return error;
    for (const rt::Program::Buffer &buffer : program.buffers)
      if (Error error = place(buffer.size, nullptr, 0))
        return error;
    uint64_t bytes = program.sizeOf(rt::Program::microOpBuffer);
    if (Error error = place(bytes, program.microOps.data(), bytes))
      return error;
    return check(rt::relocate(program, addresses, stream));
  }

  Error run(uint64_t maxCycles) {
    rt::Counters counters;
    return check(model.run(stream, maxCycles, counters));
  }

  const rt::Timing &getTiming() const { return model.timing(); }

private:
  /// The largest alignment of an allocation in bytes.
  static constexpr uint64_t kUnit = 1 << 16;
  static uint64_t getRoom(uint64_t size) { return SaturatingAdd(size, kUnit); }

  Error place(uint64_t size, const void *bytes, uint64_t count) {
    uint64_t address = 0;
    if (Error error = check(dram.allocate(size, address)))
      return error;
    addresses.push_back(address);
    if (count)
      std::memcpy(dram.find(address, count), bytes, count);
    return Error::success();
  }

  const rt::Program &program;
  rt::Dram dram;
  rt::CycleModel model;
  std::vector<uint64_t> addresses;
  std::vector<rt::Word> stream;
};

} // namespace

Expected<Explanation> explain(ProgramOp program, const rt::Program &encoded,
                              uint64_t maxCycles) {
  ModelRun run(encoded);
  if (Error error = run.load())
    return std::move(error);
  Explanation explanation;
  explanation.name = program.getSymName();
  explanation.key = encoded.configuration.key();
  for (auto op : program.getBody().getOps<StreamOpInterface>()) {
    Explanation::Line &line = explanation.lines.emplace_back();
    raw_string_ostream(line.text) << *op;
    line.module = op.getModule();
  }
  if (Error error = run.run(maxCycles))
    explanation.problem = toString(std::move(error));
  explanation.timing = run.getTiming();
  return explanation;
}

static json::Value toJSON(rt::Unit unit, const rt::Timing::UnitTiming &timing) {
  json::Array waits;
  for (unsigned i = 0; i < rt::Activity::count; ++i) {
    rt::Activity activity = rt::Activity::ofNumber(i);
    if (!(activity == rt::Activity::busy()) && timing.cyclesOf(activity))
      waits.push_back(json::Object{{"for", activity.name()},
                                   {"cycles", timing.cyclesOf(activity)}});
  }
  return json::Object{{"name", rt::nameOf(unit)},
                      {"busy", timing.busy()},
                      {"channel_waits", timing.channelWaits},
                      {"waits", std::move(waits)}};
}

json::Value toJSON(const Explanation &explanation) {
  json::Array lines, units, slices;
  for (const Explanation::Line &line : explanation.lines)
    lines.push_back(json::Object{{"text", json::fixUTF8(line.text)},
                                 {"module", unsigned(line.module)}});
  for (unsigned unit = 0; unit < rt::kNumUnits; ++unit)
    units.push_back(
        toJSON(rt::Unit(unit), explanation.timing.of(rt::Unit(unit))));
  for (const rt::Timing::Slice &slice : explanation.timing.slices)
    slices.push_back(json::Object{{"line", slice.instruction},
                                  {"unit", unsigned(slice.unit)},
                                  {"begin", slice.begin},
                                  {"end", slice.end}});
  return json::Object{{"name", json::fixUTF8(explanation.name)},
                      {"key", explanation.key},
                      {"cycles", explanation.timing.cycles},
                      {"problem", json::fixUTF8(explanation.problem)},
                      {"lines", std::move(lines)},
                      {"units", std::move(units)},
                      {"slices", std::move(slices)}};
}

void writePage(const Explanation &explanation, raw_ostream &os) {
  tvm::writePage(explanation.name, {kStyle, kBody, kScript},
                 toJSON(explanation), os);
}

} // namespace tvm::vta
