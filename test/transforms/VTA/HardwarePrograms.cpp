// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAInstructions.h"
#include "mlir/IR/Verifier.h"
#include "test/transforms/VTA/RandomPrograms.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;
using Type = rt::MemoryType;

/// One number per element; 8 elements in each memory.
static rt::Configuration makeSmallConfiguration() {
  rt::Configuration configuration;
  configuration.logBlock = 0;
  configuration.logUopBuffSize = 5;
  configuration.logInpBuffSize = 3;
  configuration.logWgtBuffSize = 3;
  configuration.logAccBuffSize = 5;
  return configuration;
}

static constexpr uint32_t kDepth = 8;
static constexpr int32_t kMicroOps = 6;

void RandomPrograms::createBuffers() {
  Location loc = builder.getUnknownLoc();
  auto create = [&](StringRef name, BufferKind kind, uint64_t size) {
    DramOp::create(builder, loc, name, kind, size, DenseElementsAttr());
  };
  create("X", BufferKind::Input, 4 * kDepth);
  create("T", BufferKind::Temporary, kDepth);
  create("Y", BufferKind::Output, kDepth);
  SmallVector<int32_t> indices;
  for (int32_t i = 0; i < 3 * kMicroOps; ++i)
    indices.push_back(pick(3));
  UopsOp::create(builder, loc, indices);
}

OwningOpRef<ModuleOp> RandomPrograms::createOfHardware() {
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto config = ConfigAttr::get(builder.getContext(), makeSmallConfiguration());
  auto program =
      ProgramOp::create(builder, loc, "program", StringAttr(), config);
  builder.setInsertionPointToEnd(&program.getBody().emplaceBlock());
  createBuffers();
  auto transfer = [](Type type, uint32_t size) {
    rt::Transfer all;
    all.memoryType = type;
    all.ySize = 1;
    all.xSize = all.xStride = size;
    return all;
  };
  createTransfer(rt::Load{transfer(Type::Uop, kMicroOps)}, "");
  for (Type type : {Type::Inp, Type::Wgt, Type::Acc})
    createTransfer(rt::Load{transfer(type, kDepth)}, "X");
  createTransfer(rt::Store{transfer(Type::Out, kDepth)}, "T");
  for (unsigned i = 0, count = 1 + pick(6); i < count; ++i)
    createHardwareInstruction();
  return module;
}

template <typename Body>
void RandomPrograms::createTransfer(Body body, StringRef buffer) {
  FlatSymbolRefAttr symbol;
  if (!buffer.empty())
    symbol = FlatSymbolRefAttr::get(builder.getContext(), buffer);
  vta::createInstruction(builder, builder.getUnknownLoc(), {body, {}}, symbol);
}

void RandomPrograms::createHardwareInstruction() {
  switch (pick(6)) {
  case 0:
    return createTransfer(rt::Load{pickRectangle(Type::Inp)},
                          pick(2) ? "X" : "T");
  case 1:
    return createTransfer(rt::Load{pickRectangle(Type::Wgt)},
                          pick(2) ? "X" : "T");
  case 2:
    return createTransfer(
        rt::Load{pickRectangle(pick(2) ? Type::Acc : Type::Acc8)}, "X");
  case 3:
    return createTransfer(rt::Store{pickRectangle(Type::Out)},
                          pick(2) ? "T" : "Y");
  case 4:
    return createTransfer(pickGemm(), "");
  default:
    return createTransfer(pickAlu(), "");
  }
}

/// Within 8 elements on either side.
rt::Transfer RandomPrograms::pickRectangle(Type type) {
  rt::Transfer transfer;
  transfer.memoryType = type;
  transfer.ySize = 1 + pick(2);
  transfer.xSize = 1 + pick(2);
  transfer.xStride = transfer.xSize + pick(2);
  transfer.sramBase = pick(kDepth - transfer.ySize * transfer.xSize + 1);
  transfer.dramBase = pick(kDepth - transfer.ySize * transfer.xStride + 1);
  return transfer;
}

template <typename Body> Body RandomPrograms::pickLoops() {
  Body body;
  body.uopBegin = pick(kMicroOps);
  body.uopEnd = body.uopBegin + 1 + pick(kMicroOps - body.uopBegin);
  body.iterOut = 1 + pick(2);
  body.iterIn = 1 + pick(3);
  for (uint32_t *factor : {&body.dstFactorOut, &body.dstFactorIn,
                           &body.srcFactorOut, &body.srcFactorIn})
    *factor = pick(3);
  return body;
}

rt::Gemm RandomPrograms::pickGemm() {
  auto gemm = pickLoops<rt::Gemm>();
  gemm.reset = pick(2);
  gemm.wgtFactorOut = pick(2);
  gemm.wgtFactorIn = pick(2);
  return gemm;
}

rt::Alu RandomPrograms::pickAlu() {
  auto alu = pickLoops<rt::Alu>();
  alu.opcode = rt::AluOpcode(pick(rt::kNumAluOpcodes));
  alu.useImmediate = pick(2);
  return alu;
}

bool RandomPrograms::mutateField(Operation *instruction) {
  static constexpr StringRef fields[] = {"sram_base", "dram_base", "x_size",
                                         "iter_in"};
  StringRef field = fields[pick(std::size(fields))];
  auto value = instruction->getAttrOfType<IntegerAttr>(field);
  if (!value)
    return false;
  instruction->setAttr(field, builder.getI64IntegerAttr(value.getInt() + 1));
  ScopedDiagnosticHandler silent(builder.getContext(),
                                 [](Diagnostic &) { return success(); });
  return succeeded(verify(instruction->getParentOp()));
}

} // namespace tvm::vta
