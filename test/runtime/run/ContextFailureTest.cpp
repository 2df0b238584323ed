// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated code that fails or misbehaves.
#include "test/runtime/ToyContext.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace tvm::test;

TEST_F(Context, ChecksOfTheModel) {
  create();
  setBoth();
  x.data[6] = NAN;
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "node 'add1': row 1, column 2 of 'x' is not a number");
  x.data[6] = 1;
  ASSERT_EQ(tvm_context_run(context), TVM_OK);
  expectResult(x, y);
}

TEST_F(Context, CodeThatFailsSilently) {
  createWithEntry("tvm_fails_silently");
  EXPECT_EQ(runError(TVM_RUN_FAILED), "the model's code failed with status 7");
}
TEST_F(Context, CodeThatFailsAnUnknownCheck) {
  createWithEntry("tvm_fails_unknown_check");
  EXPECT_EQ(runError(TVM_RUN_FAILED), "run-time check 99 failed");
}
TEST_F(Context, CodeThatWritesNothing) {
  createWithEntry("tvm_writes_nothing");
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "output 'z': the model's code wrote no value");
}
TEST_F(Context, NoMemoryForTheArena) {
  createWithEntry("tvm_wants_huge_arena");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for an arena of 4611686018427387903 bytes");
}
TEST_F(Context, NoMemoryForATemporary) {
  createWithEntry("tvm_wants_huge_pool");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for a temporary of 4611686018427387903 bytes");
}
TEST_F(Context, NegativeTemporary) {
  createWithEntry("tvm_wants_negative_pool");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for a temporary of -1 bytes");
}
TEST_F(Context, SlotsGrowAndAreUsedAgain) {
  createWithEntry("tvm_grows_slots");
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "the model's code failed with status 100");
}
TEST_F(Context, NoMemoryForASlot) {
  createWithEntry("tvm_wants_huge_slot");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for a temporary of 4611686018427387903 bytes");
}
TEST_F(Context, NoSuchSlot) {
  createWithEntry("tvm_wants_negative_slot");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "no memory for a temporary of 64 bytes");
}
TEST_F(Context, NoMemoryForAnOutput) {
  createWithEntry("tvm_wants_huge_output");
  EXPECT_EQ(runError(TVM_OUT_OF_MEMORY),
            "output 'z': no memory for 2305843009213693936 bytes");
}
TEST_F(Context, OutputOfAnotherShape) {
  createWithEntry("tvm_has_wrong_output");
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "output 'z': expected float32[batch,4], the result is "
            "float32[1,5]");
}
TEST_F(Context, UnknownOutput) {
  createWithEntry("tvm_has_unknown_output");
  EXPECT_EQ(runError(TVM_RUN_FAILED),
            "no output has index 2: the model has 2 outputs");
}
