#ifndef TVM_TRANSFORMS_COSTMODEL_RATES_H
#define TVM_TRANSFORMS_COSTMODEL_RATES_H

#include "transforms/Target/CPU.h"

namespace tvm::cost {

/// Rates of a core that its description does not contain: constants of a kind
/// of machine. README.md has the table and the measurement of each figure.
struct Rates {
  /// Number of vectors loaded and stored per cycle.
  double loads = 2, stores = 1;
  /// Cycles from a multiplication to a dependent addition.
  double latency = 4;
  /// Cycles of a loop's iteration beside its body.
  double iteration = 1;
  /// Cycles of a tile, without its sum, for addresses and the latency of the
  /// last result; and cycles per vector of its result.
  double tile = 20, tileVector = 1.5;
  /// Bytes per cycle from the second cache to the first one, from the last
  /// cache to the second one, and from memory.
  double l2Bytes = 32, l3Bytes = 10, memoryBytes = 5.5;
  /// Fraction of the time of transfers that computation does not hide.
  double exposed = 0.3;
  /// Cycles to start threads, and cycles of a task.
  double fork = 10e3, task = 300;

  /// The constants for `cpu`.
  static Rates get(const target::CPU &cpu);
};

/// The time of independent tasks of equal length on `cores`, as a fraction of
/// the time of one core. There are at most `tasks` tasks; with 0, one core runs
/// all.
double getParallelPart(int64_t tasks, int64_t cores);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_RATES_H
