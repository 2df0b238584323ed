// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/VTABinary/VTABinary.h"
#include "dialects/VTA/VTAInstructions.h"
#include "runtime/vta/isa/Encoding.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;

namespace {

class ProgramEncoder {
public:
  explicit ProgramEncoder(ProgramOp op)
      : op(op), encoding(op.getConfiguration()) {
    program.configuration = op.getConfiguration();
  }

  FailureOr<rt::Program> encode() {
    for (DramOp buffer : op.getBody().getOps<DramOp>())
      addBuffer(buffer);
    for (Operation &part : op.getBody().getOps())
      if (failed(add(part)))
        return failure();
    if (program.check().failed())
      return op.emitOpError() << runtime::lastError();
    return std::move(program);
  }

private:
  LogicalResult add(Operation &part) {
    return llvm::TypeSwitch<Operation *, LogicalResult>(&part)
        .Case<DramOp, SramOp>([](Operation *) { return success(); })
        .Case([&](UopsOp list) { return addMicroOps(list); })
        .Case([&](HardwareOpInterface instruction) {
          return addInstruction(instruction);
        })
        .Default([](Operation *other) {
          return other->emitOpError("expected instructions with a word, "
                                    "tokens in their dependency bits");
        });
  }

  void addBuffer(DramOp buffer) {
    indices[buffer.getSymNameAttr()] = program.buffers.size();
    rt::Program::Buffer &added = program.buffers.emplace_back();
    added.name = buffer.getSymName();
    added.kind = static_cast<rt::Program::BufferKind>(buffer.getKind());
    added.size = buffer.getSize();
    if (std::optional<DenseElementsAttr> data = buffer.getData())
      llvm::append_range(added.data, data->getValues<uint8_t>());
  }

  LogicalResult addMicroOps(UopsOp list) {
    ArrayRef<int32_t> values = list.getIndices();
    for (size_t i = 0; i < values.size(); i += 3) {
      rt::MicroOp microOp{uint32_t(values[i]), uint32_t(values[i + 1]),
                          uint32_t(values[i + 2])};
      if (encoding.encode(microOp, program.microOps.emplace_back()).failed())
        return list.emitOpError() << runtime::lastError();
    }
    return success();
  }

  LogicalResult addInstruction(HardwareOpInterface hardware) {
    rt::Instruction instruction = hardware.getInstruction();
    const rt::Transfer *transfer = instruction.transfer();
    auto buffer = hardware->getAttrOfType<FlatSymbolRefAttr>("buffer");
    if (transfer && transfer->xSize)
      program.relocations.push_back({uint32_t(program.instructions.size()),
                                     buffer ? indices.lookup(buffer.getAttr())
                                            : rt::Program::microOpBuffer});
    rt::Word &word = program.instructions.emplace_back();
    if (encoding.encode(instruction, word).failed())
      return hardware.emitOpError() << runtime::lastError();
    return success();
  }

  ProgramOp op;
  rt::Encoding encoding;
  rt::Program program;
  llvm::DenseMap<StringAttr, uint32_t> indices;
};

} // namespace

FailureOr<rt::Program> encodeProgram(ProgramOp program) {
  return ProgramEncoder(program).encode();
}

} // namespace tvm::vta
