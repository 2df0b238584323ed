// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions as operations say what their words say.
#include "dialects/VTA/VTADialect.h"
#include "dialects/VTA/VTAInstructions.h"
#include "mlir/IR/Builders.h"
#include "runtime/vta/isa/Encoding.h"
#include "test/runtime/vta/RandomInstructions.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm::vta;
using namespace tvm::test;

namespace rt = tvm::runtime::vta;

TEST(VtaInstructions, BecomeOperationsAndComeBack) {
  MLIRContext context;
  context.loadDialect<VTADialect>();
  Random random(1);
  for (const rt::Configuration &configuration : testConfigurations())
    for (int i = 0; i < 20000; ++i) {
      OpBuilder builder(&context);
      rt::Instruction instruction = randomInstruction(configuration, random);
      OwningOpRef<Operation *> op = createInstruction(
          builder, builder.getUnknownLoc(), instruction, /*buffer=*/nullptr);
      rt::Instruction back = cast<HardwareOpInterface>(*op).getInstruction();
      ASSERT_EQ(membersOf(back), membersOf(instruction));
      rt::Word first, second;
      rt::Encoding encoding(configuration);
      ASSERT_FALSE(encoding.encode(instruction, first).failed());
      ASSERT_FALSE(encoding.encode(back, second).failed());
      ASSERT_TRUE(first == second) << first.text() << " " << second.text();
      ASSERT_EQ(unsigned(cast<StreamOpInterface>(*op).getModule()),
                unsigned(instruction.module()));
    }
}
