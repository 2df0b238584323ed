#ifndef TVM_TRANSFORMS_GRAPH_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_PASSES_TD

include "mlir/Pass/PassBase.td"

def InferShapesPass : Pass<"graph-infer-shapes", "::mlir::func::FuncOp"> {
  let summary = "Refine the types of tensors";
  let description = [{
    Repeats the type inference of every operator in program order and keeps
    what it knows more: dimensions that were unknown. The results of the
    function are refined as well. Inference that contradicts a type is an
    error.
  }];
}

def SimplifyPass : Pass<"graph-simplify", "::mlir::func::FuncOp"> {
  let summary = "Simplify operators and the computation of shapes";
  let description = [{
    Folds and canonicalises operators, evaluates computations of shapes, moves
    small constants through operators that only move elements, removes what
    changes nothing and what is computed twice, and refines types, until
    nothing changes.

    ```mlir
    func.func @main(%x: tensor<?x2x3xf32>) -> tensor<?x6xf32> {
      %zero = graph.constant dense<0> : tensor<1xi64>
      %rest = graph.constant dense<6> : tensor<1xi64>
      %dims = graph.shape %x from 0 to 3 : (tensor<?x2x3xf32>) -> tensor<3xi64>
      %n = graph.gather %dims, %zero axis 0
          : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
      %shape = graph.concat %n, %rest axis 0
          : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
      // The shape becomes the constant [0, 6].
      %y = graph.reshape %x, %shape
          : (tensor<?x2x3xf32>, tensor<2xi64>) -> tensor<?x6xf32>
      return %y : tensor<?x6xf32>
    }
    ```
  }];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

def LowerControlFlowPass
    : Pass<"graph-lower-control-flow", "::mlir::func::FuncOp"> {
  let summary = "Turn graph.if and graph.loop into scf, with dimensions";
  let description = [{
    Conditions and counts are read from their tensors. A dimension that a
    branch or an iteration decides is a value of its own beside the tensor,
    which `graph.with_dims` connects with it, so that kernels and memory
    planning know it. Rows that a loop stacks are inserted into a tensor that is
    there before the loop, where their number and shape are known; else they
    are appended (`graph.append`).

    ```mlir
    func.func @main(%n: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
      %y = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<4xf32> {
      ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
        %b = graph.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        graph.next carry(%b : tensor<4xf32>)
      }
      return %y : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
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
    become one kernel where scores then stay in a core's cache and otherwise
    would not: `AttentionCost.h` estimates it. So do a depthwise convolution and
    a pointwise one of its result (`DepthwiseCost.h`).
  }];
  let options = [
    Option<"maxOperators", "max-operators", "unsigned", "256",
           "largest number of operators in a group; 1 = no fusion">,
    Option<"cacheBytes", "cache-bytes", "int64_t", "1 << 20",
           "bytes of the second-level cache of a core, for estimates of traffic">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MarkEqualDimsPass : Pass<"graph-mark-equal-dims", "::mlir::func::FuncOp"> {
  let summary = "Find which unknown dimensions are equal";
  let description = [{
    Follows the symbolic dimensions of the function's arguments (`graph.dims`)
    through the operators' run-time shapes. Where an operand of a broadcasting
    operator provably has a dimension of its result, the attribute
    `graph.equal_dims` says so (a mask of dimensions per operand), and neither
    shapes nor kernels have to allow for a broadcast at run time.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MarkConstantsPass : Pass<"graph-mark-constants", "::mlir::ModuleOp"> {
  let summary = "Mark arguments of kernels that are always weights";
  let description = [{
    Sets `graph.constant` on the arguments that every launch passes a weight
    for. A schedule may choose another layout for them
    (`schedule.transform_layout`).
  }];
}

def PackWeightsPass : Pass<"graph-pack-weights", "::mlir::ModuleOp"> {
  let summary = "Lay out weights as the schedules of kernels read them";
  let description = [{
    Where an argument of a kernel has `graph.layout`, a map from the indices of
    the tensor to those of the argument, launches pass the constant in that
    layout: new entries of the weight store. Elements that no index goes to are
    zero.
  }];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

def PlanMemoryPass : Pass<"graph-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give every value of the host function a place in memory";
  let description = [{
    Rewrites `main` from launches on tensors to calls on memory. Values in
    between and the kernels' workspaces share one `graph.arena`: live ranges
    over the sequence of launches are placed greedily into the smallest gap,
    which is then improved. Results go where `graph.output` says; what has a
    size that depends on computed data comes from `graph.pool`.

    With dynamic dimensions the layout is made for 64 in each of them; then who
    lies over whom is kept and offsets become expressions of the dimensions, so
    the plan is correct for all.

    The function's `graph.memory` reports the arena's `planned` bytes, their
    `naive` sum without sharing and the `lower_bound` by live ranges. With
    `report` its `buffers` lists what lies in the arena: `offset` and `size` in
    bytes, the launches that it is needed from (`first`) and to (`last`),
    numbered in program order, and where a launch makes it, that one's number
    (`launch`) and the number of its `result`; a workspace has none. `unplanned`
    counts what lies elsewhere as its size is known late.
  }];
  let options = [
    Option<"report", "report", "bool", "false", "list the buffers">
  ];
  let dependentDialects = [
    "::tvm::graph::GraphDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def FoldBatchNormPass : Pass<"graph-fold-batch-norm", "::mlir::func::FuncOp"> {
  let summary = "Fold batch normalisation into convolutions";
  let description = [{
    Scales the constant weights and the bias of a convolution by the factors of
    the normalisation of its result; a normalisation of something else becomes
    a product and a sum. The factors are expressions of constants, which a
    constant folder evaluates. Parameters that are known at run time only stay
    as they are.
  }];
}

def WinogradPass : Pass<"graph-winograd", "::mlir::func::FuncOp"> {
  let summary = "Compute convolutions of 3x3 windows by Winograd's algorithm";
  let description = [{
    Replaces a convolution by `graph.winograd_conv` where that is estimated to be
    faster (`WinogradCost.h`). Its weights are constants of 3x3, its elements f32,
    its shape is static but perhaps for the number of images (one then), strides,
    dilations and group are 1. The transformed
    weights are expressions of constants, which a constant folder evaluates.

    The result differs from that of the convolution by at most 1e-4 of its
    largest element, for weights of up to 512 input channels that are normally
    distributed with variance 1 / (9 channels); less than 2e-5 was measured.

    ```mlir
    func.func @main(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
      %w = graph.constant dense<1.0> : tensor<64x64x3x3xf32>
      // graph.winograd_conv of %x and two graph.einsum of %w.
      %y = graph.conv %x, %w {strides = array<i64: 1, 1>,
          dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>}
          : (tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>) -> tensor<1x64x56x56xf32>
      return %y : tensor<1x64x56x56xf32>
    }
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "256",
           "bits of a vector register">,
    Option<"force", "force", "bool", "false",
           "wherever it is possible, not only where it is faster">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

def ConvertLayoutPass : Pass<"graph-convert-layout", "::mlir::func::FuncOp"> {
  let summary = "Compute convolutions on data whose channels are last";
  let description = [{
    Converts convolutions to layout NHWC, and weights that are constant to
    HWIO. Pooling, normalisation, element-wise operators, concatenation,
    padding, slices and reductions between them follow, so that only borders
    (graph inputs, operators that need the original order) keep a
    `graph.transpose`. A remark says how many of them are left for run time.
  }];
}

#endif
