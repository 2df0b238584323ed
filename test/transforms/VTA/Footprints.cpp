// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/VTA/Footprints.h"

#include "dialects/VTA/VTARanges.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;
using Type = rt::MemoryType;

static StringRef nameOfMemory(Type type) {
  switch (type) {
  case Type::Uop:
    return "uop";
  case Type::Wgt:
    return "wgt";
  case Type::Inp:
    return "inp";
  default:
    return "acc";
  }
}

static bool movesAnything(Operation &op) {
  auto size = op.getAttrOfType<IntegerAttr>("x_size");
  return size && size.getInt() != 0;
}

Footprints::Footprints(ProgramOp program)
    : configuration(program.getConfiguration()) {
  unsigned numCells = 0;
  auto addMemory = [&](StringRef name, int64_t size) {
    memories[name] = {numCells, size};
    numCells += size;
  };
  bool isOfHardware = false;
  for (Operation &op : program.getBody().getOps()) {
    isOfHardware |= isa<GemmOp, AluOp>(op) || movesAnything(op);
    if (auto buffer = dyn_cast<SramOp>(op))
      addMemory(buffer.getSymName(), buffer.getSize());
    if (auto buffer = dyn_cast<DramOp>(op)) {
      addMemory(buffer.getSymName(), buffer.getSize());
      initialised.resize(numCells, buffer.getKind() == BufferKind::Input);
    }
    if (auto list = dyn_cast<UopsOp>(op))
      microOps = list.getIndices();
  }
  if (isOfHardware)
    for (Type type : {Type::Uop, Type::Wgt, Type::Inp, Type::Acc})
      addMemory(nameOfMemory(type), configuration.depth(type));
  initialised.resize(numCells);
}

Footprint Footprints::find(Operation *op) {
  unsigned numCells = initialised.size();
  footprint = {BitVector(numCells), BitVector(numCells), false};
  if (auto ranges = dyn_cast<RangeUserOpInterface>(op)) {
    addRanges(ranges.getReads(), footprint.reads);
    addRanges(ranges.getWrites(), footprint.writes);
  }
  if (auto hardware = dyn_cast<HardwareOpInterface>(op)) {
    rt::Instruction instruction = hardware.getInstruction();
    auto symbol = op->getAttrOfType<FlatSymbolRefAttr>("buffer");
    StringRef buffer = symbol ? symbol.getValue() : StringRef();
    const rt::Transfer *transfer = instruction.transfer();
    if (transfer && transfer->xSize)
      isa<LoadOp>(op) ? addLoad(*transfer, buffer)
                      : addStore(*transfer, buffer);
    else if (!transfer)
      addLoops(instruction);
  }
  return std::move(footprint);
}

void Footprints::touch(BitVector &cells, StringRef memory, int64_t index) {
  auto [first, size] = memories.lookup(memory);
  if (index < size)
    cells.set(first + index);
  else
    footprint.isWrong = true;
}

void Footprints::addRanges(ArrayRef<RangeAttr> ranges, BitVector &cells) {
  for (RangeAttr range : ranges)
    for (int64_t i = range.first(); i <= range.last(); ++i)
      touch(cells, range.getBuffer().getValue(), i);
}

void Footprints::addLoad(const rt::Transfer &load, StringRef buffer) {
  int64_t bytes = configuration.elementBytes(load.memoryType);
  int64_t to = load.sramBase;
  int64_t top = load.padTop, left = load.padLeft;
  for (int64_t y = -top; y < int64_t(load.ySize) + load.padBottom; ++y)
    for (int64_t x = -left; x < int64_t(load.xSize) + load.padRight; ++x) {
      touch(footprint.writes, nameOfMemory(load.memoryType), to);
      bool isInside = y >= 0 && y < load.ySize && x >= 0 && x < load.xSize;
      int64_t from = load.dramBase + y * load.xStride + x;
      if (load.memoryType == Type::Uop)
        resident[to] = isInside ? MicroOp{uint32_t(microOps[3 * from]),
                                          uint32_t(microOps[3 * from + 1]),
                                          uint32_t(microOps[3 * from + 2])}
                                : MicroOp();
      else if (isInside)
        for (int64_t i = 0; i < bytes; ++i)
          touch(footprint.reads, buffer, from * bytes + i);
      ++to;
    }
}

void Footprints::addStore(const rt::Transfer &store, StringRef buffer) {
  int64_t bytes = configuration.elementBytes(store.memoryType);
  int64_t from = store.sramBase;
  for (int64_t y = 0; y < store.ySize; ++y)
    for (int64_t x = 0; x < store.xSize; ++x) {
      touch(footprint.reads, "acc", from++);
      for (int64_t i = 0; i < bytes; ++i)
        touch(footprint.writes, buffer,
              (store.dramBase + y * store.xStride + x) * bytes + i);
    }
}

void Footprints::addLoops(const rt::Instruction &instruction) {
  const rt::Loops *loops = std::get_if<rt::Gemm>(&instruction.body);
  if (const auto *alu = std::get_if<rt::Alu>(&instruction.body))
    loops = alu;
  if (!loops)
    return;
  const auto *gemm = std::get_if<rt::Gemm>(&instruction.body);
  for (uint32_t u = loops->uopBegin; u < loops->uopEnd; ++u)
    touch(footprint.reads, "uop", u);
  lastWrites.clear();
  int64_t time = 0;
  for (uint32_t i = 0; i < loops->iterOut; ++i)
    for (uint32_t j = 0; j < loops->iterIn; ++j)
      for (uint32_t u = loops->uopBegin; u < loops->uopEnd; ++u) {
        auto found = resident.find(u);
        if (found == resident.end())
          continue;
        MicroOp at = found->second;
        at.dst += i * loops->dstFactorOut + j * loops->dstFactorIn;
        at.src += i * loops->srcFactorOut + j * loops->srcFactorIn;
        if (gemm)
          at.wgt += i * gemm->wgtFactorOut + j * gemm->wgtFactorIn;
        addMicroOp(instruction, at, time++);
      }
}

void Footprints::addMicroOp(const rt::Instruction &instruction, MicroOp at,
                            int64_t time) {
  const auto *gemm = std::get_if<rt::Gemm>(&instruction.body);
  const auto *alu = std::get_if<rt::Alu>(&instruction.body);
  if (gemm && !gemm->reset) {
    touch(footprint.reads, "inp", at.src);
    touch(footprint.reads, "wgt", at.wgt);
  }
  if (alu || !gemm->reset)
    readAccumulator(at.dst, time);
  if (alu && !alu->useImmediate)
    readAccumulator(at.src, time);
  touch(footprint.writes, "acc", at.dst);
  lastWrites[at.dst] = time;
}

void Footprints::readAccumulator(int64_t index, int64_t time) {
  touch(footprint.reads, "acc", index);
  auto written = lastWrites.find(index);
  if (written != lastWrites.end() &&
      time - written->second < configuration.accWriteLatency)
    footprint.isWrong = true;
}

} // namespace tvm::vta
