// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/RandomInstructions.h"

#include "runtime/vta/isa/FieldWidths.h"

#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

const std::vector<Configuration> &tvm::test::testConfigurations() {
  static const std::vector<Configuration> all = [] {
    std::vector<Configuration> configurations;
    for (const char *json :
         {R"({})", R"({"BATCH": 2})",
          R"({"BLOCK": 8, "LOG_WGT_BUFF_SIZE": 16,
              "LOG_INP_BUFF_SIZE": 14, "LOG_ACC_BUFF_SIZE": 16})",
          R"({"BLOCK": 32, "LOG_WGT_BUFF_SIZE": 19, "LOG_UOP_BUFF_SIZE": 12,
              "LOG_INP_BUFF_SIZE": 14, "LOG_ACC_BUFF_SIZE": 18})",
          R"({"INP_WIDTH": 16, "WGT_WIDTH": 16, "BLOCK": 4, "BATCH": 4,
              "LOG_UOP_BUFF_SIZE": 8, "LOG_INP_BUFF_SIZE": 10,
              "LOG_WGT_BUFF_SIZE": 10, "LOG_ACC_BUFF_SIZE": 11})"}) {
      configurations.emplace_back();
      EXPECT_FALSE(Configuration::parse(json, configurations.back()).failed())
          << lastError();
    }
    return configurations;
  }();
  return all;
}

namespace {

class Generator {
public:
  Generator(const Configuration &configuration, Random &random)
      : widths(configuration), random(random) {}

  Instruction next() {
    Instruction instruction;
    switch (random() % 5) {
    case 0:
      instruction.body = load();
      break;
    case 1:
      instruction.body = store();
      break;
    case 2:
      instruction.body = gemm();
      break;
    case 3:
      instruction.body = alu();
      break;
    default:
      instruction.body = Finish();
      return instruction;
    }
    instruction.dependencies = dependencies(queuesOf(instruction.module()));
    return instruction;
  }

private:
  /// Often one of the extremes.
  uint32_t value(unsigned width) {
    uint32_t most = (uint64_t(1) << width) - 1;
    switch (random() % 4) {
    case 0:
      return 0;
    case 1:
      return most;
    default:
      return random() & most;
    }
  }
  bool flag() { return random() % 2; }

  void fill(Transfer &transfer) {
    transfer.sramBase = value(widths.sramBase);
    transfer.dramBase = value(widths.dramBase);
    transfer.ySize = value(widths.size);
    transfer.xSize = value(widths.size);
    transfer.xStride = value(widths.stride);
  }

  Load load() {
    static const MemoryType types[] = {MemoryType::Uop, MemoryType::Wgt,
                                       MemoryType::Inp, MemoryType::Acc,
                                       MemoryType::Acc8};
    Load load;
    load.memoryType = types[random() % std::size(types)];
    fill(load);
    load.padTop = value(widths.pad);
    load.padBottom = value(widths.pad);
    load.padLeft = value(widths.pad);
    load.padRight = value(widths.pad);
    return load;
  }

  Store store() {
    Store store;
    store.memoryType = MemoryType::Out;
    fill(store);
    return store;
  }

  void fill(Loops &loops, unsigned src) {
    loops.uopBegin = value(widths.uopBegin);
    loops.uopEnd = value(widths.uopEnd);
    loops.iterOut = value(widths.iterations);
    loops.iterIn = value(widths.iterations);
    loops.dstFactorOut = value(widths.acc);
    loops.dstFactorIn = value(widths.acc);
    loops.srcFactorOut = value(src);
    loops.srcFactorIn = value(src);
  }

  Gemm gemm() {
    Gemm gemm;
    fill(gemm, widths.inp);
    gemm.reset = flag();
    gemm.wgtFactorOut = value(widths.wgt);
    gemm.wgtFactorIn = value(widths.wgt);
    return gemm;
  }

  Alu alu() {
    Alu alu;
    fill(alu, widths.acc);
    alu.opcode = AluOpcode(random() % kNumAluOpcodes);
    alu.useImmediate = flag();
    alu.immediate = int16_t(value(widths.immediate));
    return alu;
  }

  Dependencies dependencies(const ModuleQueues &queues) {
    return {queues.popPrev && flag(), queues.popNext && flag(),
            queues.pushPrev && flag(), queues.pushNext && flag()};
  }

  FieldWidths widths;
  Random &random;
};

} // namespace

Instruction tvm::test::randomInstruction(const Configuration &configuration,
                                         Random &random) {
  return Generator(configuration, random).next();
}

using Members = std::vector<int64_t>;

static Members numbersOf(const Transfer &t) {
  return {int64_t(t.memoryType),
          t.sramBase,
          t.dramBase,
          t.ySize,
          t.xSize,
          t.xStride,
          t.padTop,
          t.padBottom,
          t.padLeft,
          t.padRight};
}

static Members numbersOf(const Finish &) { return {}; }

static Members numbersOfLoops(const Loops &l) {
  return {l.reset,        l.uopBegin,    l.uopEnd,       l.iterOut,    l.iterIn,
          l.dstFactorOut, l.dstFactorIn, l.srcFactorOut, l.srcFactorIn};
}

static Members numbersOf(const Gemm &gemm) {
  Members numbers = numbersOfLoops(gemm);
  numbers.insert(numbers.end(), {gemm.wgtFactorOut, gemm.wgtFactorIn});
  return numbers;
}

static Members numbersOf(const Alu &alu) {
  Members numbers = numbersOfLoops(alu);
  numbers.insert(numbers.end(),
                 {int64_t(alu.opcode), alu.useImmediate, alu.immediate});
  return numbers;
}

Members tvm::test::membersOf(const Instruction &instruction) {
  Members numbers = std::visit([](const auto &body) { return numbersOf(body); },
                               instruction.body);
  const Dependencies &bits = instruction.dependencies;
  numbers.insert(numbers.end(), {int64_t(instruction.opcode()), bits.popPrev,
                                 bits.popNext, bits.pushPrev, bits.pushNext});
  return numbers;
}
