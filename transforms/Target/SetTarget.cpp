// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/Builders.h"
#include "transforms/Target/Keys.h"
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
      if (failed(checkKey(getOperation().getLoc(), device, key)))
        return signalPassFailure();
      parsed.push_back(builder.getNamedAttr(key, parseValue(value, builder)));
    }
    setProperties(getOperation(), device, parsed);
  }
};
} // namespace

} // namespace tvm::target
