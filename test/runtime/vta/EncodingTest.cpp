// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Stream.h"

#include "test/runtime/vta/RandomInstructions.h"
#include "test/runtime/vta/Tokens.h"

#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

static const Configuration kDefault;

static std::string encoded(const Instruction &instruction) {
  Word word;
  EXPECT_FALSE(Encoding(kDefault).encode(instruction, word).failed())
      << lastError();
  Instruction back;
  EXPECT_FALSE(Encoding(kDefault).decode(word, back).failed()) << lastError();
  EXPECT_EQ(back.title(), instruction.title());
  return word.text();
}

static std::string encodeError(const Instruction &instruction) {
  Word word;
  EXPECT_EQ(Encoding(kDefault).encode(instruction, word), TVM_INVALID_ARGUMENT);
  return lastError();
}

static std::string decodeError(uint64_t high, uint64_t low) {
  Instruction instruction;
  EXPECT_EQ(Encoding(kDefault).decode(Word{low, high}, instruction),
            TVM_INVALID_ARGUMENT);
  return lastError();
}

static Load load(MemoryType type, uint32_t sram, uint32_t dram, uint32_t y,
                 uint32_t x, uint32_t stride, uint32_t pad = 0) {
  return {{type, sram, dram, y, x, stride, pad, pad, pad, pad}};
}

static Alu alu(AluOpcode opcode, int32_t immediate) {
  Alu alu;
  static_cast<Loops &>(alu) = {false, 9, 10, 1, 98, 0, 1, 0, 1};
  alu.opcode = opcode;
  alu.useImmediate = true;
  alu.immediate = immediate;
  return alu;
}

TEST(VtaEncoding, GoldenTransfers) {
  EXPECT_EQ(
      encoded({load(MemoryType::Inp, 0, 0x100, 4, 4, 16, 1), bits(PushNext)}),
      "0x1111001000040004_0000000400000140");
  EXPECT_EQ(encoded({load(MemoryType::Wgt, 0, 0x20, 1, 72, 72), bits(PopNext)}),
            "0x0000004800480001_0000000080000090");
  EXPECT_EQ(encoded({load(MemoryType::Acc, 32, 0x40, 1, 32, 32), {}}),
            "0x0000002000200001_0000000100008180");
  EXPECT_EQ(encoded({load(MemoryType::Uop, 0, 0x400, 1, 9, 9), {}}),
            "0x0000000900090001_0000001000000000");
  EXPECT_EQ(encoded({Store{{MemoryType::Out, 32, 0x80, 1, 8, 8}},
                     bits(PopPrev | PushPrev)}),
            "0x0000000800080001_0000000200008229");
}

TEST(VtaEncoding, GoldenLoops) {
  EXPECT_EQ(encoded({Gemm{{false, 0, 9, 7, 14, 14, 1, 16, 1}, 0, 0},
                     bits(PopPrev | PushPrev | PushNext)}),
            "0x000000020400080e_001c00380120006a");
  EXPECT_EQ(encoded({Gemm{{true, 0, 1, 1, 98, 0, 1, 0, 0}, 0, 0}, {}}),
            "0x0000000000000800_00c4000800200082");
  EXPECT_EQ(encoded({alu(AluOpcode::Shr, 8), {}}),
            "0x0008b00200000800_00c4000801400904");
  EXPECT_EQ(encoded({alu(AluOpcode::Max, -1), bits(PushNext)}),
            "0xffff900200000800_00c4000801400944");
  EXPECT_EQ(encoded({Finish(), {}}), "0x0000000000000000_0000000000000003");
}

TEST(VtaEncoding, GoldenMicroOp) {
  uint32_t word = 0;
  ASSERT_FALSE(Encoding(kDefault).encode(MicroOp{5, 7, 3}, word).failed());
  EXPECT_EQ(word, 0x00c03805u);
  MicroOp microOp;
  ASSERT_FALSE(Encoding(kDefault).decode(word, microOp).failed());
  EXPECT_EQ(microOp.dst, 5u);
  EXPECT_EQ(microOp.src, 7u);
  EXPECT_EQ(microOp.wgt, 3u);
}

TEST(VtaEncoding, ImmediatesAreSigned) {
  Word word;
  Instruction back;
  for (int32_t immediate : {-32768, -1, 0, 32767}) {
    ASSERT_FALSE(
        Encoding(kDefault).encode({alu(AluOpcode::Add, immediate), {}}, word));
    ASSERT_FALSE(Encoding(kDefault).decode(word, back));
    EXPECT_EQ(std::get<Alu>(back.body).immediate, immediate);
  }
}

TEST(VtaEncoding, RefusesValuesThatDoNotFit) {
  EXPECT_EQ(encodeError({load(MemoryType::Inp, 65536, 0, 1, 1, 1), {}}),
            "LOAD INP: sram_base: expected 0 to 65535, got 65536");
  EXPECT_EQ(encodeError({load(MemoryType::Inp, 0, 0, 1, 1, 1, 16), {}}),
            "LOAD INP: y_pad_0: expected 0 to 15, got 16");
  EXPECT_EQ(encodeError({alu(AluOpcode::Add, 32768), {}}),
            "ALU ADD: imm: expected -32768 to 32767, got 32768");
  EXPECT_EQ(encodeError({alu(AluOpcode::Add, -32769), {}}),
            "ALU ADD: imm: expected -32768 to 32767, got -32769");
  EXPECT_EQ(encodeError({Gemm{{false, 8192}, 0, 0}, {}}),
            "GEMM: uop_bgn: expected 0 to 8191, got 8192");
  uint32_t word = 0;
  EXPECT_EQ(Encoding(kDefault).encode(MicroOp{2048, 0, 0}, word),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "micro-op: dst_idx: expected 0 to 2047, got 2048");
}

TEST(VtaEncoding, RefusesUnknownNumbers) {
  EXPECT_EQ(decodeError(0, 5), "unknown opcode 5");
  EXPECT_EQ(decodeError(0, 7), "unknown opcode 7");
  EXPECT_EQ(decodeError(0, 6 << 7), "LOAD: unknown memory_type 6");
  EXPECT_EQ(decodeError(0, 7 << 7 | 1), "STORE: unknown memory_type 7");
  EXPECT_EQ(decodeError(uint64_t(5) << 44, 4), "ALU: unknown alu_opcode 5");
}

TEST(VtaEncoding, RefusesUnusedBits) {
  EXPECT_EQ(decodeError(0, uint64_t(1) << 58),
            "LOAD UOP: unused bits: expected 0, got "
            "0x0000000000000000_0400000000000000");
  EXPECT_EQ(decodeError(0, uint64_t(1) << 63 | 2),
            "GEMM: unused bits: expected 0, got "
            "0x0000000000000000_8000000000000000");
  EXPECT_EQ(decodeError(1, 3), "FINISH: unused bits: expected 0, got "
                               "0x0000000000000001_0000000000000000");
  Configuration smaller;
  smaller.logAccBuffSize = 16;
  MicroOp microOp;
  EXPECT_EQ(Encoding(smaller).decode(0x80000000u, microOp),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "micro-op: unused bits: expected 0, got "
                         "0x0000000000000000_0000000080000000");
}

// (L1) to (L5), in both directions.
TEST(VtaEncoding, RefusesWhatNoModuleExecutes) {
  Load fromOut = load(MemoryType::Out, 0, 0, 1, 1, 1);
  EXPECT_EQ(encodeError({fromOut, {}}),
            "LOAD OUT: memory_type: expected UOP, WGT, INP, ACC or ACC_8BIT, "
            "got OUT");
  EXPECT_EQ(decodeError(0, 4 << 7), lastError());
  EXPECT_EQ(encodeError({Store{{MemoryType::Inp}}, {}}),
            "STORE INP: memory_type: expected OUT, got INP");
  EXPECT_EQ(decodeError(0, 2 << 7 | 1), lastError());
  EXPECT_EQ(encodeError({Store{{MemoryType::Out, 0, 0, 0, 0, 0, 1}}, {}}),
            "STORE OUT: expected no padding, got 1, 0, 0, 0");
  EXPECT_EQ(decodeError(uint64_t(1) << 48, 4 << 7 | 1), lastError());
  Alu reset = alu(AluOpcode::Add, 0);
  reset.reset = true;
  EXPECT_EQ(encodeError({reset, {}}), "ALU ADD: reset_reg: expected 0, got 1");
  EXPECT_EQ(decodeError(0x0000a00200000800, 0x00c4000801400984), lastError());
  EXPECT_EQ(encodeError({Finish(), bits(PopPrev)}),
            "FINISH: pop_prev: expected 0, got 1");
  EXPECT_EQ(decodeError(0, 1 << 3 | 3), lastError());
}

TEST(VtaEncoding, RefusesNeighboursThatAreNotThere) {
  Load inp = load(MemoryType::Inp, 0, 0, 1, 1, 1);
  EXPECT_EQ(encodeError({inp, bits(PopPrev)}),
            "LOAD INP: pop_prev: the load module has no such neighbour");
  EXPECT_EQ(encodeError({inp, bits(PushPrev)}),
            "LOAD INP: push_prev: the load module has no such neighbour");
  Store store{{MemoryType::Out}};
  EXPECT_EQ(encodeError({store, bits(PopNext)}),
            "STORE OUT: pop_next: the store module has no such neighbour");
  EXPECT_EQ(encodeError({store, bits(PushNext)}),
            "STORE OUT: push_next: the store module has no such neighbour");
  EXPECT_EQ(decodeError(0, 4 << 7 | 1 << 6 | 1), lastError());
}

TEST(VtaEncoding, ErrorsOfStreamsSayWhere) {
  std::vector<Instruction> instructions;
  auto errorOf = [&](const std::vector<Word> &words) {
    EXPECT_EQ(decodeStream(Encoding(kDefault), words, instructions),
              TVM_INVALID_ARGUMENT);
    return lastError();
  };
  EXPECT_EQ(errorOf({Word{3, 0}, Word{6, 0}}),
            "instruction 1: unknown opcode 6");
  EXPECT_EQ(errorOf({Word{2, 0}}), "instruction 0: GEMM: expected FINISH at "
                                   "the end and nowhere else");
  EXPECT_EQ(errorOf({Word{3, 0}, Word{3, 0}}),
            "instruction 0: FINISH: expected FINISH at the end and nowhere "
            "else");
  EXPECT_EQ(errorOf({}), "expected FINISH at the end, got no instruction");
}

TEST(VtaEncoding, RandomWordsDecodeToThemselvesOrAreRefused) {
  Encoding encoding(kDefault);
  Random random(1);
  int numDecoded = 0;
  for (int i = 0; i < 100000; ++i) {
    Word word{random(), random()}, again;
    // Bits that are always refused would hide the others.
    if (i % 2)
      word.low &= ~(uint64_t(63) << 58 | 6 << 2);
    Instruction instruction;
    if (encoding.decode(word, instruction).failed())
      continue;
    ++numDecoded;
    ASSERT_FALSE(encoding.encode(instruction, again).failed()) << lastError();
    ASSERT_EQ(again.text(), word.text());
  }
  EXPECT_GT(numDecoded, 1000);
}

TEST(VtaEncoding, LegalInstructionsRoundTrip) {
  Random random(2);
  for (const Configuration &configuration : testConfigurations()) {
    Encoding encoding(configuration);
    for (int i = 0; i < 100000; ++i) {
      Instruction instruction = randomInstruction(configuration, random), back;
      Word word, again;
      ASSERT_FALSE(encoding.encode(instruction, word).failed()) << lastError();
      ASSERT_FALSE(encoding.decode(word, back).failed()) << lastError();
      ASSERT_EQ(membersOf(back), membersOf(instruction));
      ASSERT_FALSE(encoding.encode(back, again).failed()) << lastError();
      ASSERT_EQ(again.text(), word.text());
    }
  }
}
