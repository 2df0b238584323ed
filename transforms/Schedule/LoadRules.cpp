// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/OpenScripts/ScriptRule.h"
#include "transforms/Schedule/Passes.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_LOADRULESPASS
#include "transforms/Schedule/Passes.h.inc"

namespace {
struct LoadRulesPass : impl::LoadRulesPassBase<LoadRulesPass> {
  using LoadRulesPassBase::LoadRulesPassBase;

  void runOnOperation() override {
    for (const std::string &path : paths)
      if (failed(loadScriptRules(path, &getContext())))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tvm::schedule
