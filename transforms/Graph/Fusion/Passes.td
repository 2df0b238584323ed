// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_FUSION_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_FUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyDecisionsPass
    : Pass<"graph-verify-decisions", "::mlir::func::FuncOp"> {
  let summary = "Decisions of earlier passes have been carried out";
  let description = [{
    Checks the decisions on operators that passes before `graph-fuse` carry out:
    an operator computes in its type `graph.precision`
    (`graph-to-mixed-precision`), and has its layout `graph.data_layout`
    (`graph-convert-layout`). One that somebody wrote down afterwards is an
    error, as nothing would obey it.

    ```mlir
    // Refused: it computes in f32.
    %1 = graph.relu %0 {graph.precision = bf16} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def FusePass : Pass<"graph-fuse", "::mlir::ModuleOp"> {
  let summary = "Group operators into kernels";
  let description = [{
    Groups the operators of `main` after TVM's rules: an operator fuses with
    its immediate post-dominator if their fusion kinds and those of everything
    between them allow it. Every group is outlined as a function in a module of
    its own, called by `graph.launch`; equal groups share one. Small constants
    move into the kernels.

    A product, the softmax of its rows and the product with that (attention)
    become one kernel where scores, of a block of queries at least, then stay in
    a core's cache and otherwise would not: `AttentionCost.h` estimates it. So do a depthwise convolution and
    a pointwise one of its result (`DepthwiseCost.h`). These operators get the
    attribute `graph.role` in the kernel.

    A decision on an operator comes before rules and estimates: `graph.apart`
    makes it a kernel of its own, and `graph.fusion` puts it into the kernel of
    its readers, `{joined = "REASON"}`, or not, `{separate = "REASON"}`. One
    that is not possible is an error with the reason.
  }];
  let options = [
    Option<"maxOperators", "max-operators", "unsigned", "256",
           "largest number of operators in a group; 1 = no fusion">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CollapsePointsPass
    : Pass<"graph-collapse-points", "::mlir::ModuleOp"> {
  let summary = "Images of short rows as one row";
  let description = [{
    A kernel that computes each point of an image by itself, with a pointwise
    convolution, gets all points in one row, where rows are too short to fill
    register tiles: 49 points are tiles of 5 and 6, seven rows of 7 are tiles of
    3 and 4. Of planes (NCHW), whose points are columns of tiles, all rows are.
    What it reads and writes must be memory of kernels or the function's caller.

    ```mlir
    %y = graph.relu %x : (tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
    ```

    behind such a convolution becomes, but for the reshapes around the launch,

    ```mlir
    %y = graph.relu %x : (tensor<1x1x49x64xf32>) -> tensor<1x1x49x64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def DivideConcatenationsPass
    : Pass<"graph-divide-concatenations", "::mlir::func::FuncOp"> {
  let summary = "Many tensors of unknown sizes are concatenated in steps";
  let description = [{
    A kernel that concatenates tensors of unknown sizes compares each position
    with the end of every tensor. A concatenation of more than 16 such tensors
    becomes a tree of smaller ones: their kernels are small, and often the same.

    ```mlir
    %y = graph.concat %0, %1, %2, %3 axis 0
        : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    ```

    would become, if the limit were two,

    ```mlir
    %a = graph.concat %0, %1 axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %b = graph.concat %2, %3 axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %y = graph.concat %a, %b axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    ```
  }];
}

def MergeKernelsPass : Pass<"graph-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "One kernel for those that differ in constants only";
  let description = [{
    Kernels that are equal but for the values of small constants become one
    kernel: the constants that differ become arguments, and each launch passes
    its own as a weight. Every layer of a network with its own bias is then
    scheduled and compiled once. A constant whose elements are all equal becomes
    an argument only if eight kernels or more differ in it, because a known
    scalar makes better code.

    ```mlir
    module @k {
      func.func @k(%x: tensor<2xf32>) -> tensor<2xf32> {
        %0 = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %1 = graph.add %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        return %1 : tensor<2xf32>
      }
    }
    ```

    and another module with other numbers become

    ```mlir
    module @k {
      func.func @k(%x: tensor<2xf32>, %c: tensor<2xf32>) -> tensor<2xf32> {
        %0 = graph.add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        return %0 : tensor<2xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

def DivideAttentionPass
    : Pass<"graph-divide-attention", "::mlir::func::FuncOp"> {
  let summary = "Blocks of queries whose scores stay in a cache";
  let description = [{
    In a kernel that computes an attention, queries come in blocks, as one more
    axis of the batch, where the scores of all of them are too many
    (`AttentionCost.h`). Rows of zeros fill the last block. The attention is where
    graph-fuse recorded its roles (`graph.role`). In a kernel without roles, of
    another compiler, it is found by its structure.

    ```mlir
    %0 = graph.matmul %q, %k : (tensor<8x1000x64xf32>, tensor<8x64x1000xf32>) -> tensor<8x1000x1000xf32>
    %1 = graph.softmax %0 [2] : (tensor<8x1000x1000xf32>) -> tensor<8x1000x1000xf32>
    ```

    becomes, but for the reshapes of operands and of the result,

    ```mlir
    %0 = graph.matmul %q, %k : (tensor<8x16x63x64xf32>, tensor<8x1x64x1000xf32>) -> tensor<8x16x63x1000xf32>
    %1 = graph.softmax %0 [3] : (tensor<8x16x63x1000xf32>) -> tensor<8x16x63x1000xf32>
    ```
  }];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

#endif
