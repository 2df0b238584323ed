// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The core and the simulators accept the same instructions.
#include "runtime/vta/isa/Encoding.h"
#include "test/hardware/ModuleBench.h"
#include "test/runtime/vta/RandomInstructions.h"

#include "Vvta_decode.h"

#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

static void check(ModuleBench<Vvta_decode> &decode, const Word &word) {
  decode->instruction[0] = uint32_t(word.low);
  decode->instruction[1] = uint32_t(word.low >> 32);
  decode->instruction[2] = uint32_t(word.high);
  decode->instruction[3] = uint32_t(word.high >> 32);
  decode.settle();
  Instruction instruction;
  bool isLegal = !Encoding(Configuration()).decode(word, instruction).failed();
  ASSERT_EQ(decode->is_legal, isLegal) << std::hex << word.text();
  if (!isLegal)
    return;
  EXPECT_EQ(decode->is_load_module, instruction.module() == Module::Load);
  EXPECT_EQ(decode->is_compute_module, instruction.module() == Module::Compute);
  EXPECT_EQ(decode->is_store_module, instruction.module() == Module::Store);
  EXPECT_EQ(decode->is_finish, instruction.opcode() == Opcode::Finish);
}

TEST(VtaDecode, RandomWords) {
  ModuleBench<Vvta_decode> decode;
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    Word word{random(), random()};
    // Most words have bits that no field has.
    word.low >>= random() % 64;
    word.high >>= random() % 64;
    check(decode, word);
  }
}

TEST(VtaDecode, LegalInstructionsAndTheirNeighbours) {
  ModuleBench<Vvta_decode> decode;
  Random random(2);
  Encoding encoding{Configuration()};
  for (int i = 0; i < 20000; ++i) {
    Word word;
    Instruction instruction = randomInstruction(Configuration(), random);
    ASSERT_FALSE(encoding.encode(instruction, word).failed());
    check(decode, word);
    uint64_t bit = uint64_t(1) << random() % 64;
    (random() % 2 ? word.low : word.high) ^= bit;
    check(decode, word);
  }
}
