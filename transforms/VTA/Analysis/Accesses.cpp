// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/Accesses.h"

#include "dialects/VTA/VTARanges.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;

AccessCollector::AccessCollector(ProgramOp program)
    : program(program), configuration(program.getConfiguration()),
      resident(configuration.depth(rt::MemoryType::Uop)) {
  for (Operation &op : program.getBody().getOps())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      buffers[symbol.getNameAttr()] = &op;
    else if (auto list = dyn_cast<UopsOp>(op))
      microOps = list.getIndices();
}

SmallVector<Access> AccessCollector::collect(InstructionOpInterface op) {
  accesses.clear();
  if (auto ranges = dyn_cast<RangeUserOpInterface>(op.getOperation())) {
    for (RangeAttr range : ranges.getReads())
      addRange(range, /*isWrite=*/false);
    for (RangeAttr range : ranges.getWrites())
      addRange(range, /*isWrite=*/true);
    return std::move(accesses);
  }
  auto hardware = cast<HardwareOpInterface>(op.getOperation());
  rt::Instruction instruction = hardware.getInstruction();
  if (const rt::Transfer *transfer = instruction.transfer())
    addTransfer(*transfer, op->getAttrOfType<FlatSymbolRefAttr>("buffer"),
                isa<LoadOp>(op));
  else if (const auto *gemm = std::get_if<rt::Gemm>(&instruction.body))
    addGemm(*gemm);
  else if (const auto *alu = std::get_if<rt::Alu>(&instruction.body))
    addAlu(*alu);
  return std::move(accesses);
}

std::vector<rt::MicroOp>
AccessCollector::getMicroOps(const rt::Loops &loops) const {
  std::vector<MicroOp> microOps;
  for (size_t i = loops.uopBegin; i < loops.uopEnd; ++i) {
    if (i >= resident.size() || !resident[i])
      return {};
    microOps.push_back(*resident[i]);
  }
  return microOps;
}

int64_t AccessCollector::getSize(Attribute memory) const {
  if (auto onChip = dyn_cast<MemoryAttr>(memory))
    return configuration.depth(static_cast<rt::MemoryType>(onChip.getValue()));
  Operation *buffer = buffers.lookup(cast<FlatSymbolRefAttr>(memory).getAttr());
  if (auto sram = dyn_cast<SramOp>(buffer))
    return sram.getSize();
  return cast<DramOp>(buffer).getSize();
}

bool AccessCollector::isInitialised(Attribute memory) const {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(memory);
  auto dram =
      symbol ? dyn_cast<DramOp>(buffers.lookup(symbol.getAttr())) : DramOp();
  return dram && (dram.getKind() == BufferKind::Input ||
                  dram.getKind() == BufferKind::Constant);
}

void AccessCollector::add(Attribute memory, IndexSet elements, bool isWrite) {
  if (!elements.isEmpty())
    accesses.push_back({memory, std::move(elements), isWrite});
}

/// STORE transfers elements of the accumulator, which has converted bytes to
/// its own width.
Attribute AccessCollector::getMemory(Memory memory) const {
  bool isAcc = memory == Memory::Out || memory == Memory::Acc8;
  return MemoryAttr::get(program->getContext(), isAcc ? Memory::Acc : memory);
}

void AccessCollector::addRange(RangeAttr range, bool isWrite) {
  auto sram = cast<SramOp>(buffers.lookup(range.getBuffer().getAttr()));
  int64_t base = sram.getBase().value_or(0);
  Attribute memory = range.getBuffer();
  if (std::optional<Memory> shared = sram.getMemory())
    memory = getMemory(*shared);
  add(memory, IndexSet::interval(base + range.first(), base + range.last()),
      isWrite);
}

void AccessCollector::addTransfer(const rt::Transfer &transfer,
                                  FlatSymbolRefAttr buffer, bool isLoad) {
  if (transfer.xSize == 0)
    return;
  int64_t bytes = configuration.elementBytes(transfer.memoryType);
  if (buffer)
    add(buffer,
        IndexSet(transfer.dramBase * bytes,
                 {{transfer.xStride * bytes, transfer.ySize},
                  {1, transfer.xSize * bytes}}),
        /*isWrite=*/!isLoad);
  else
    loadMicroOps(transfer);
  int64_t rows = int64_t(transfer.padTop) + transfer.ySize + transfer.padBottom;
  int64_t columns =
      int64_t(transfer.padLeft) + transfer.xSize + transfer.padRight;
  add(getMemory(static_cast<Memory>(transfer.memoryType)),
      IndexSet(transfer.sramBase, {{1, rows * columns}}), isLoad);
}

