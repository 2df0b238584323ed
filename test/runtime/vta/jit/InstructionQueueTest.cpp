// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/InstructionQueue.h"

#include "runtime/vta/cycles/CycleModel.h"
#include "test/runtime/vta/Bench.h"
#include "test/runtime/vta/RandomInstructions.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

/// "C:PopPrev" of each: 1 pop_prev, 2 pop_next, 4 push_prev, 8 push_next.
static std::string textOf(const std::vector<Instruction> &instructions) {
  std::string text;
  for (const Instruction &instruction : instructions) {
    const Dependencies &bits = instruction.dependencies;
    int number = bits.popPrev * PopPrev + bits.popNext * PopNext +
                 bits.pushPrev * PushPrev + bits.pushNext * PushNext;
    text += "LCS"[unsigned(instruction.module())] + std::to_string(number) +
            (instruction.opcode() == Opcode::Finish ? "F " : " ");
  }
  return text;
}

static void add(InstructionQueue &queue, Module module) {
  queue.add(Instruction::idle(module));
}
static void push(InstructionQueue &queue, Module from, Module to) {
  EXPECT_EQ(queue.push(from, to), TVM_OK) << lastError();
}
static void pop(InstructionQueue &queue, Module from, Module to) {
  EXPECT_EQ(queue.pop(from, to), TVM_OK) << lastError();
}

static constexpr Module kLoad = Module::Load, kCompute = Module::Compute,
                        kStore = Module::Store;

TEST(VtaInstructionQueue, TokensBecomeBits) {
  InstructionQueue queue;
  add(queue, kLoad);
  push(queue, kLoad, kCompute);
  pop(queue, kLoad, kCompute);
  pop(queue, kStore, kCompute);
  add(queue, kCompute);
  push(queue, kCompute, kLoad);
  push(queue, kCompute, kStore);
  EXPECT_EQ(textOf(queue.instructions()), "L8 C15 ");
}

// The last instruction of a module, whatever others have been told since.
TEST(VtaInstructionQueue, PushesGoToTheModulesLast) {
  InstructionQueue queue;
  add(queue, kLoad);
  add(queue, kCompute);
  push(queue, kLoad, kCompute);
  EXPECT_EQ(textOf(queue.instructions()), "L8 C0 ");
}

TEST(VtaInstructionQueue, WhatDoesNotFitGetsAnInstruction) {
  InstructionQueue queue;
  push(queue, kLoad, kCompute);
  push(queue, kLoad, kCompute);
  pop(queue, kLoad, kCompute);
  pop(queue, kLoad, kCompute);
  add(queue, kCompute);
  EXPECT_EQ(textOf(queue.instructions()), "L8 L8 C1 C1 ");
}

// A push says that the pops before it have happened.
TEST(VtaInstructionQueue, PushesDoNotOvertakePops) {
  InstructionQueue queue;
  add(queue, kCompute);
  pop(queue, kLoad, kCompute);
  push(queue, kCompute, kStore);
  EXPECT_EQ(textOf(queue.instructions()), "C0 C9 ");
}

TEST(VtaInstructionQueue, WaitingPopsAreAdded) {
  InstructionQueue queue;
  pop(queue, kCompute, kLoad);
  pop(queue, kCompute, kStore);
  queue.addWaitingPops();
  EXPECT_EQ(textOf(queue.instructions()), "L2 S1 ");
  queue.addWaitingPops();
  EXPECT_EQ(queue.instructions().size(), 2u);
}

TEST(VtaInstructionQueue, RefusesQueuesThatAreNotThere) {
  InstructionQueue queue;
  EXPECT_EQ(queue.push(kLoad, kStore), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "no tokens go from load to store");
  EXPECT_EQ(queue.pop(kCompute, kCompute), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "no tokens go from compute to compute");
  EXPECT_TRUE(queue.instructions().empty());
}

static std::vector<Instruction> streamOf(const char *modules) {
  InstructionQueue queue;
  for (const char *module = modules; *module; ++module)
    if (*module == 'F')
      queue.add({Finish(), {}});
    else
      add(queue, Module(std::string("LCS").find(*module)));
  return queue.instructions();
}

TEST(VtaSerialize, EachWaitsForTheOneBefore) {
  EXPECT_EQ(textOf(serialize(streamOf("LLCCSCF"))), "L0 L8 C1 C8 S5 C2 C0F ");
}

TEST(VtaSerialize, BridgesWhereNoTokensGo) {
  EXPECT_EQ(textOf(serialize(streamOf("LSLF"))), "L8 C9 S5 C6 L10 C1 C0F ");
  EXPECT_EQ(textOf(serialize(streamOf("SF"))), "S4 C2 C0F ");
  EXPECT_EQ(textOf(serialize(streamOf("F"))), "C0F ");
}

TEST(VtaSerialize, TokensOfBeforeAreForgotten) {
  std::vector<Instruction> stream = streamOf("LC");
  stream[0].dependencies = bits(PopNext);
  stream[1].dependencies = bits(PopNext | PushNext);
  EXPECT_EQ(textOf(serialize(stream)), "L8 C1 ");
}

// Slices of the cycle model do not overlap.
TEST(VtaSerialize, NothingIsAtTheSameTime) {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    std::string modules;
    for (int i = 0; i < 30; ++i)
      modules += "LCS"[random() % 3];
    Bench<CycleModel> bench;
    for (const Instruction &instruction : serialize(streamOf(modules.c_str())))
      bench.add(instruction);
    ASSERT_EQ(bench.run(), TVM_OK) << lastError();
    std::vector<Timing::Slice> slices = bench.simulator.timing().slices;
    std::sort(slices.begin(), slices.end(), [](const auto &a, const auto &b) {
      return a.instruction < b.instruction;
    });
    for (size_t i = 1; i + 1 < slices.size(); ++i)
      ASSERT_LE(slices[i - 1].end, slices[i].begin) << modules;
  }
}
