// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs compute the same when their micro-ops and instructions are folded.
#include "conversion/VTABinary/VTABinary.h"
#include "dialects/VTA/VTADialect.h"
#include "dialects/VTA/VTAInstructions.h"
#include "mlir/IR/Verifier.h"
#include "test/runtime/vta/LoadedProgram.h"
#include "transforms/VTA/Passes.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace tvm::vta;
using namespace tvm::test;

namespace rt = tvm::runtime::vta;

namespace {

constexpr uint32_t kElements = 64;

/// Programs whose micro-ops are those of loops, or nearly, written out.
class UnrolledPrograms {
public:
  explicit UnrolledPrograms(MLIRContext *context, unsigned seed)
      : builder(context), random(seed) {}

  OwningOpRef<ModuleOp> create() {
    microOps.clear();
    instructions.clear();
    for (unsigned i = 1 + pick(4); i > 0; --i)
      addLoops();
    Location loc = builder.getUnknownLoc();
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    builder.setInsertionPointToEnd(module->getBody());
    auto program =
        ProgramOp::create(builder, loc, "program", StringAttr(), ConfigAttr());
    builder.setInsertionPointToEnd(&program.getBody().emplaceBlock());
    createBuffers(loc);
    createLoad(rt::MemoryType::Uop, microOps.size() / 3, "");
    createLoad(rt::MemoryType::Inp, kElements, "INP");
    createLoad(rt::MemoryType::Wgt, kElements, "WGT");
    createLoad(rt::MemoryType::Acc, kElements, "ACC");
    for (const rt::Instruction &instruction : instructions)
      createInstruction(builder, loc, instruction, FlatSymbolRefAttr());
    rt::Store store;
    static_cast<rt::Transfer &>(store) = all(rt::MemoryType::Out, kElements);
    create(store, "OUT");
    create(rt::Finish(), "");
    return module;
  }

  unsigned pick(unsigned count) { return random() % count; }

private:
  void createBuffers(Location loc) {
    auto buffer = [&](StringRef name, BufferKind kind, uint64_t bytes) {
      DramOp::create(builder, loc, name, kind, bytes * kElements,
                     DenseElementsAttr());
    };
    buffer("INP", BufferKind::Input, 16);
    buffer("WGT", BufferKind::Input, 256);
    buffer("ACC", BufferKind::Input, 64);
    buffer("OUT", BufferKind::Output, 16);
    UopsOp::create(builder, loc, microOps);
  }

  static rt::Transfer all(rt::MemoryType type, uint32_t size) {
    rt::Transfer transfer;
    transfer.memoryType = type;
    transfer.ySize = 1;
    transfer.xSize = transfer.xStride = size;
    return transfer;
  }

  void createLoad(rt::MemoryType type, uint32_t size, StringRef buffer) {
    rt::Load load;
    static_cast<rt::Transfer &>(load) = all(type, size);
    create(load, buffer);
  }

  template <typename Body> void create(Body body, StringRef buffer) {
    FlatSymbolRefAttr symbol;
    if (!buffer.empty())
      symbol = FlatSymbolRefAttr::get(builder.getContext(), buffer);
    createInstruction(builder, builder.getUnknownLoc(), {body, {}}, symbol);
  }

  rt::Instruction pickOperation() {
    rt::Instruction instruction;
    if (pick(2)) {
      rt::Gemm gemm;
      gemm.reset = pick(4) == 0;
      instruction.body = gemm;
    } else {
      rt::Alu alu;
      alu.opcode = rt::AluOpcode(pick(rt::kNumAluOpcodes));
      alu.useImmediate = pick(2);
      alu.immediate = int(pick(9)) - 4;
      instruction.body = alu;
    }
    return instruction;
  }

  /// Up to three loops, written out but for the outermost now and then, in
  /// instructions of one or more micro-ops.
  void addLoops() {
    uint32_t counts[3], factors[3][3], base[3];
    for (unsigned i = 0; i < 3; ++i) {
      counts[i] = 1 + pick(4);
      base[i] = pick(8);
      for (uint32_t &factor : factors[i])
        factor = pick(5);
    }
    rt::Instruction operation = pickOperation();
    uint32_t perInstruction =
        std::array<uint32_t, 3>{1, counts[2], counts[1] * counts[2]}[pick(3)];
    size_t first = microOps.size() / 3;
    for (uint32_t i = 0; i < counts[0]; ++i)
      for (uint32_t j = 0; j < counts[1]; ++j)
        for (uint32_t k = 0; k < counts[2]; ++k)
          for (unsigned index = 0; index < 3; ++index)
            microOps.push_back(base[index] + i * factors[0][index] +
                               j * factors[1][index] + k * factors[2][index]);
    if (pick(3) == 0)
      microOps[3 * first + pick(microOps.size() - 3 * first)] = pick(8);
    for (size_t end = microOps.size() / 3; first < end; first += perInstruction)
      addInstruction(operation, first, perInstruction);
  }

