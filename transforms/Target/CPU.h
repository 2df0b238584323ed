// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_TARGET_CPU_H
#define TVM_TRANSFORMS_TARGET_CPU_H

#include "mlir/IR/Operation.h"

namespace tvm::target {

/// The elements for which a masked load or store is one instruction: none
/// (128-bit registers of x86, NEON); elements of 32 and 64 bits (AVX, AVX2);
/// all (AVX-512), where a constant mask costs nothing.
enum class Masks { None, Wide, All };

/// The masks of CPUs whose vector registers have `vectorBits` bits.
Masks getUsualMasks(int64_t vectorBits);

/// The operands that vector arithmetic can read from memory: none (NEON), a
/// vector (x86), or also an element that is broadcast (AVX-512).
enum class MemoryOperands { None, Vectors, Elements };

/// The memory operands of x86 CPUs whose vector registers have `vectorBits`
/// bits.
MemoryOperands getUsualMemoryOperands(int64_t vectorBits);

/// x86's instructions that multiply bytes and add the products to lanes of i32:
/// `vpmaddwd`, after the bytes are extended (AVX2, AVX-512 BW), or `vpdpbusd`
/// (AVX-VNNI, AVX-512 VNNI), which multiplies twice as many.
enum class DotProduct { None, MultiplyAdd, VNNI };

/// The vector registers of a device and their properties.
struct VectorUnit {
  int64_t bits = 256;
  int64_t numRegisters = 16;
  Masks masks = Masks::Wide;

  /// Whether accesses to a part of a vector are as fast as to all of it.
  bool hasMasks() const { return masks == Masks::All; }
  /// Whether a masked access to elements of `elementBits` bits is one
  /// instruction.
  bool hasMasksFor(int64_t elementBits) const;
  /// Whether there are enough registers to keep data that loads of several
  /// loops share until all of them have used it.
  bool hasManyRegisters() const;
};

/// The CPU that passes compile for: the entries of device "CPU" (README.md has
/// the table). The initial values apply to missing entries.
struct CPU {
  VectorUnit vectors;
  /// Number of vectors that are multiplied and added per cycle.
  int64_t vectorsPerCycle = 2;
  /// Bytes of the first-level data cache and of the second-level cache of a
  /// core, and of the last-level cache, which cores share.
  int64_t l1CacheBytes = 32 << 10;
  int64_t l2CacheBytes = 1 << 20;
  int64_t l3CacheBytes = 32 << 20;
  /// Number of cores that threads may run on.
  int64_t numCores = 4;
  DotProduct dotProduct = DotProduct::None;
  /// Whether there are matrix registers for products of bf16 and of bytes
  /// (x86's AMX).
  bool hasMatrixUnit = false;
  MemoryOperands memoryOperands = MemoryOperands::Vectors;
  /// Whether an instruction multiplies and adds. Elsewhere the product takes a
  /// register of its own until it is added.
  bool hasFusedMultiplyAdd = true;
  /// Whether the operands of an epilogue are best prefetched during the sum
  /// before it.
  bool prefetchesEpilogues = false;
  /// Whether instructions convert between f16 and f32.
  bool hasNativeF16 = true;

  /// The CPU that `op` is compiled for. Fails, with a diagnostic, where an
  /// entry has an illegal value or an unknown key (checkSpecs).
  static mlir::FailureOr<CPU> get(mlir::Operation *op);

  /// All entries of the device.
  llvm::SmallVector<mlir::NamedAttribute>
  getEntries(mlir::MLIRContext *context) const;
};

/// The vector registers of `device`. The defaults for "GPU" are 128 bits and no
/// masks. Fails like CPU::get.
mlir::FailureOr<VectorUnit> getVectorUnit(mlir::Operation *op,
                                          llvm::StringRef device);

} // namespace tvm::target

#endif // TVM_TRANSFORMS_TARGET_CPU_H
