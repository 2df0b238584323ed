// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Report.h"

#include "tools/strategies/StrategyWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

namespace tvm::explain {

std::string RecordedStrategy::describe() const {
  return llvm::formatv("{0:F1} % of the default's time: {1}", share * 100,
                       strategies::describeStrategy(strategy));
}

std::string Kernel::getRules() const {
  llvm::SmallVector<llvm::StringRef> rules;
  for (const BlockSchedule &block : schedule)
    if (!llvm::is_contained(rules, block.rule))
      rules.push_back(block.rule);
  return llvm::join(rules, ",");
}

std::optional<int64_t> Kernel::getCycles() const {
  std::optional<int64_t> sum;
  for (const BlockSchedule &block : schedule)
    if (block.cycles)
      sum = sum.value_or(0) + *block.cycles;
  return sum;
}

std::optional<double> Kernel::getIntensity() const {
  double bytes = bytesRead.getValue() + bytesWritten.getValue();
  if (!flops || bytes == 0)
    return std::nullopt;
  return flops->getValue() / bytes;
}

unsigned Report::countLaunches() const {
  return llvm::count_if(
      kernels, [](const Kernel &kernel) { return kernel.isSupported; });
}

unsigned Report::countFunctions() const {
  llvm::StringSet<> names;
  for (const Kernel &kernel : kernels)
    if (kernel.isSupported)
      names.insert(kernel.name);
  return names.size();
}

Amount Report::getFlops() const {
  Amount sum;
  for (const Kernel &kernel : kernels)
    if (kernel.flops)
      sum.add(*kernel.flops);
  return sum;
}

Amount Report::getBytes() const {
  Amount sum;
  for (const Kernel &kernel : kernels) {
    sum.add(kernel.bytesRead);
    sum.add(kernel.bytesWritten);
  }
  return sum;
}

bool Report::isWorkUnknown() const {
  return llvm::any_of(kernels, [](const Kernel &kernel) {
    return kernel.isSupported && !kernel.flops;
  });
}

} // namespace tvm::explain
