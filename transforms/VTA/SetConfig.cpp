// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Passes.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_SETCONFIGPASS
#include "transforms/VTA/Passes.h.inc"

namespace {
/// The verifier, which runs after the pass, checks that the program fits.
struct SetConfigPass : impl::SetConfigPassBase<SetConfigPass> {
  using SetConfigPassBase::SetConfigPassBase;

  void runOnOperation() override {
    runtime::vta::Configuration configuration;
    if (runtime::vta::Configuration::read(file.c_str(), configuration)
            .failed()) {
      getOperation().emitError() << runtime::lastError();
      return signalPassFailure();
    }
    getOperation().setConfigAttr(ConfigAttr::get(&getContext(), configuration));
  }
};
} // namespace

} // namespace tvm::vta
