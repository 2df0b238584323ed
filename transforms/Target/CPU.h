#ifndef TVM_TRANSFORMS_TARGET_CPU_H
#define TVM_TRANSFORMS_TARGET_CPU_H

#include "mlir/IR/Operation.h"

namespace tvm::target {

/// The elements of vectors that a load or a store under a mask may have, so
/// that it takes one instruction: none (128-bit registers of x86, NEON); those
/// of 32 and 64 bits (AVX, AVX2); any (AVX-512), where a constant mask costs
/// nothing.
enum class Masks { None, Wide, All };

/// The masks of CPUs whose vector registers have `vectorBits` bits.
Masks getUsualMasks(int64_t vectorBits);

/// Operands that arithmetic on vectors reads from memory, not registers: none
/// (NEON), a vector (x86), or also an element that is broadcast (AVX-512).
enum class MemoryOperands { None, Vectors, Elements };

/// The memory operands of x86's CPUs whose vector registers have `vectorBits`
/// bits.
MemoryOperands getUsualMemoryOperands(int64_t vectorBits);

/// x86's instructions that multiply bytes and add the products to lanes of i32:
/// `vpmaddwd`, after the bytes are extended (AVX2, AVX-512 BW), or `vpdpbusd`
/// (AVX-VNNI, AVX-512 VNNI), which multiplies twice as many.
enum class DotProduct { None, MultiplyAdd, VNNI };

/// The vector registers of a device, and what it does with them.
struct VectorUnit {
  int64_t bits = 256;
  int64_t numRegisters = 16;
  Masks masks = Masks::Wide;

  /// Whether a part of a vector is accessed as fast as all of it.
  bool hasMasks() const { return masks == Masks::All; }
  /// Whether a masked access of elements of `elementBits` bits is one
  /// instruction.
  bool hasMasksFor(int64_t elementBits) const;
  /// Whether registers hold what loads of several loops read together until
  /// all of these have used it.
  bool hasManyRegisters() const;
};

/// The CPU that passes compile for: the entries of device
/// "CPU" (README.md has the table). The initial values are those of entries
/// that are missing.
struct CPU {
  VectorUnit vectors;
  /// Vectors that are multiplied and added per cycle.
  int64_t vectorsPerCycle = 2;
  /// Bytes of the first-level data cache and of the second-level cache of a
  /// core, and of the last-level cache, which cores share.
  int64_t l1CacheBytes = 32 << 10;
  int64_t l2CacheBytes = 1 << 20;
  int64_t l3CacheBytes = 32 << 20;
  /// Cores that threads may run on.
  int64_t numCores = 4;
  DotProduct dotProduct = DotProduct::None;
  /// Products of bf16 and of bytes in matrix registers (x86's AMX).
  bool hasMatrixUnit = false;
  MemoryOperands memoryOperands = MemoryOperands::Vectors;
  /// Whether the operands of an epilogue are best prefetched during the sum
  /// before it.
  bool prefetchesEpilogues = false;
  /// Instructions convert between f16 and f32.
  bool hasNativeF16 = true;

  /// The CPU that `op` is compiled for. Fails, with a diagnostic at `op`, where
  /// an entry has a value that it cannot have.
  static mlir::FailureOr<CPU> get(mlir::Operation *op);

  /// All entries of the device.
  llvm::SmallVector<mlir::NamedAttribute>
  getEntries(mlir::MLIRContext *context) const;
};

/// The vector registers of `device`, of which "GPU" has 128 bits and no masks
/// where nothing else is said. Fails as CPU::get does.
mlir::FailureOr<VectorUnit> getVectorUnit(mlir::Operation *op,
                                          llvm::StringRef device);

} // namespace tvm::target

#endif // TVM_TRANSFORMS_TARGET_CPU_H
