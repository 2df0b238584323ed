// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAInstructions.h"

#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/VTA/VTAInstructions.cpp.inc"

void tvm::vta::VTADialect::registerInstructionsOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/VTA/VTAInstructions.cpp.inc"
      >();
}

namespace tvm::vta {

namespace rt = runtime::vta;

static_assert(unsigned(Memory::Acc8) == unsigned(rt::MemoryType::Acc8) &&
                  unsigned(AluOpcode::Mul) == unsigned(rt::AluOpcode::Mul),
              "numbers are those of the instruction set");

//===-- operation to instruction ------------------------------------------===//

Module LoadOp::getModule() {
  bool isOfLoad = getMemory() == Memory::Inp || getMemory() == Memory::Wgt;
  return isOfLoad ? Module::Load : Module::Compute;
}
Module StoreOp::getModule() { return Module::Store; }
Module GemmOp::getModule() { return Module::Compute; }
Module AluOp::getModule() { return Module::Compute; }
Module FinishOp::getModule() { return Module::Compute; }

template <typename Body, typename TransferOp>
static Body getTransfer(TransferOp op) {
  Body body;
  body.memoryType = static_cast<rt::MemoryType>(op.getMemory());
  body.sramBase = op.getSramBase();
  body.dramBase = op.getDramBase();
  body.ySize = op.getYSize();
  body.xSize = op.getXSize();
  body.xStride = op.getXStride();
  return body;
}

rt::Instruction LoadOp::getInstruction() {
  auto body = getTransfer<rt::Load>(*this);
  if (std::optional<ArrayRef<int32_t>> pad = getPad()) {
    body.padTop = (*pad)[0];
    body.padBottom = (*pad)[1];
    body.padLeft = (*pad)[2];
    body.padRight = (*pad)[3];
  }
  return {body, getDependencies()};
}

rt::Instruction StoreOp::getInstruction() {
  return {getTransfer<rt::Store>(*this), getDependencies()};
}

template <typename LoopOp> static void getLoops(LoopOp op, rt::Loops &loops) {
  loops.uopBegin = op.getUopBegin();
  loops.uopEnd = op.getUopEnd();
  loops.iterOut = op.getIterOut();
  loops.iterIn = op.getIterIn();
  loops.dstFactorOut = op.getFactorsOut()[0];
  loops.dstFactorIn = op.getFactorsIn()[0];
  loops.srcFactorOut = op.getFactorsOut()[1];
  loops.srcFactorIn = op.getFactorsIn()[1];
}

rt::Instruction GemmOp::getInstruction() {
  rt::Gemm body;
  getLoops(*this, body);
  body.reset = getReset();
  body.wgtFactorOut = getFactorsOut()[2];
  body.wgtFactorIn = getFactorsIn()[2];
  return {body, getDependencies()};
}

rt::Instruction AluOp::getInstruction() {
  rt::Alu body;
  getLoops(*this, body);
  body.opcode = static_cast<rt::AluOpcode>(getOpcode());
  body.useImmediate = getUseImm();
  body.immediate = static_cast<int64_t>(getImm());
  return {body, getDependencies()};
}

rt::Instruction FinishOp::getInstruction() {
  return {rt::Finish(), getDependencies()};
}

//===-- instruction to operation ------------------------------------------===//

namespace {
/// Builds the operation of each kind of instruction.
struct Creator {
  OpBuilder &builder;
  Location loc;
  FlatSymbolRefAttr buffer;

  Operation *operator()(const rt::Load &body) {
    DenseI32ArrayAttr pad;
    if (body.padTop || body.padBottom || body.padLeft || body.padRight)
      pad = array({body.padTop, body.padBottom, body.padLeft, body.padRight});
    auto op = createTransfer<LoadOp>(body);
    op.setPadAttr(pad);
    return op;
  }

  Operation *operator()(const rt::Store &body) {
    return createTransfer<StoreOp>(body);
  }

  Operation *operator()(const rt::Gemm &body) {
    auto op = create<GemmOp>();
    setLoops(op, body);
    op.setReset(body.reset);
    op.setFactorsOutAttr(
        array({body.dstFactorOut, body.srcFactorOut, body.wgtFactorOut}));
    op.setFactorsInAttr(
        array({body.dstFactorIn, body.srcFactorIn, body.wgtFactorIn}));
    return op;
  }

  Operation *operator()(const rt::Alu &body) {
    auto op = create<AluOp>();
    setLoops(op, body);
    op.setOpcode(static_cast<AluOpcode>(body.opcode));
    op.setUseImm(body.useImmediate);
    op.setImmAttr(builder.getI64IntegerAttr(body.immediate));
    op.setFactorsOutAttr(array({body.dstFactorOut, body.srcFactorOut}));
    op.setFactorsInAttr(array({body.dstFactorIn, body.srcFactorIn}));
    return op;
  }

  Operation *operator()(const rt::Finish &) { return create<FinishOp>(); }

private:
  template <typename Op> Op create() {
    OperationState state(loc, Op::getOperationName());
    return cast<Op>(builder.create(state));
  }

  DenseI32ArrayAttr array(ArrayRef<uint32_t> values) {
    return builder.getDenseI32ArrayAttr(SmallVector<int32_t>(values));
  }

  template <typename Op> Op createTransfer(const rt::Transfer &body) {
    auto op = create<Op>();
    op.setMemory(static_cast<Memory>(body.memoryType));
    op.setSramBase(body.sramBase);
    op.setBufferAttr(buffer);
    op.setDramBase(body.dramBase);
    op.setYSize(body.ySize);
    op.setXSize(body.xSize);
    op.setXStride(body.xStride);
    return op;
  }

  template <typename Op> void setLoops(Op op, const rt::Loops &loops) {
    op.setUopBegin(loops.uopBegin);
    op.setUopEnd(loops.uopEnd);
    op.setIterOut(loops.iterOut);
    op.setIterIn(loops.iterIn);
  }
};
} // namespace

Operation *createInstruction(OpBuilder &builder, Location loc,
                             const rt::Instruction &instruction,
                             FlatSymbolRefAttr buffer) {
  Operation *op = std::visit(Creator{builder, loc, buffer}, instruction.body);
  cast<InstructionOpInterface>(op).setDependencies(instruction.dependencies);
  return op;
}

InstructionOpInterface createNop(OpBuilder &builder, Location loc,
                                 Module module) {
  rt::Load load;
  load.memoryType =
      module == Module::Load ? rt::MemoryType::Inp : rt::MemoryType::Uop;
  rt::Store store;
  store.memoryType = rt::MemoryType::Out;
  rt::Instruction nop{load, {}};
  if (module == Module::Store)
    nop.body = store;
  return cast<InstructionOpInterface>(
      createInstruction(builder, loc, nop, /*buffer=*/nullptr));
}

} // namespace tvm::vta
