// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_TARGET_TARGETSPEC_H
#define TVM_TRANSFORMS_TARGET_TARGETSPEC_H

#include "mlir/IR/BuiltinOps.h"

namespace tvm::target {

/// The names of devices that `dlti.target_system_spec` describes. An
/// accelerator has a name of its own, such as "vdla".
inline constexpr llvm::StringLiteral kCPU = "CPU";
inline constexpr llvm::StringLiteral kGPU = "GPU";

/// The value of `key` of `device` in the `dlti.target_system_spec` of `op` or
/// of the closest operation around it that has this key; null if there is none.
/// Unlike in upstream's `dlti::query`, a `dlti.dl_spec` in between has no
/// effect.
mlir::Attribute findProperty(mlir::Operation *op, llvm::StringRef device,
                             llvm::StringRef key);

/// The range of legal numbers of an entry, both ends included.
struct Bounds {
  int64_t min, max;
};

/// The bounds of sizes of memories, in bytes.
inline constexpr Bounds kSizes{1, int64_t(1) << 48};

/// The integer that findProperty finds, or `missing` if it finds none. Fails,
/// with a diagnostic at `op`, for other values and for numbers out of bounds.
mlir::FailureOr<int64_t> findInteger(mlir::Operation *op,
                                     llvm::StringRef device,
                                     llvm::StringRef key, Bounds bounds,
                                     int64_t missing);

/// The boolean that findProperty finds, or `missing` if it finds none.
mlir::FailureOr<bool> findBoolean(mlir::Operation *op, llvm::StringRef device,
                                  llvm::StringRef key, bool missing);

/// The entries for `device` in the `dlti.target_system_spec` of `op` itself.
llvm::SmallVector<mlir::NamedAttribute>
getOwnProperties(mlir::Operation *op, llvm::StringRef device);

/// Adds `entries` to the description of `device` in the
/// `dlti.target_system_spec` of `op`. Existing entries are replaced.
void setProperties(mlir::Operation *op, llvm::StringRef device,
                   llvm::ArrayRef<mlir::NamedAttribute> entries);

} // namespace tvm::target

#endif // TVM_TRANSFORMS_TARGET_TARGETSPEC_H
