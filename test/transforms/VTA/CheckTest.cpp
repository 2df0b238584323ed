// The checker against all executions: random programs, and mutants of them.
#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Verifier.h"
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
  RandomPrograms programs(&context, 2);
  unsigned numMisbehaving = 0;
  for (int i = 0; i < 10000;) {
    OwningOpRef<ModuleOp> module = programs.create();
    ProgramOp program = getProgram(*module);
    ASSERT_TRUE(succeeded(insertTokens(program)));
    if (!programs.mutate(program))
      continue;
    ASSERT_TRUE(succeeded(verify(*module)));
    bool isWrong = misbehaves(program);
    ASSERT_EQ(isReported(program), isWrong) << toText(program);
    ASSERT_TRUE(succeeded(foldTokens(program)));
    ASSERT_EQ(isReported(program), isWrong) << toText(program);
    numMisbehaving += isWrong;
    ++i;
  }
  EXPECT_GT(numMisbehaving, 3000u);
  EXPECT_LT(numMisbehaving, 9000u);
}

} // namespace
