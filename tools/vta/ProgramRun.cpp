// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/vta/ProgramRun.h"

#include "runtime/vta/program/Relocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tvm::vta {

namespace rt = runtime::vta;
using Kind = rt::Program::BufferKind;
using tvmc::Array;

/// Returns the size that fits all buffers. Devices align each to the larger of
/// a page and an element.
uint64_t ProgramRun::getMemorySize() const {
  uint64_t unit =
      std::max<uint64_t>(4096, program.configuration.largestElementBytes());
  uint64_t total = unit; // address 0 stays unused
  auto add = [&](uint64_t size) {
    total = SaturatingAdd(total, SaturatingAdd(size, unit));
  };
  for (const Buffer &buffer : program.buffers)
    add(buffer.size);
  add(program.sizeOf(rt::Program::microOpBuffer));
  add(program.instructions.size() * sizeof(rt::Word));
  return total;
}

Expected<uint64_t> ProgramRun::allocate(const void *bytes, uint64_t size) {
  uint64_t address = 0;
  if (Error error =
          check(driver, driver.memory_allocate(device, size, &address)))
    return std::move(error);
  if (bytes)
    if (Error error = write(address, bytes, size))
      return std::move(error);
  return address;
}

Error ProgramRun::write(uint64_t address, const void *bytes, uint64_t size) {
  if (size == 0)
    return Error::success();
  return check(driver, driver.memory_write(device, address, bytes, size));
}

Error ProgramRun::load() {
  std::string json = program.configuration.fullJson();
  if (Error error = check(
          driver, driver.device_create(json.c_str(), getMemorySize(), &device)))
    return error;
  auto add = [&](const void *bytes, uint64_t size) -> Error {
    Expected<uint64_t> address = allocate(bytes, size);
    if (!address)
      return address.takeError();
    addresses.push_back(*address);
    return Error::success();
  };
  for (const Buffer &buffer : program.buffers)
    if (Error error = add(buffer.data.empty() ? nullptr : buffer.data.data(),
                          buffer.size))
      return createStringError("buffer '" + buffer.name +
                               "': " + toString(std::move(error)));
  if (Error error = add(program.microOps.data(),
                        program.sizeOf(rt::Program::microOpBuffer)))
    return error;
  return loadStream();
}

Error ProgramRun::loadStream() {
  std::vector<rt::Word> words;
  if (rt::relocate(program, addresses, words).failed())
    return createStringError(runtime::lastError());
  Expected<uint64_t> address =
      allocate(words.data(), words.size() * sizeof(rt::Word));
  if (!address)
    return address.takeError();
  stream = *address;
  return Error::success();
}

std::string ProgramRun::listInputs() const {
  std::string text;
  for (const Buffer &buffer : program.buffers)
    if (buffer.kind == Kind::Input)
      text += (text.empty() ? "'" : ", '") + buffer.name + "'";
  return text.empty() ? "none" : text;
}

Expected<size_t> ProgramRun::findInput(const Array &array) const {
  for (auto [i, buffer] : enumerate(program.buffers)) {
    if (buffer.kind != Kind::Input || buffer.name != array.name)
      continue;
    if (array.dtype == "string")
      return createStringError("input '" + array.name +
                               "': expected numbers, got strings");
    if (array.data.size() == buffer.size)
      return i;
    return createStringError("input '" + array.name + "': expected " +
                             Twine(buffer.size) + " bytes, got " +
                             Twine(array.data.size()));
  }
  return createStringError("the program has no input '" + array.name +
                           "': expected " + listInputs());
}

Error ProgramRun::setInputs(ArrayRef<Array> arrays) {
  std::vector<bool> isGiven(program.buffers.size());
  for (const Array &array : arrays) {
    Expected<size_t> index = findInput(array);
    if (!index)
      return index.takeError();
    if (isGiven[*index])
      return createStringError("input '" + array.name + "' is given twice");
    isGiven[*index] = true;
    if (Error error =
            write(addresses[*index], array.data.data(), array.data.size()))
      return error;
  }
  for (auto [buffer, given] : zip(program.buffers, isGiven))
    if (buffer.kind == Kind::Input && !given)
      return createStringError("input '" + buffer.name +
                               "' is missing: expected " + listInputs() +
                               " in --inputs");
  return Error::success();
}

Error ProgramRun::run(uint64_t seed, uint64_t maxCycles) {
  if (Error error = check(driver, driver.device_seed(device, seed)))
    return error;
  return check(driver,
               driver.device_run(device, stream, program.instructions.size(),
                                 maxCycles, &counters));
}

static rt::Timing::UnitTiming convert(const vta_unit_cycles &from) {
  rt::Timing::UnitTiming timing;
  auto set = [&](rt::Activity activity, uint64_t cycles) {
    timing.cycles[activity.number()] = cycles;
  };
  set(rt::Activity::busy(), from.busy);
  set(rt::Activity::idle(), from.idle);
  for (unsigned i = 0; i < rt::kNumTokenQueues; ++i) {
    set(rt::Activity::waitForToken(rt::TokenQueue(i)), from.token[i]);
    set(rt::Activity::waitForRoom(rt::TokenQueue(i)), from.token_room[i]);
  }
  for (unsigned i = 0; i < rt::kNumModules; ++i)
    set(rt::Activity::waitForRoom(rt::Module(i)), from.command_room[i]);
  timing.channelWaits = from.channel;
  return timing;
}

Expected<std::optional<rt::Timing>> ProgramRun::getTiming() const {
  rt::Timing timing;
  timing.cycles = counters.cycles;
  for (unsigned unit = 0; unit < rt::kNumUnits; ++unit) {
    vta_unit_cycles cycles = {};
    vta_status status =
        driver.device_unit_cycles(device, vta_unit(unit), &cycles);
    if (status == VTA_UNSUPPORTED)
      return std::nullopt;
    if (Error error = check(driver, status))
      return std::move(error);
    timing.units[unit] = convert(cycles);
  }
  return timing;
}

Error ProgramRun::writeTrace(StringRef path) const {
  return check(driver, driver.device_write_trace(device, path.str().c_str()));
}

Array ProgramRun::createOutput(const Buffer &buffer) const {
  const rt::Configuration &configuration = program.configuration;
  uint64_t bytes = configuration.elementBytes(rt::MemoryType::Out);
  Array array;
  array.name = buffer.name;
  array.data.resize(buffer.size);
  if (buffer.size % bytes == 0) {
    array.dtype = configuration.outBits() == 8 ? "int8" : "int16";
    array.shape = {int64_t(buffer.size / bytes), configuration.batch(),
                   configuration.block()};
  } else {
    array.dtype = "uint8";
    array.shape = {int64_t(buffer.size)};
  }
  return array;
}

Expected<std::vector<Array>> ProgramRun::getOutputs() const {
  std::vector<Array> outputs;
  for (auto [i, buffer] : enumerate(program.buffers)) {
    if (buffer.kind != Kind::Output)
      continue;
    Array &array = outputs.emplace_back(createOutput(buffer));
    if (buffer.size == 0)
      continue;
    if (Error error =
            check(driver, driver.memory_read(device, addresses[i],
                                             array.data.data(), buffer.size)))
      return std::move(error);
  }
  return outputs;
}

} // namespace tvm::vta
