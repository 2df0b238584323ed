// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Statistics.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace tvm::fuzz {

using ull = unsigned long long; // what llvm::format takes

static void print(llvm::StringRef name, const Count &count) {
  llvm::outs() << llvm::format(
      "%-22s %7llu %9llu %4.0f %% %23llu %8llu %6llu\n", name.str().c_str(),
      (ull)count.tried, (ull)count.accepted,
      count.tried ? 100.0 * count.accepted / count.tried : 0.0,
      (ull)count.dependence, (ull)count.checked, (ull)count.legal);
}

void Statistics::report(double seconds) const {
  llvm::outs() << "primitive                tried  accepted  rate   refused "
                  "for dependence  checked  legal\n";
  for (int i = 0; i < kNumPrimitives; ++i)
    print(getName(static_cast<Primitive>(i)), counts[i]);
  llvm::outs() << cases << " cases (" << skipped << " not runnable), "
               << compiled << " compiled, " << bound << " bound to a GPU, "
               << launched << " launched with " << barriers << " barriers, "
               << onDevice << " on a GPU, " << checked << " refusals checked, "
               << countLegal() << " of them legal, " << failures
               << " failures, " << llvm::format("%.1f s\n", seconds);
}

uint64_t Statistics::countLegal() const {
  uint64_t legal = 0;
  for (const Count &count : counts)
    legal += count.legal;
  return legal;
}

bool Statistics::isTooCautious() const {
  double expected = 0.05 * checked;
  return countLegal() > expected + 2 * std::sqrt(expected * 0.95);
}

} // namespace tvm::fuzz
