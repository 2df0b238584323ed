// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of instructions before and after tokens are removed, in all
// executions.
#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Verifier.h"
#include "test/transforms/VTA/Explorer.h"
#include "test/transforms/VTA/RandomPrograms.h"
#include "transforms/VTA/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm::vta;

namespace {

class RemoveRedundantTokensTest : public testing::Test {
protected:
  RemoveRedundantTokensTest() { context.loadDialect<VTADialect>(); }

  /// A program with tokens, also such as nothing needs, and now and then with a
  /// race.
  OwningOpRef<ModuleOp> create(RandomPrograms &programs) {
    OwningOpRef<ModuleOp> module = programs.create();
    ProgramOp program = *module->getOps<ProgramOp>().begin();
    EXPECT_TRUE(succeeded(insertTokens(program)));
    for (unsigned i = programs.pick(4); i > 0; --i)
      programs.addToken(program);
    if (programs.pick(3) == 0)
      while (!programs.mutate(program))
        ;
    if (programs.pick(2))
      EXPECT_TRUE(succeeded(foldTokens(program)));
    return module;
  }

  static std::string toText(ProgramOp program) {
    std::string text;
    llvm::raw_string_ostream(text) << program;
    return text;
  }

  MLIRContext context;
};

TEST_F(RemoveRedundantTokensTest, OrderAndDeadlocksAreThoseOfBefore) {
  RandomPrograms programs(&context, 5);
  size_t numRemoved = 0, numPrograms = 0, numWrong = 0;
  for (int i = 0; i < 10000; ++i) {
    OwningOpRef<ModuleOp> module = create(programs);
    ProgramOp program = *module->getOps<ProgramOp>().begin();
    std::string before = toText(program);
    Behaviour expected = explore(program);
    if (expected.deadlocks)
      continue;
    ASSERT_TRUE(succeeded(removeRedundantTokens(program)));
    ASSERT_TRUE(succeeded(verify(*module)));
    ASSERT_TRUE(succeeded(verifyRemovedTokens(program)));
    Behaviour actual = explore(program);
    ASSERT_EQ(actual, expected) << before << toText(program);
    numRemoved += program->getAttrOfType<ArrayAttr>(kRemovedTokens).size();
    numWrong += !expected.together.empty();
    ++numPrograms;
  }
  EXPECT_GT(numPrograms, 5000u);
  EXPECT_GT(numRemoved, 5000u);
  EXPECT_GT(numWrong, 100u);
}

/// Without its last token a path ends elsewhere, or is none.
TEST_F(RemoveRedundantTokensTest, WrongCertificatesAreRefused) {
  RandomPrograms programs(&context, 7);
  ScopedDiagnosticHandler silent(&context,
                                 [](Diagnostic &) { return success(); });
  unsigned numRefused = 0, numChanged = 0;
  for (int i = 0; i < 2000; ++i) {
    OwningOpRef<ModuleOp> module = create(programs);
    ProgramOp program = *module->getOps<ProgramOp>().begin();
    if (explore(program).deadlocks || failed(removeRedundantTokens(program)))
      continue;
    SmallVector<Attribute> all(
        program->getAttrOfType<ArrayAttr>(kRemovedTokens).getValue());
    if (all.empty())
      continue;
    auto removed = cast<RemovedTokenAttr>(all.front());
    if (removed.getPath().empty())
      continue;
    all.front() = RemovedTokenAttr::get(
        &context, removed.getFrom(), removed.getTo(), removed.getPush(),
        removed.getPop(), removed.getPath().drop_back());
    program->setAttr(kRemovedTokens, ArrayAttr::get(&context, all));
    numRefused += failed(verifyRemovedTokens(program));
    ++numChanged;
  }
  EXPECT_GT(numChanged, 100u);
  EXPECT_EQ(numRefused, numChanged);
}

} // namespace
