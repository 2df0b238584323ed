#ifndef TVM_TRANSFORMS_TARGET_TARGETSPEC_H
#define TVM_TRANSFORMS_TARGET_TARGETSPEC_H

#include "mlir/IR/BuiltinOps.h"

namespace tvm::target {

/// The names of devices that `dlti.target_system_spec` describes. An
/// accelerator has a name of its own, such as "vdla".
inline constexpr llvm::StringLiteral kCPU = "CPU";
inline constexpr llvm::StringLiteral kGPU = "GPU";

/// The value of `key` of `device` in the `dlti.target_system_spec` of `op`, or
/// else of the closest operation around it that has this key; null where there
/// is none. A `dlti.dl_spec` in between does not matter, as it does to
/// upstream's `dlti::query`.
mlir::Attribute findProperty(mlir::Operation *op, llvm::StringRef device,
                             llvm::StringRef key);

/// The numbers that an entry may be, both included.
struct Bounds {
  int64_t min, max;
};

/// The bounds of sizes of memories, in bytes.
inline constexpr Bounds kSizes{1, int64_t(1) << 48};

/// The integer that findProperty finds, or `missing` where it finds none.
/// Fails, with a diagnostic at `op`, for any other value, and for numbers that
/// are out of bounds.
mlir::FailureOr<int64_t> findInteger(mlir::Operation *op,
                                     llvm::StringRef device,
                                     llvm::StringRef key, Bounds bounds,
                                     int64_t missing);

/// The same for a boolean.
mlir::FailureOr<bool> findBoolean(mlir::Operation *op, llvm::StringRef device,
                                  llvm::StringRef key, bool missing);

/// The entries for `device` in the `dlti.target_system_spec` of `op` itself.
llvm::SmallVector<mlir::NamedAttribute>
getOwnProperties(mlir::Operation *op, llvm::StringRef device);

/// Adds `entries` to what the `dlti.target_system_spec` of `op` says of
/// `device`; entries that are there already are replaced.
void setProperties(mlir::Operation *op, llvm::StringRef device,
                   llvm::ArrayRef<mlir::NamedAttribute> entries);

} // namespace tvm::target

#endif // TVM_TRANSFORMS_TARGET_TARGETSPEC_H
