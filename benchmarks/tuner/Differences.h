// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which values of parameters lead to programs that differ.
#ifndef TVM_BENCHMARKS_TUNER_DIFFERENCES_H
#define TVM_BENCHMARKS_TUNER_DIFFERENCES_H

#include "compiler/tuning/KernelTask.h"

#include <map>

namespace tvm::tuner {

/// Compares the strategies of a kernel at random points.
class Differences {
public:
  Differences(const compiler::KernelTask &task, uint64_t seed);

  /// Whether the last of `values` leads to other programs than each of those
  /// before, at most of a few random points. `values` are those that parameter
  /// `number` has in `part`. Numbers of tasks never do: the programs run on one
  /// thread.
  bool isMade(const ParameterSpace &part, size_t number,
              llvm::ArrayRef<int64_t> values);

private:
  /// The strategy at a point; empty if it is not legal or does not apply.
  llvm::StringRef build(const Point &point);

  const compiler::KernelTask &task;
  ParameterSpace::Random random;
  std::vector<std::string> names; // of the parameters
  std::map<Point, std::string> strategies;
};

} // namespace tvm::tuner

#endif // TVM_BENCHMARKS_TUNER_DIFFERENCES_H
