// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_RATES_H
#define TVM_TRANSFORMS_COSTMODEL_RATES_H

#include "transforms/Target/CPU.h"

namespace tvm::cost {

/// Rates of a core that its description does not contain: constants of a kind
/// of machine. README.md has the table, and names the measurements to which the
/// figures were adjusted.
struct Rates {
  /// Number of vectors loaded and stored per cycle, and of elements loaded.
  double loads = 2, stores = 1, elementLoads = 2;
  /// Number of instructions that a core starts per cycle.
  double issue = 5;
  /// Cycles from a multiplication to a dependent addition.
  double latency = 4;
  /// Instructions of a loop's iteration beside its body.
  double iteration = 3;
  /// Cycles per row of vectors, besides the vectors.
  double row = 8;
  /// Cycles per step of the sum for a register that is missing, in a loop and
  /// in an unrolled window.
  double spill = 8, windowSpill = 4;
  /// Cycles per vector that is loaded under a mask which is in no register, and
  /// number of registers for such masks. The masks of a row of an unrolled
  /// window stay there.
  double mask = 0.4, maskRegisters = 7;
  /// Number of vector products of an unrolled body beyond which LLVM loads
  /// operands too early and spills; and the factor by which it then takes
  /// longer.
  double maxBody = 288, largeBody = 1.4;
  /// Cycles of a tile, without its sum, for addresses and the latency of the
  /// last result; and cycles per vector of its result.
  double tile = 6, tileVector = 1.5;
  /// Number of instructions that a core has in flight: independent tiles that
  /// are shorter overlap.
  double inFlight = 256;
  /// Bytes per cycle from the second cache to the first one, from the last
  /// cache to the second one, and from memory.
  double l2Bytes = 32, l3Bytes = 16, memoryBytes = 5.5;
  /// Fraction of the rate of multiplications that products of whole networks
  /// reach; and bytes per cycle of transformed tiles (Winograd's algorithm), to
  /// or from a cache.
  double sustained = 0.8, tileBytes = 24;
  /// Cycles per line where each one is in another page.
  double page = 5;
  /// Fraction of the time of transfers that computation does not hide.
  double exposed = 0.1;
  /// Cycles to start threads, and cycles of a task.
  double fork = 9e3, task = 100;

  /// The constants for `cpu`.
  static Rates get(const target::CPU &cpu);
};

/// Relative error of the estimates of a kernel's strategies: of two whose
/// estimates differ by less, neither is known to be faster. It is a margin
/// against noise, the same for whatever strategy a rule prefers.
inline constexpr double kEstimateError = 0.1;

/// Number of instructions of an elementary function.
inline constexpr int64_t kFunctionOperations = 20;

/// Lines of a set of a cache, and bytes of a cache from which on its sets are
/// chosen by a hash of the address: rows at equal distances then share no sets.
inline constexpr int64_t kWays = 8, kHashedBytes = 4 << 20;

/// Number of ranges of iterations per thread: `rangesPerThread` of
/// `runtime/core/ThreadPool.h`, on which the compiler cannot depend. A test
/// compares both.
inline constexpr int64_t kRangesPerThread = 8;

/// The time of independent tasks of equal length on `cores`, as a fraction of
/// the time of one core. There are at most `tasks` tasks; with 0, one core runs
/// all.
double getParallelPart(int64_t tasks, int64_t cores);

/// Cycles of all cores of `cpu` for `work` cycles of one core, which are
/// divided into `tasks` iterations of a parallel loop; 0: one core runs all.
double shareWork(double work, int64_t tasks, const target::CPU &cpu,
                 const Rates &rates);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_RATES_H
