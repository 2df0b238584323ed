// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/fuzz/Streams.h"

#include "runtime/vta/isa/Encoding.h"
#include "runtime/vta/program/Relocation.h"
#include "test/runtime/vta/Convolution.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

static void addBytes(FuzzCase &fuzzCase, Random &random, size_t size) {
  size_t begin = fuzzCase.memory.size();
  fuzzCase.memory.resize(begin + size);
  for (size_t i = begin; i < fuzzCase.memory.size(); ++i)
    fuzzCase.memory[i] = uint8_t(random());
}

static void addFinish(FuzzCase &fuzzCase) {
  fuzzCase.stream.push_back(Word{3, 0});
}

static void addWords(FuzzCase &fuzzCase, Random &random) {
  for (uint64_t count = random() % 4; count > 0; --count)
    fuzzCase.stream.push_back(Word{random(), random()});
  addFinish(fuzzCase);
}

namespace {

/// Makes instructions that are legal likely to be executable as well.
class Shrinker {
public:
  Shrinker(const Configuration &configuration, uint64_t memory, Random &random)
      : configuration(configuration), memory(memory), random(random) {}

  void shrink(Instruction &instruction) {
    if (Transfer *transfer = instruction.transfer())
      return shrink(*transfer);
    if (auto *gemm = std::get_if<Gemm>(&instruction.body)) {
      shrink(gemm->wgtFactorOut, 8);
      shrink(gemm->wgtFactorIn, 8);
      return shrinkLoops(*gemm);
    }
    if (auto *alu = std::get_if<Alu>(&instruction.body))
      shrinkLoops(*alu);
  }

private:
  /// Now and then a value remains.
  void shrink(uint32_t &value, uint64_t below) {
    if (random() % 64)
      value %= below;
  }

  void shrink(Transfer &transfer) {
    uint64_t bytes = configuration.elementBytes(transfer.memoryType);
    shrink(transfer.sramBase, configuration.depth(transfer.memoryType));
    shrink(transfer.ySize, 6);
    shrink(transfer.xSize, 6);
    shrink(transfer.xStride, 10);
    transfer.dramBase %= memory / bytes;
    transfer.dramBase += kMemoryBegin / bytes;
  }

  void shrinkLoops(Loops &loops) {
    shrink(loops.uopBegin, configuration.depth(MemoryType::Uop));
    loops.uopEnd = loops.uopBegin + random() % 4;
    shrink(loops.iterOut, 5);
    shrink(loops.iterIn, 5);
    for (uint32_t *factor : {&loops.dstFactorOut, &loops.dstFactorIn,
                             &loops.srcFactorOut, &loops.srcFactorIn})
      shrink(*factor, 8);
  }

  const Configuration &configuration;
  uint64_t memory;
  Random &random;
};

} // namespace

/// Without most of the tokens, which would rarely match.
static void thinTokens(Dependencies &bits, Random &random) {
  for (bool *bit :
       {&bits.popPrev, &bits.popNext, &bits.pushPrev, &bits.pushNext})
    *bit &= random() % 16 == 0;
}

static void addInstructions(FuzzCase &fuzzCase, Random &random) {
  addBytes(fuzzCase, random, size_t(1) << (12 + random() % 4));
  Encoding encoding(fuzzCase.configuration);
  Shrinker shrinker(fuzzCase.configuration, fuzzCase.memory.size(), random);
  for (uint64_t count = 1 + random() % 12; count > 0; --count) {
    Instruction instruction = randomInstruction(fuzzCase.configuration, random);
    if (instruction.opcode() == Opcode::Finish)
      continue;
    shrinker.shrink(instruction);
    thinTokens(instruction.dependencies, random);
    Word word;
    if (!encoding.encode(instruction, word).failed())
      fuzzCase.stream.push_back(word);
  }
  addFinish(fuzzCase);
}

/// A small convolution, all in one allocation.
static void addProgram(FuzzCase &fuzzCase, Random &random) {
  unsigned block = fuzzCase.configuration.block();
  Convolution convolution{5, 2 * block, 2 * block, 3, 1, 1, 7};
  Tiling tiling{1, unsigned(1 + random() % 2), unsigned(1 + random() % 2)};
  Program program =
      makeConvolution(fuzzCase.configuration, convolution, tiling);
  std::vector<uint64_t> addresses;
  for (const Program::Buffer &buffer : program.buffers) {
    addresses.push_back(kMemoryBegin + fuzzCase.memory.size());
    addBytes(fuzzCase, random, (buffer.size + 4095) / 4096 * 4096);
  }
  addresses.push_back(kMemoryBegin + fuzzCase.memory.size());
  uint64_t size = program.sizeOf(Program::microOpBuffer);
  addBytes(fuzzCase, random, size);
  std::memcpy(fuzzCase.memory.data() + fuzzCase.memory.size() - size,
              program.microOps.data(), size);
  EXPECT_FALSE(relocate(program, addresses, fuzzCase.stream).failed())
      << tvm::runtime::lastError();
}

static void flipBit(Word &word, Random &random) {
  uint64_t bit = uint64_t(1) << random() % 64;
  (random() % 2 ? word.low : word.high) ^= bit;
}

/// FINISH remains where it is.
static void mutate(std::vector<Word> &stream, Random &random) {
  size_t last = stream.size() - 1;
  if (last == 0)
    return;
  size_t at = random() % last;
  switch (random() % 4) {
  case 0:
    return flipBit(stream[at], random);
  case 1:
    return std::swap(stream[at], stream[random() % last]);
  case 2:
    stream.erase(stream.begin() + ptrdiff_t(at));
    return;
  default:
    stream.insert(stream.begin() + ptrdiff_t(at), Word(stream[at]));
  }
}

static void mutateCase(FuzzCase &fuzzCase, Random &random) {
  for (uint64_t count = random() % 4; count > 0; --count)
    mutate(fuzzCase.stream, random);
  for (uint64_t count = random() % 2 * (random() % 8); count > 0; --count)
    fuzzCase.memory[random() % fuzzCase.memory.size()] = uint8_t(random());
}

FuzzCase tvm::test::randomCase(Random &random) {
  FuzzCase fuzzCase;
  const std::vector<Configuration> &all = testConfigurations();
  uint64_t kind = random() % 8;
  // Two threads do not fit into the last one.
  fuzzCase.configuration = all[random() % (all.size() - (kind > 4))];
  fuzzCase.configuration.tokenQueueDepth = 1 + random() % 8;
  fuzzCase.configuration.commandQueueDepth = 1 + random() % 64;
  if (kind == 0)
    addWords(fuzzCase, random);
  else if (kind < 5)
    addInstructions(fuzzCase, random);
  else
    addProgram(fuzzCase, random);
  if (kind > 5)
    mutateCase(fuzzCase, random);
  return fuzzCase;
}