void AccessCollector::loadMicroOps(const rt::Transfer &transfer) {
  int64_t rowLength =
      int64_t(transfer.padLeft) + transfer.xSize + transfer.padRight;
  int64_t rows = int64_t(transfer.padTop) + transfer.ySize + transfer.padBottom;
  std::fill_n(resident.begin() + transfer.sramBase, rows * rowLength,
              MicroOp());
  int64_t row = transfer.sramBase + transfer.padTop * rowLength;
  for (uint32_t y = 0; y < transfer.ySize; ++y, row += rowLength)
    for (uint32_t x = 0; x < transfer.xSize; ++x) {
      size_t from =
          3 * (transfer.dramBase + uint64_t(y) * transfer.xStride + x);
      resident[row + transfer.padLeft + x] =
          MicroOp{uint32_t(microOps[from]), uint32_t(microOps[from + 1]),
                  uint32_t(microOps[from + 2])};
    }
}

/// Calls `visit(first, stride, count)` for the arithmetic progressions that
/// `numbers` consists of.
static void
forEachProgression(SmallVector<int64_t> numbers,
                   function_ref<void(int64_t, int64_t, int64_t)> visit) {
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  for (size_t i = 0, next; i < numbers.size(); i = next) {
    int64_t stride = i + 1 < numbers.size() ? numbers[i + 1] - numbers[i] : 0;
    for (next = i + 1;
         next < numbers.size() && numbers[next] - numbers[next - 1] == stride;)
      ++next;
    visit(numbers[i], stride, next - i);
  }
}

void AccessCollector::addIndices(Memory memory, const rt::Loops &loops,
                                 uint32_t MicroOp::*index, int64_t factorOut,
                                 int64_t factorIn, bool isWrite) {
  size_t end = std::min<size_t>(loops.uopEnd, resident.size());
  SmallVector<int64_t> bases;
  for (size_t i = loops.uopBegin; i < end; ++i)
    if (resident[i])
      bases.push_back((*resident[i]).*index);
  forEachProgression(std::move(bases),
                     [&](int64_t first, int64_t stride, int64_t count) {
                       add(getMemory(memory),
                           IndexSet(first, {{stride, count},
                                            {factorOut, loops.iterOut},
                                            {factorIn, loops.iterIn}}),
                           isWrite);
                     });
}

void AccessCollector::addMicroOps(const rt::Loops &loops) {
  int64_t count = std::max(loops.uopBegin, loops.uopEnd) - loops.uopBegin;
  add(getMemory(Memory::Uop), IndexSet(loops.uopBegin, {{1, count}}),
      /*isWrite=*/false);
}

void AccessCollector::addGemm(const rt::Gemm &gemm) {
  addMicroOps(gemm);
  auto addOperand = [&](Memory memory, uint32_t MicroOp::*index, int64_t out,
                        int64_t in, bool isWrite) {
    addIndices(memory, gemm, index, out, in, isWrite);
  };
  if (!gemm.reset) {
    addOperand(Memory::Inp, &MicroOp::src, gemm.srcFactorOut, gemm.srcFactorIn,
               false);
    addOperand(Memory::Wgt, &MicroOp::wgt, gemm.wgtFactorOut, gemm.wgtFactorIn,
               false);
    addOperand(Memory::Acc, &MicroOp::dst, gemm.dstFactorOut, gemm.dstFactorIn,
               false);
  }
  addOperand(Memory::Acc, &MicroOp::dst, gemm.dstFactorOut, gemm.dstFactorIn,
             true);
}

void AccessCollector::addAlu(const rt::Alu &alu) {
  addMicroOps(alu);
  if (!alu.useImmediate)
    addIndices(Memory::Acc, alu, &MicroOp::src, alu.srcFactorOut,
               alu.srcFactorIn, false);
  for (bool isWrite : {false, true})
    addIndices(Memory::Acc, alu, &MicroOp::dst, alu.dstFactorOut,
               alu.dstFactorIn, isWrite);
}

} // namespace tvm::vta
