#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_MACHINEMODEL_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_MACHINEMODEL_H

#include "mlir/IR/BuiltinTypes.h"
#include "transforms/Schedule/Support/DotProduct.h"

namespace tvm::schedule {

/// What the rules know of the machine. Sizes of caches are in bytes.
struct MachineModel {
  int64_t vectorBits;
  int64_t numRegisters; // of vectors
  int64_t nearBytes;    // first-level data cache of a core
  int64_t cacheBytes;   // second-level cache of a core
  int64_t sharedBytes;  // last-level cache of all cores
  int64_t numCores;
  DotProduct dotProduct = DotProduct::None;
  bool hasMatrixUnit = false; // of bf16 and bytes: x86's AMX
  // What an epilogue reads is best asked for during the sum before it.
  bool prefetchesEpilogues = false;
  // Arithmetic reads an operand from memory: it needs no register.
  bool hasMemoryOperands = true;

  /// Elements of a buffer in a vector, 1 at least.
  int64_t lanesFor(mlir::MemRefType type) const;
  /// Whether a part of a vector is accessed as fast as all of it.
  bool hasMasks() const;
  /// Whether what is read in steps comes from vectors that neighbours share.
  bool sharesVectors() const;
  /// Iterations of a parallel loop that keep all cores busy, though some take
  /// longer than others. Few cores are taken for four: code that is compiled on
  /// a small machine runs on larger ones, too.
  int64_t getEnoughTasks() const;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_MACHINEMODEL_H
