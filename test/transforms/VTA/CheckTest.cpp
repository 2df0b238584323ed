// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checker against all executions: random programs, and mutants of them.
#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "test/transforms/VTA/Explorer.h"
#include "test/transforms/VTA/RandomPrograms.h"
#include "transforms/VTA/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm::vta;

namespace {

class CheckTest : public testing::Test {
protected:
  CheckTest() { context.loadDialect<VTADialect>(); }

  static ProgramOp getProgram(ModuleOp module) {
    return *module.getOps<ProgramOp>().begin();
  }

  static bool isReported(ProgramOp program) {
    return !checkProgram(program, /*maxFindings=*/1).empty();
  }

  static std::string toText(ProgramOp program) {
    std::string text;
    llvm::raw_string_ostream(text) << program;
    return text;
  }

  static void compare(ProgramOp program) {
    ASSERT_EQ(isReported(program), misbehaves(program)) << toText(program);
  }

  /// Returns how many misbehave.
  template <typename Create>
  unsigned checkMutants(unsigned seed, unsigned count, Create create) {
    RandomPrograms programs(&context, seed);
    unsigned numMisbehaving = 0;
    while (count > 0 && !HasFatalFailure()) {
      OwningOpRef<ModuleOp> module = create(programs);
      ProgramOp program = getProgram(*module);
      EXPECT_TRUE(succeeded(insertTokens(program)));
      if (!programs.mutate(program) || failed(verify(*module)))
        continue;
      compare(program);
      numMisbehaving += isReported(program);
      EXPECT_TRUE(succeeded(foldTokens(program)));
      compare(program);
      --count;
    }
    return numMisbehaving;
  }

  MLIRContext context;
};

TEST_F(CheckTest, NothingIsReportedOfLegalPrograms) {
  RandomPrograms programs(&context, 1);
  for (int i = 0; i < 10000; ++i) {
    OwningOpRef<ModuleOp> module = programs.create();
    ProgramOp program = getProgram(*module);
    ASSERT_TRUE(succeeded(insertTokens(program)));
    ASSERT_TRUE(succeeded(verify(*module)));
    ASSERT_FALSE(isReported(program)) << toText(program);
    ASSERT_FALSE(misbehaves(program)) << toText(program);
    ASSERT_TRUE(succeeded(foldTokens(program)));
    ASSERT_TRUE(succeeded(verify(*module)));
    ASSERT_FALSE(isReported(program)) << toText(program);
  }
}

TEST_F(CheckTest, MutantsAreReportedExactlyIfTheyMisbehave) {
  unsigned numMisbehaving = checkMutants(
      /*seed=*/2, 10000, [](auto &programs) { return programs.create(); });
  EXPECT_GT(numMisbehaving, 3000u);
  EXPECT_LT(numMisbehaving, 9000u);
}

TEST_F(CheckTest, MutantsOfHardwareInstructionsAreReportedExactly) {
  unsigned numMisbehaving = checkMutants(/*seed=*/3, 10000, [](auto &programs) {
    return programs.createOfHardware();
  });
  EXPECT_GT(numMisbehaving, 3000u);
  EXPECT_LT(numMisbehaving, 9000u);
}

/// Queues of 1 to 4: programs as they are, and mutants of them.
TEST_F(CheckTest, WithShortQueuesProgramsAreReportedExactlyIfTheyMisbehave) {
  RandomPrograms programs(&context, 4);
  unsigned numReported[2] = {}, numPrograms[2] = {};
  for (int i = 0; i < 20000; ++i) {
    OwningOpRef<ModuleOp> module =
        i % 4 ? programs.create() : programs.createOfHardware();
    ProgramOp program = getProgram(*module);
    ASSERT_TRUE(succeeded(insertTokens(program)));
    bool isMutant = i % 2 && programs.mutate(program);
    if (failed(verify(*module)))
      continue;
    programs.shortenQueues(program);
    compare(program);
    numReported[isMutant] += isReported(program);
    ++numPrograms[isMutant];
    ASSERT_TRUE(succeeded(foldTokens(program)));
    compare(program);
    if (HasFatalFailure())
      return;
  }
  for (unsigned isMutant : {0, 1}) {
    EXPECT_GT(numReported[isMutant], numPrograms[isMutant] / 10);
    EXPECT_LT(numReported[isMutant], numPrograms[isMutant] * 9 / 10);
  }
}

/// Room in a queue orders as a token does.
TEST_F(CheckTest, AShortQueueOrders) {
  auto module = parseSourceString<ModuleOp>(R"mlir(
    vta.program @program config <COMMAND_QUEUE_DEPTH = 1> {
      vta.sram @A size 1
      vta.sram @B size 1
      vta.load_range @A[0 to 0]
      vta.load_range @B[0 to 0]
      vta.load_range @B[0 to 0]
      vta.execute @A[0 to 0] -> @A[0 to 0]
    })mlir",
                                            &context);
  ASSERT_TRUE(module);
  compare(getProgram(*module));
  EXPECT_FALSE(isReported(getProgram(*module)));
  getProgram(*module).removeConfigAttr();
  compare(getProgram(*module));
  EXPECT_TRUE(isReported(getProgram(*module)));
}

} // namespace
