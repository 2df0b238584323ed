// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/program/Program.h"

#include "runtime/vta/isa/Encoding.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static void append(Program &program, const Instruction &instruction) {
  Word word;
  ASSERT_FALSE(
      Encoding(program.configuration).encode(instruction, word).failed())
      << lastError();
  program.instructions.push_back(word);
}

static Transfer row(MemoryType type, uint32_t dram, uint32_t size) {
  return {type, 0, dram, 1, size, size};
}

/// Loads two micro-ops and four inputs, stores eight outputs.
static Program validProgram() {
  Program program;
  append(program, {Load{row(MemoryType::Uop, 0, 2)}, {}});
  append(program, {Load{row(MemoryType::Inp, 1, 4)}, {}});
  append(program, {Load{row(MemoryType::Inp, 0, 0)}, {}});
  append(program, {Store{row(MemoryType::Out, 0, 8)}, {}});
  append(program, {Finish(), {}});
  program.microOps = {0x00c03805, 0};
  program.buffers = {
      {"x", Program::BufferKind::Input, 5 * 16, {}},
      {"y", Program::BufferKind::Output, 8 * 16, {}},
      {"k", Program::BufferKind::Constant, 3, {1, 2, 3}},
      {"t", Program::BufferKind::Temporary, uint64_t(1) << 40, {}}};
  program.relocations = {{0, Program::microOpBuffer}, {1, 0}, {3, 1}};
  return program;
}

static std::string errorOf(const Program &program) {
  EXPECT_EQ(program.check(), TVM_BAD_ARTEFACT);
  return lastError();
}

static std::string errorOf(const std::vector<uint8_t> &bytes,
                           tvm_status expected = TVM_BAD_ARTEFACT) {
  Program program;
  // A copy of just this size, so that a sanitizer sees reads beyond it.
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  EXPECT_EQ(Program::parse(copy.data(), copy.size(), program), expected);
  return lastError();
}

template <typename T>
static void put(std::vector<uint8_t> &bytes, size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(value));
}

TEST(VtaProgram, RoundTrips) {
  Program program = validProgram(), back;
  program.configuration.logWgtBuffSize = 17;
  std::vector<uint8_t> bytes = program.serialize();
  ASSERT_FALSE(Program::parse(bytes.data(), bytes.size(), back).failed())
      << lastError();
  EXPECT_TRUE(back.configuration.hasSameIsa(program.configuration));
  EXPECT_EQ(back.instructions, program.instructions);
  EXPECT_EQ(back.microOps, program.microOps);
  ASSERT_EQ(back.buffers.size(), 4u);
  EXPECT_EQ(back.buffers[2].name, "k");
  EXPECT_EQ(back.buffers[2].kind, Program::BufferKind::Constant);
  EXPECT_EQ(back.buffers[2].data, program.buffers[2].data);
  EXPECT_EQ(back.buffers[3].size, uint64_t(1) << 40);
  ASSERT_EQ(back.relocations.size(), 3u);
  EXPECT_EQ(back.relocations[2].instruction, 3u);
  EXPECT_EQ(back.relocations[2].buffer, 1u);
  EXPECT_EQ(back.serialize(), bytes);
}

TEST(VtaProgram, WritesAndReadsFiles) {
  std::string path = testing::TempDir() + "program.vta";
  ASSERT_FALSE(validProgram().write(path.c_str()).failed()) << lastError();
  Program program;
  ASSERT_FALSE(Program::read(path.c_str(), program).failed()) << lastError();
  EXPECT_EQ(program.serialize(), validProgram().serialize());
  std::remove(path.c_str());
  EXPECT_EQ(Program::read(path.c_str(), program), TVM_IO_ERROR);
  EXPECT_EQ(lastError(), path + ": cannot open: No such file or directory");
}

TEST(VtaProgram, AnyTruncationIsAnError) {
  std::vector<uint8_t> bytes = validProgram().serialize();
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + size);
    std::string text = errorOf(cut);
    ASSERT_EQ(text.rfind("truncated program: ", 0), 0u) << text;
    // Also if the header says that this is all.
    if (size >= 40) {
      put<uint64_t>(cut, 32, size);
      errorOf(cut);
    }
  }
  bytes.push_back(0);
  put<uint64_t>(bytes, 32, bytes.size());
  EXPECT_EQ(errorOf(bytes), "VTA program: expected its end, got 1 more bytes");
}

TEST(VtaProgram, RefusesDamagedHeaders) {
  const std::vector<uint8_t> bytes = validProgram().serialize();
  auto with = [&](size_t at, uint32_t value) {
    std::vector<uint8_t> copy = bytes;
    put(copy, at, value);
    return copy;
  };
  EXPECT_EQ(errorOf(with(0, 0)), "not a VTA program: wrong first 8 bytes");
  EXPECT_EQ(errorOf(with(8, 2), TVM_UNSUPPORTED),
            "VTA program format: expected 1, got 2");
  EXPECT_EQ(errorOf(with(32, 1)), "truncated program: expected 1 bytes, got " +
                                      std::to_string(bytes.size()));
  std::string left = std::to_string(bytes.size() - 40);
  EXPECT_EQ(errorOf(with(12, UINT32_MAX)),
            "truncated program: configuration: expected 4294967295 items of 1 "
            "bytes, got " +
                left + " bytes");
  for (size_t count = 16; count < 32; count += 4)
    EXPECT_EQ(errorOf(with(count, UINT32_MAX)).rfind("truncated program: ", 0),
              0u)
        << lastError();
  EXPECT_EQ(errorOf(with(40, 0)),
            "VTA configuration: not valid JSON at byte 1");
}

