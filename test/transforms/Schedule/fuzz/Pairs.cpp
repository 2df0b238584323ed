// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Pairs.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::fuzz {

/// Minimum share of all pairs that have to be found. Some make no sense: a
/// block is inlined once.
static constexpr double kMinFound = 0.97;

namespace {
/// Kernels in which a primitive is accepted.
struct Kernels {
  SmallVector<uint64_t> seeds;
  uint64_t tried = 0;
};

class Pairs {
public:
  Pairs(const CaseOptions &options, MLIRContext *context, uint64_t numTries)
      : options(options), context(context), numTries(numTries) {}

  bool run();

private:
  Kernels findKernels(Primitive primitive);
  bool isFound(Primitive first, Primitive second);

  const CaseOptions &options;
  MLIRContext *context;
  uint64_t numTries;
  Statistics statistics;
  std::vector<Kernels> kernels; // per primitive
};
} // namespace

/// Finds `numTries` kernels for `primitive`, or fewer after fifty times as many
/// attempts.
Kernels Pairs::findKernels(Primitive primitive) {
  Kernels found;
  while (found.seeds.size() < numTries && found.tried < 50 * numTries) {
    uint64_t seed = ++found.tried;
    Case each(seed, options, context, statistics);
    if (each.runSteps({primitive}))
      found.seeds.push_back(seed);
  }
  return found;
}

/// Kernels for the one that fewer of them are for.
bool Pairs::isFound(Primitive first, Primitive second) {
  const Kernels &a = kernels[static_cast<int>(first)];
  const Kernels &b = kernels[static_cast<int>(second)];
  for (uint64_t seed : a.tried > b.tried ? a.seeds : b.seeds)
    if (Case(seed, options, context, statistics).runSteps({first, second}))
      return true;
  return false;
}

bool Pairs::run() {
  int numPairs = 0, numFound = 0;
  for (int i = 0; i < kNumPrimitives; ++i)
    kernels.push_back(findKernels(static_cast<Primitive>(i)));
  for (int i = 0; i < kNumPrimitives; ++i) {
    SmallVector<StringRef> never;
    auto first = static_cast<Primitive>(i);
    for (int j = 0; j < kNumPrimitives; ++j, ++numPairs) {
      auto second = static_cast<Primitive>(j);
      if (isFound(first, second))
        ++numFound;
      else
        never.push_back(getName(second));
    }
    if (!never.empty())
      llvm::outs() << getName(first) << " never before "
                   << llvm::join(never, ", ") << "\n";
  }
  llvm::outs() << numFound << " of " << numPairs << " pairs, "
               << statistics.failures << " failures\n";
  return statistics.failures == 0 && numFound >= kMinFound * numPairs;
}

bool runPairs(const CaseOptions &options, MLIRContext *context,
              uint64_t numTries) {
  return Pairs(options, context, numTries).run();
}

} // namespace tvm::fuzz
