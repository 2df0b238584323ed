// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Target/TargetSpec.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;

namespace tvm::target {

static TargetSystemSpecAttr getOwnSpec(Operation *op) {
  return op->getAttrOfType<TargetSystemSpecAttr>(
      DLTIDialect::kTargetSystemDescAttrName);
}

Attribute findProperty(Operation *op, StringRef device, StringRef key) {
  auto owner = StringAttr::get(op->getContext(), device);
  auto name = StringAttr::get(op->getContext(), key);
  for (; op; op = op->getParentOp()) {
    TargetSystemSpecAttr system = getOwnSpec(op);
    auto spec = system ? system.getDeviceSpecForDeviceID(owner) : std::nullopt;
    if (!spec)
      continue;
    for (DataLayoutEntryInterface entry : spec->getEntries())
      if (entry.getKey() == DataLayoutEntryKey(name))
        return entry.getValue();
  }
  return {};
}

SmallVector<NamedAttribute> getOwnProperties(Operation *op, StringRef device) {
  SmallVector<NamedAttribute> properties;
  auto owner = StringAttr::get(op->getContext(), device);
  TargetSystemSpecAttr system = getOwnSpec(op);
  auto spec = system ? system.getDeviceSpecForDeviceID(owner) : std::nullopt;
  if (!spec)
    return properties;
  for (DataLayoutEntryInterface entry : spec->getEntries())
    if (auto key = dyn_cast<StringAttr>(entry.getKey()))
      properties.push_back(NamedAttribute(key, entry.getValue()));
  return properties;
}

FailureOr<int64_t> findInteger(Operation *op, StringRef device, StringRef key,
                               Bounds bounds, int64_t missing) {
  Attribute found = findProperty(op, device, key);
  if (!found)
    return missing;
  auto number = dyn_cast<IntegerAttr>(found);
  if (number && !isa<BoolAttr>(found)) {
    bool isUnsigned = number.getType().isUnsignedInteger();
    llvm::APSInt value(number.getValue(), isUnsigned);
    if (value >= bounds.min && value <= bounds.max)
      return value.getExtValue();
  }
  return emitError(op->getLoc(), "expected '")
         << key << "' of device '" << device << "' to be an integer from "
         << bounds.min << " to " << bounds.max << ", got " << found;
}

FailureOr<bool> findBoolean(Operation *op, StringRef device, StringRef key,
                            bool missing) {
  Attribute found = findProperty(op, device, key);
  if (!found)
    return missing;
  if (auto boolean = dyn_cast<BoolAttr>(found))
    return boolean.getValue();
  return emitError(op->getLoc(), "expected '")
         << key << "' of device '" << device << "' to be true or false, got "
         << found;
}

/// Adds `added` to `entries` and replaces an entry with the same key.
static void merge(SmallVectorImpl<DataLayoutEntryInterface> &entries,
                  DataLayoutEntryInterface added) {
  auto *same = llvm::find_if(entries, [&](DataLayoutEntryInterface other) {
    return other.getKey() == added.getKey();
  });
  if (same == entries.end())
    entries.push_back(added);
  else
    *same = added;
}

void setProperties(Operation *op, StringRef device,
                   ArrayRef<NamedAttribute> entries) {
  if (entries.empty())
    return;
  MLIRContext *context = op->getContext();
  context->loadDialect<DLTIDialect>();
  auto owner = StringAttr::get(context, device);
  SmallVector<DataLayoutEntryInterface> devices, properties;
  if (TargetSystemSpecAttr system = getOwnSpec(op)) {
    llvm::append_range(devices, system.getEntries());
    if (auto spec = system.getDeviceSpecForDeviceID(owner))
      llvm::append_range(properties, spec->getEntries());
  }
  for (NamedAttribute entry : entries)
    merge(properties,
          DataLayoutEntryAttr::get(entry.getName(), entry.getValue()));
  merge(devices, DataLayoutEntryAttr::get(
                     owner, TargetDeviceSpecAttr::get(context, properties)));
  op->setAttr(DLTIDialect::kTargetSystemDescAttrName,
              TargetSystemSpecAttr::get(context, devices));
}

} // namespace tvm::target