TEST(VtaProgram, RefusesConstantsBeyondTheFile) {
  Program program = validProgram();
  program.buffers[2].size = UINT64_MAX;
  EXPECT_EQ(errorOf(program.serialize())
                .rfind("truncated program: constant: expected "
                       "18446744073709551615 items of 1 bytes, got ",
                       0),
            0u)
      << lastError();
}

TEST(VtaProgram, RefusesUnknownKindsOfBuffers) {
  Program program = validProgram();
  program.buffers[0].kind = Program::BufferKind(4);
  EXPECT_EQ(errorOf(program.serialize()), "buffer: unknown kind 4");
}

// (P1)
TEST(VtaProgram, ChecksInstructions) {
  Program program = validProgram();
  program.instructions[1].low = 6;
  EXPECT_EQ(errorOf(program), "instruction 1: unknown opcode 6");
  program = validProgram();
  program.instructions.pop_back();
  EXPECT_EQ(errorOf(program), "instruction 3: STORE OUT: expected FINISH at "
                              "the end and nowhere else");
  program = validProgram();
  program.instructions[2] = program.instructions[4];
  EXPECT_EQ(errorOf(program), "instruction 2: FINISH: expected FINISH at the "
                              "end and nowhere else");
  program.instructions.clear();
  EXPECT_EQ(errorOf(program), "expected FINISH at the end, got no instruction");
}

TEST(VtaProgram, ChecksMicroOps) {
  Program program = validProgram();
  program.configuration.logWgtBuffSize = 17;
  program.microOps[1] = 0x80000000;
  EXPECT_EQ(errorOf(program), "micro-op 1: micro-op: unused bits: expected 0, "
                              "got 0x0000000000000000_0000000080000000");
}

// (P2)
TEST(VtaProgram, ChecksBuffers) {
  Program program = validProgram();
  program.buffers[1].name = "x";
  EXPECT_EQ(errorOf(program),
            "expected different names of buffers, got 'x' twice or empty");
  program.buffers[1].name = "";
  EXPECT_EQ(errorOf(program),
            "expected different names of buffers, got '' twice or empty");
  program = validProgram();
  program.buffers[2].size = 4;
  EXPECT_EQ(errorOf(program), "buffer 'k': expected 4 bytes of data, got 3");
  program = validProgram();
  program.buffers[0].data = {1};
  EXPECT_EQ(errorOf(program), "buffer 'x': expected 0 bytes of data, got 1");
}

// (P3)
TEST(VtaProgram, ChecksThatRelocationsMatch) {
  Program program = validProgram();
  program.relocations.erase(program.relocations.begin() + 1);
  EXPECT_EQ(errorOf(program),
            "instruction 1: LOAD INP: expected a relocation, got none");
  program = validProgram();
  program.relocations.insert(program.relocations.begin() + 2, {2, 0});
  EXPECT_EQ(errorOf(program),
            "instruction 2: LOAD INP: expected no relocation, got one");
  program = validProgram();
  program.relocations.push_back({1, 0});
  EXPECT_EQ(errorOf(program), "relocation 3: expected instructions in order, "
                              "below 5, got 1");
  program.relocations.back().instruction = 5;
  EXPECT_EQ(errorOf(program), "relocation 3: expected instructions in order, "
                              "below 5, got 5");
}

// (P4)
TEST(VtaProgram, ChecksTargets) {
  Program program = validProgram();
  program.relocations[0].buffer = 0;
  EXPECT_EQ(errorOf(program), "instruction 0: LOAD UOP: expected LOAD UOP, "
                              "and it alone, to be of the micro-ops");
  program = validProgram();
  program.relocations[1].buffer = Program::microOpBuffer;
  EXPECT_EQ(errorOf(program), "instruction 1: LOAD INP: expected LOAD UOP, "
                              "and it alone, to be of the micro-ops");
  program.relocations[1].buffer = 4;
  EXPECT_EQ(errorOf(program), "instruction 1: LOAD INP: relocation: expected "
                              "a buffer below 4, got 4");
}

// (P5)
TEST(VtaProgram, ChecksThatTransfersLieWithin) {
  Program program = validProgram();
  program.buffers[0].size = 5 * 16 - 1;
  EXPECT_EQ(errorOf(program), "instruction 1: LOAD INP: expected elements "
                              "below 4 of 'x', got up to 5");
  program = validProgram();
  program.microOps.pop_back();
  EXPECT_EQ(errorOf(program), "instruction 0: LOAD UOP: expected elements "
                              "below 1 of micro-ops, got up to 2");
}

TEST(VtaProgram, MutantsAreReadOrRefused) {
  const std::vector<uint8_t> original = validProgram().serialize();
  std::mt19937 random(1); // NOLINT(bugprone-random-generator-seed)
  int numRead = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint8_t> bytes = original;
    for (unsigned count = 1 + random() % 3; count > 0; --count)
      bytes[random() % bytes.size()] ^= 1 << random() % 8;
    Program program;
    if (Program::parse(bytes.data(), bytes.size(), program).failed())
      continue;
    ++numRead;
    ASSERT_EQ(program.check(), TVM_OK);
  }
  EXPECT_GT(numRead, 100);
}
