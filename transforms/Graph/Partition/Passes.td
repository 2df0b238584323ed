// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PARTITION_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_PARTITION_PASSES_TD

include "mlir/Pass/PassBase.td"

def PartitionPass : Pass<"graph-partition", "::mlir::ModuleOp"> {
  let summary = "Give parts of a program to other targets";
  let description = [{
    Patterns find operators that a target computes by itself: those of
    registered targets (`registerPartitionTarget`, by a plug-in) and those of
    files in the `pdl` dialect. A match of which others read more than the
    result of the root stays as it is. Matches of one target of which one reads
    the other are one part, unless a value would leave it and come back.

    Every part becomes a private function with `graph.target`, and what it was a
    call. Checks at run time stay with the caller, as do sizes that are
    unknown: results have them by `graph.with_dims`.

    ```mlir
    pdl.pattern : benefit(1) {
      %a = pdl.operand
      %b = pdl.operand
      %t = pdl.type
      %product = pdl.operation "graph.matmul"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      %y = pdl.result 0 of %product
      %relu = pdl.operation "graph.relu"(%y : !pdl.value) -> (%t : !pdl.type)
      pdl.rewrite %relu {
        %target = pdl.attribute = "npu"
        pdl.apply_native_rewrite "partition"(%target, %relu, %product
            : !pdl.attribute, !pdl.operation, !pdl.operation)
      }
    }
    ```
  }];
  let options = [
    ListOption<"files", "patterns", "std::string",
               "files of patterns in the pdl dialect">,
    ListOption<"targets", "targets", "std::string",
               "registered targets whose patterns to use">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::pdl::PDLDialect",
    "::mlir::pdl_interp::PDLInterpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LowerPartitionsPass : Pass<"graph-lower-partitions", "::mlir::ModuleOp"> {
  let summary = "Let targets lower their functions, and make kernels of them";
  let description = [{
    The target that `graph.target` names replaces operators of the function; it
    is an error if nobody has registered it. The function then is a kernel as
    those of `graph-fuse`, and its calls are launches.
  }];
  let dependentDialects = [
    "::tvm::te::TEDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif
