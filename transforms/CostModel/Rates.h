#ifndef TVM_TRANSFORMS_COSTMODEL_RATES_H
#define TVM_TRANSFORMS_COSTMODEL_RATES_H

#include "transforms/Target/CPU.h"

namespace tvm::cost {

/// What a core does per cycle, where its description does not say: constants of
/// a kind of machine. README.md has the table, with the measurement that each
/// figure comes from.
struct Rates {
  /// Vectors loaded per cycle, and vectors stored.
  double loads = 2, stores = 1;
  /// Cycles from a multiplication to one that adds to its result.
  double latency = 4;
  /// Cycles of a product whose accumulator is in memory.
  double memoryProduct = 4;
  /// Cycles of a loop's iteration beside its body.
  double iteration = 1;
  /// Cycles of a tile beside its sum: addresses, and waiting for the last
  /// result; and per vector of its result.
  double tile = 20, tileVector = 1.5;
  /// Bytes per cycle from the second cache to the first one, from the last
  /// cache to the second one, and from memory.
  double l2Bytes = 32, l3Bytes = 10, memoryBytes = 5.5;
  /// The part of the time of transfers that computation does not hide.
  double exposed = 0.3;
  /// Cycles until threads have begun, and of a task.
  double fork = 10e3, task = 300;

  /// The constants for `cpu`.
  static Rates get(const target::CPU &cpu);
};

/// The time that cores take for independent tasks of equal length, as a part of
/// one core's: at most `tasks` of them, or all on one core where that is 0.
double getParallelPart(int64_t tasks, int64_t cores);

} // namespace tvm::cost

#endif // TVM_TRANSFORMS_COSTMODEL_RATES_H
