// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_TARGET_PASSES_TD
#define TVM_TRANSFORMS_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

def SetTargetPass : Pass<"target-set", "::mlir::ModuleOp"> {
  let summary = "Describe a device that the module is compiled for";
  let description = [{
    Adds or replaces entries of a device in the module's
    `dlti.target_system_spec`, from which passes read the properties of the
    machine: `transforms/Target/README.md` lists the entries of `"CPU"` and
    `"GPU"`, and others are errors. An accelerator has any entries. An entry is
    `key=value`; a value is a number, `true`, `false`, or a word.

    ```
    tvm-opt in.mlir --target-set="entries=max_vector_op_width=512,masks=all"
    ```
  }];
  let options = [
    Option<"device", "device", "std::string", "\"CPU\"",
           "name of the device">,
    ListOption<"entries", "entries", "std::string", "key=value">
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

#endif
