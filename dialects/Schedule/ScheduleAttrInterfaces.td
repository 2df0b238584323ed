// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEATTRINTERFACES_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEATTRINTERFACES_TD

include "mlir/IR/OpBase.td"

def Schedule_StrategyInterface : AttrInterface<"StrategyAttrInterface"> {
  let description = [{
    A strategy: a description of the schedule of a block, with all parameters.
    The schedule rule of the same name turns a strategy into primitives.
  }];
  let cppNamespace = "::tvm::schedule";
  let methods = [
    InterfaceMethod<"The name of the rule that applies the strategy.",
      "::llvm::StringRef", "getRuleName", (ins), /*methodBody=*/"",
      /*defaultImplementation=*/[{ return ConcreteAttr::getMnemonic(); }]>
  ];
}

#endif
