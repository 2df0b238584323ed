// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/VTABinary/VTABinary.h"
#include "dialects/VTA/VTADialect.h"
#include "dialects/VTA/VTAInstructions.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "runtime/vta/isa/Encoding.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;

static void createBuffer(OpBuilder &builder, Location loc,
                         const rt::Program::Buffer &buffer) {
  DenseElementsAttr data;
  if (buffer.kind == rt::Program::BufferKind::Constant)
    data = DenseElementsAttr::get(
        RankedTensorType::get(buffer.data.size(), builder.getI8Type()),
        ArrayRef<uint8_t>(buffer.data));
  DramOp::create(builder, loc, buffer.name,
                 static_cast<BufferKind>(buffer.kind), buffer.size, data);
}

static void createMicroOps(OpBuilder &builder, Location loc,
                           const rt::Program &program) {
  if (program.microOps.empty())
    return;
  rt::Encoding encoding(program.configuration);
  SmallVector<int32_t> indices;
  for (uint32_t word : program.microOps) {
    rt::MicroOp microOp;
    if (encoding.decode(word, microOp).failed())
      llvm_unreachable("the program is checked");
    llvm::append_values(indices, microOp.dst, microOp.src, microOp.wgt);
  }
  UopsOp::create(builder, loc, indices);
}

static void createInstructions(OpBuilder &builder, StringRef name,
                               const rt::Program &program) {
  MLIRContext *context = builder.getContext();
  rt::Encoding encoding(program.configuration);
  auto relocation = program.relocations.begin();
  for (auto [index, word] : llvm::enumerate(program.instructions)) {
    rt::Instruction instruction;
    if (encoding.decode(word, instruction).failed())
      llvm_unreachable("the program is checked");
    FlatSymbolRefAttr buffer;
    if (relocation != program.relocations.end() &&
        relocation->instruction == index) {
      if (relocation->buffer != rt::Program::microOpBuffer)
        buffer = FlatSymbolRefAttr::get(
            context, program.buffers[relocation->buffer].name);
      ++relocation;
    }
    createInstruction(builder, FileLineColLoc::get(context, name, index, 0),
                      instruction, buffer);
  }
}

OwningOpRef<ModuleOp> decodeProgram(const rt::Program &program, StringRef name,
                                    MLIRContext *context) {
  context->loadDialect<VTADialect>();
  Location loc = FileLineColLoc::get(context, name, 0, 0);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto config = ConfigAttr::get(context, program.configuration);
  if (config.getParameters().empty())
    config = nullptr;
  auto op = ProgramOp::create(builder, loc, "program", StringAttr(), config);
  builder.setInsertionPointToEnd(&op.getBody().emplaceBlock());
  for (const rt::Program::Buffer &buffer : program.buffers)
    createBuffer(builder, loc, buffer);
  createMicroOps(builder, loc, program);
  createInstructions(builder, name, program);
  return succeeded(mlir::verify(*module)) ? std::move(module) : nullptr;
}

OwningOpRef<ModuleOp> importBinary(StringRef bytes, StringRef name,
                                   MLIRContext *context) {
  rt::Program program;
  if (rt::Program::parse(bytes.bytes_begin(), bytes.size(), program).failed()) {
    emitError(FileLineColLoc::get(context, name, 0, 0)) << runtime::lastError();
    return nullptr;
  }
  return decodeProgram(program, name, context);
}

} // namespace tvm::vta
