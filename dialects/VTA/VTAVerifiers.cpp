// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAInstructions.h"
#include "runtime/vta/isa/DramSpan.h"
#include "runtime/vta/isa/Encoding.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;

LogicalResult detail::verifyEncoding(Operation *op) {
  auto program = cast<ProgramOp>(op->getParentOp());
  rt::Word word;
  rt::Instruction instruction = cast<HardwareOpInterface>(op).getInstruction();
  if (rt::Encoding(program.getConfiguration())
          .encode(instruction, word)
          .failed())
    return op->emitOpError() << runtime::lastError();
  return success();
}

/// Number of elements of the memory that a transfer fills or reads.
static uint64_t getFootprint(const rt::Transfer &transfer) {
  if (transfer.xSize == 0)
    return 0;
  uint64_t rows =
      uint64_t(transfer.padTop) + transfer.ySize + transfer.padBottom;
  return rows *
         (uint64_t(transfer.padLeft) + transfer.xSize + transfer.padRight);
}

static LogicalResult verifyCapacity(Operation *op, const rt::Transfer &transfer,
                                    const rt::Configuration &configuration) {
  uint64_t end = transfer.sramBase + getFootprint(transfer);
  uint64_t depth = configuration.depth(transfer.memoryType);
  if (end <= depth) // C3
    return success();
  return op->emitOpError("expected elements below ")
         << depth << " of memory " << nameOf(transfer.memoryType)
         << ", got up to " << end - 1;
}

/// Number of elements of the buffer in DRAM that a transfer reads or writes.
static FailureOr<uint64_t> getDramDepth(Operation *op, ProgramOp program,
                                        const rt::Transfer &transfer,
                                        FlatSymbolRefAttr buffer,
                                        SymbolTableCollection &symbols) {
  uint64_t bytes = program.getConfiguration().elementBytes(transfer.memoryType);
  if (buffer) {
    auto dram = symbols.lookupNearestSymbolFrom<DramOp>(op, buffer);
    if (!dram) // C4
      return op->emitOpError("expected a vta.dram, got ") << buffer;
    return dram.getSize() / bytes;
  }
  auto lists = program.getBody().getOps<UopsOp>();
  if (lists.empty()) // C4
    return op->emitOpError("expected a vta.uops to load from");
  return (*lists.begin()).getIndices().size() / 3;
}

template <typename TransferOp>
static LogicalResult verifyTransfer(TransferOp op,
                                    SymbolTableCollection &symbols) {
  auto program = cast<ProgramOp>(op->getParentOp());
  rt::Instruction instruction = op.getInstruction();
  const rt::Transfer &transfer = *instruction.transfer();
  bool needsBuffer =
      transfer.xSize && transfer.memoryType != rt::MemoryType::Uop;
  if (needsBuffer != op.getBuffer().has_value()) // C4
    return op.emitOpError(needsBuffer ? "expected a buffer in DRAM"
                                      : "expected no buffer in DRAM");
  if (failed(verifyCapacity(op, transfer, program.getConfiguration())))
    return failure();
  if (transfer.xSize == 0)
    return success();
  FailureOr<uint64_t> depth =
      getDramDepth(op, program, transfer, op.getBufferAttr(), symbols);
  if (failed(depth))
    return failure();
  uint64_t end = rt::DramSpan(transfer).end;
  if (end <= *depth) // C5
    return success();
  return op.emitOpError("expected elements below ")
         << *depth << " in DRAM, got up to " << end - 1;
}

LogicalResult LoadOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyTransfer(*this, symbols);
}

LogicalResult StoreOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyTransfer(*this, symbols);
}

} // namespace tvm::vta
