// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Target/Keys.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Diagnostics.h"
#include "transforms/Target/CPU.h"
#include "transforms/Target/TargetSpec.h"

using namespace mlir;

namespace tvm::target {

/// The keys that passes read from `device`. Empty for an accelerator, which has
/// memories of its own.
static SmallVector<StringRef> getKnownKeys(StringRef device,
                                           MLIRContext *context) {
  if (device == kGPU)
    return {"chip",
            "masks",
            "native_f16",
            "max_vector_op_width",
            "shared_size_in_bytes",
            "vector_registers"};
  if (device != kCPU)
    return {};
  return llvm::map_to_vector(
      CPU().getEntries(context),
      [](NamedAttribute entry) { return entry.getName().getValue(); });
}

LogicalResult checkKey(Location loc, StringRef device, StringRef key) {
  SmallVector<StringRef> known = getKnownKeys(device, loc.getContext());
  if (known.empty() || llvm::is_contained(known, key))
    return success();
  // The distance relative to the longer name: the beginning of a long name is
  // closer to it than to a short one.
  auto getDistance = [&](StringRef other) {
    return static_cast<double>(key.edit_distance(other)) /
           std::max(key.size(), other.size());
  };
  const StringRef *nearest =
      llvm::min_element(known, [&](StringRef a, StringRef b) {
        return getDistance(a) < getDistance(b);
      });
  return emitError(loc, "expected an entry of device '")
         << device << "', got '" << key << "'; did you mean '" << *nearest
         << "'?";
}

/// Whether `entry` may belong to another compiler.
static bool isForeign(NamedAttribute entry) {
  return entry.getName().getValue().contains('.') ||
         entry.getName().getValue().contains(':') ||
         isa<MapAttr>(entry.getValue());
}

static LogicalResult checkDevice(Location loc, StringRef device) {
  for (StringRef known : {StringRef(kCPU), StringRef(kGPU)})
    if (device != known && device.equals_insensitive(known))
      return emitError(loc, "expected device '")
             << known << "', got '" << device << "'";
  return success();
}

/// Checks the specification of `op` itself.
static LogicalResult checkSpec(Operation *op) {
  auto system = op->getAttrOfType<TargetSystemSpecAttr>(
      DLTIDialect::kTargetSystemDescAttrName);
  if (!system)
    return success();
  for (DataLayoutEntryInterface entry : system.getEntries())
    if (auto device = dyn_cast<StringAttr>(entry.getKey()))
      if (failed(checkDevice(op->getLoc(), device)))
        return failure();
  for (NamedAttribute entry : getOwnProperties(op, kCPU))
    if (!isForeign(entry) &&
        failed(checkKey(op->getLoc(), kCPU, entry.getName())))
      return failure();
  return success();
}

LogicalResult checkSpecs(Operation *op) {
  for (; op; op = op->getParentOp())
    if (failed(checkSpec(op)))
      return failure();
  return success();
}

} // namespace tvm::target
