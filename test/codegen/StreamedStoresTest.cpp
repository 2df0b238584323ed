// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores around the caches leave what ordinary ones do, wherever the buffer
// begins.

#include "test/codegen/ScheduledKernels.h"

namespace tvm::codegen {

/// y = x + x; rows of 48 elements, or of unknown number.
static constexpr const char *kDouble = R"(
func.func @f(%x: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x48xf32>
  %0 = te.compute [%n, 48] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<?x48xf32>
    %b = arith.addf %a, %a : f32
    te.yield %b : f32
  } : tensor<?x48xf32>
  return %0 : tensor<?x48xf32>
}
)";

static constexpr const char *kStream = R"(
  %a = schedule.get_block "A" in %root
  %i, %j = schedule.get_loops of %a
  schedule.vectorize %j
  schedule.stream_stores %j
  schedule.parallel %i
)";

class StreamedStores : public ScheduleTest,
                       public testing::WithParamInterface<unsigned> {};

TEST_P(StreamedStores, ToAnyAddress) {
  constexpr int64_t kRows = 5, kColumns = 48, kMaxOffset = 16;
  std::string text = lower(kDouble, kStream, true, GetParam());
  ASSERT_NE(text.find("nontemporal = true"), std::string::npos);
  alignas(64) float x[kRows * kColumns];
  for (int64_t i = 0; i < kRows * kColumns; ++i)
    x[i] = static_cast<float>(i);
  for (int64_t offset = 0; offset < kMaxOffset; ++offset) {
    alignas(64) float y[kRows * kColumns + kMaxOffset] = {};
    run(text, {x, y + offset}, {kRows, kRows});
    for (int64_t i = 0; i < kRows * kColumns + kMaxOffset; ++i) {
      int64_t at = i - offset;
      bool isWritten = at >= 0 && at < kRows * kColumns;
      EXPECT_EQ(y[i], isWritten ? 2 * x[at] : 0) << "offset " << offset;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bits, StreamedStores, testing::Values(128, 256, 512));

} // namespace tvm::codegen