  void addInstruction(rt::Instruction instruction, uint32_t first,
                      uint32_t count) {
    auto set = [&](auto &loops) {
      loops.uopBegin = first;
      loops.uopEnd = first + count;
      loops.iterOut = 1 + (pick(8) == 0);
      loops.iterIn = 1;
      loops.dstFactorOut = loops.srcFactorOut = pick(3);
    };
    if (auto *gemm = std::get_if<rt::Gemm>(&instruction.body))
      set(*gemm);
    else
      set(std::get<rt::Alu>(instruction.body));
    instructions.push_back(instruction);
  }

  OpBuilder builder;
  std::mt19937 random;
  std::vector<int32_t> microOps;
  std::vector<rt::Instruction> instructions;
};

class FoldMicroOpsTest : public testing::Test {
protected:
  FoldMicroOpsTest() { context.loadDialect<VTADialect>(); }

  struct Result {
    std::vector<int8_t> bytes;
    vta_counters counters;
    size_t numInstructions;
  };

  static Result execute(ProgramOp program) {
    FailureOr<rt::Program> encoded = encodeProgram(program);
    EXPECT_TRUE(succeeded(encoded));
    LoadedProgram loaded(*encoded);
    unsigned next = 1;
    for (const char *name : {"INP", "WGT", "ACC"}) {
      std::vector<int8_t> bytes(loaded.sizeOf(name));
      for (int8_t &byte : bytes)
        byte = int8_t((next = next * 1103515245 + 12345) >> 16);
      loaded.write(name, bytes);
    }
    EXPECT_EQ(loaded.run(/*seed=*/1), VTA_OK) << vta_last_error();
    return {loaded.read("OUT"), loaded.counters, encoded->instructions.size()};
  }

  MLIRContext context;
};

TEST_F(FoldMicroOpsTest, TheSameBytes) {
  UnrolledPrograms programs(&context, 1);
  unsigned numFewerMicroOps = 0, numFewerInstructions = 0;
  for (int i = 0; i < 1000; ++i) {
    OwningOpRef<ModuleOp> module = programs.create();
    ProgramOp program = *module->getOps<ProgramOp>().begin();
    ASSERT_TRUE(succeeded(insertTokens(program)));
    ASSERT_TRUE(succeeded(foldTokens(program)));
    Result before = execute(program);
    foldMicroOps(program);
    ASSERT_TRUE(succeeded(verify(*module)));
    Result after = execute(program);
    ASSERT_EQ(after.bytes, before.bytes) << i;
    ASSERT_EQ(after.counters.gemm_iterations, before.counters.gemm_iterations);
    ASSERT_EQ(after.counters.alu_iterations, before.counters.alu_iterations);
    ASSERT_LE(after.counters.uop_load_bytes, before.counters.uop_load_bytes);
    numFewerMicroOps +=
        after.counters.uop_load_bytes < before.counters.uop_load_bytes;
    numFewerInstructions += after.numInstructions < before.numInstructions;
  }
  EXPECT_GT(numFewerMicroOps, 700u);
  EXPECT_GT(numFewerInstructions, 300u);
}

/// No new hazards arise.
TEST_F(FoldMicroOpsTest, NoAccumulatorIsReadTooEarly) {
  UnrolledPrograms programs(&context, 2);
  unsigned numSafe = 0;
  for (int i = 0; i < 1000; ++i) {
    OwningOpRef<ModuleOp> module = programs.create();
    ProgramOp program = *module->getOps<ProgramOp>().begin();
    ASSERT_TRUE(succeeded(insertTokens(program)));
    if (!checkProgram(program, /*maxFindings=*/1).empty())
      continue;
    foldMicroOps(program);
    ASSERT_TRUE(checkProgram(program, /*maxFindings=*/1).empty()) << i;
    ++numSafe;
  }
  EXPECT_GT(numSafe, 100u);
}

} // namespace
