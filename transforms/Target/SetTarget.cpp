#include "mlir/IR/Builders.h"
#include "transforms/Target/CPU.h"
#include "transforms/Target/Passes.h"
#include "transforms/Target/TargetSpec.h"

using namespace mlir;

namespace tvm::target {

#define GEN_PASS_DEF_SETTARGETPASS
#include "transforms/Target/Passes.h.inc"

/// The attribute for `text`: a number (i64), a boolean, or a word.
static Attribute parseValue(StringRef text, Builder &builder) {
  int64_t number;
  if (!text.getAsInteger(10, number))
    return builder.getI64IntegerAttr(number);
  if (text == "true" || text == "false")
    return builder.getBoolAttr(text == "true");
  return builder.getStringAttr(text);
}

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

/// Fails, with a diagnostic, at a key that no pass reads.
static LogicalResult checkKey(ModuleOp module, StringRef device,
                              StringRef key) {
  SmallVector<StringRef> known = getKnownKeys(device, module.getContext());
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
  return emitError(module.getLoc(), "expected an entry of device '")
         << device << "', got '" << key << "'; did you mean '" << *nearest
         << "'?";
}

namespace {
struct SetTargetPass : impl::SetTargetPassBase<SetTargetPass> {
  using SetTargetPassBase::SetTargetPassBase;
  void runOnOperation() override {
    Builder builder(&getContext());
    SmallVector<NamedAttribute> parsed;
    for (StringRef entry : entries) {
      auto [key, value] = entry.split('=');
      if (key.empty() || value.empty()) {
        emitError(getOperation().getLoc(), "expected an entry key=value, got '")
            << entry << "'";
        return signalPassFailure();
      }
      if (failed(checkKey(getOperation(), device, key)))
        return signalPassFailure();
      parsed.push_back(builder.getNamedAttr(key, parseValue(value, builder)));
    }
    setProperties(getOperation(), device, parsed);
  }
};
} // namespace

} // namespace tvm::target
