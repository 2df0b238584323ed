// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_PASSES_TD

include "mlir/Pass/PassBase.td"
include "transforms/Graph/Fusion/Passes.td"
include "transforms/Graph/Layout/Passes.td"
include "transforms/Graph/Memory/Passes.td"
include "transforms/Graph/Partition/Passes.td"
include "transforms/Graph/Precision/Passes.td"

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

    It recognises what exporters spell out (`Idioms/*.pdll`): GELU, SiLU, hard
    swish, layer and RMS normalisation, softmax, blocks of pixels, splits that
    are put together again. A remark of category `graph-simplify` says so at
    each (`--remarks-filter=graph-simplify --remark-format=emitRemark`).

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
  let dependentDialects = [
    "::tvm::graph::GraphDialect", "::mlir::pdl::PDLDialect",
    "::mlir::pdl_interp::PDLInterpDialect"
  ];
}

def CombineProductsPass
    : Pass<"graph-combine-products", "::mlir::func::FuncOp"> {
  let summary = "Make products of one operand with several weights one product";
  let description = [{
    Queries, keys and values, the gates of a cell: matrix products that share an
    operand, whose weights have one shape, become one product with a batch of
    weights, and what is element-wise and follows all of them alike, with
    constants (a bias, an activation), is done once for all. TVM's
    `CombineParallelDense`. The parts of the result are memory of its own, no
    kernel takes them apart. Shapes are static.

    Products stay where something element-wise reads a part in another way: it
    is better off in the kernel of its product.

    ```mlir
    func.func @main(%x: tensor<16x8xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
      %v = graph.constant dense<1.0> : tensor<8x8xf32>
      %w = graph.constant dense<2.0> : tensor<8x8xf32>
      // One product 16x8 by 2x8x8, and two graph.gather of it.
      %0 = graph.matmul %x, %v : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
      %1 = graph.matmul %x, %w : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
      %2 = graph.transpose %0 [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
      %3 = graph.transpose %1 [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
      return %2, %3 : tensor<8x16xf32>, tensor<8x16xf32>
    }
    ```
  }];
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

def FoldConstantsPass : Pass<"graph-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Compute what depends on constants only";
  let description = [{
    Runs the operators whose operands are all constants on this machine, and
    puts their results into the weight store. Thus scaled and transposed weights
    cost nothing at run time. An operator whose result is much larger than its
    operands stays.

    The operators are computed by the `ConstantEvaluator` of the Graph dialect,
    which compiles them as it compiles a model. Where they are but no evaluator
    is registered, that is an error.
  }];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
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
    (`schedule.transform_layout`). `graph.finite`: no element of these weights
    is infinite or NaN, so that a product with zero is zero
    (`schedule.skip_zeros`).
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

def StoreWeightsPass : Pass<"graph-store-weights", "::mlir::ModuleOp"> {
  let summary = "Write the weight store to a file for the module's text";
  let description = [{
    Large constants are no part of a module's text. The pass writes their bytes
    to `file` and names it in the module (`graph.weights`), so that a tool that
    reads the text finds them: `tvmc` and `tvm-opt` look in the text's folder,
    other tools in the working directory. A file that is there is replaced.

    ```
    mlir-opt-22 ... --pass-pipeline="builtin.module(...,graph-store-weights{file=out/weights.bin})" -o out/model.mlir
    ```
  }];
  let options = [
    Option<"file", "file", "std::string", "\"weights.bin\"",
           "the file, in the folder of the module's text">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
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
    Decides how each convolution is computed, and records the decision as its
    attribute `algorithm`: `#graph.winograd<tile = 4>` where that is estimated
    to be faster (`WinogradCost.h`), else `#graph.direct`. A decision that is
    there before, perhaps another tile, is obeyed; one that is not possible is an
    error. The pass
    carries Winograd's algorithm out: it replaces the convolution by
    `graph.winograd_conv`. Its weights are constants of 3x3, its elements f32,
    its shape is static but perhaps for the number of images (one then), strides,
    dilations and group are 1. The transformed
    weights are expressions of constants, which a constant folder evaluates.
    A quantized convolution is left alone unless `force` is set: its weights are
    dequantized integers, or its data are and its result becomes integers
    again, which rounding would change.

    An infinite element of the data, one that is not a number, or one beyond 1e36
    (whose multiples overflow) may make all results of the tiles that it belongs
    to NaN, 4x4 of each channel with tiles of 4. Of sums over
    windows only those become infinite or NaN whose windows have that element.

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
    Option<"force", "force", "bool", "false",
           "wherever it is possible, not only where it is faster">,
    Option<"onlyRecorded", "only-recorded", "bool", "false",
           "only where the attribute of a convolution asks for it">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

def SeparatePoolsPass : Pass<"graph-separate-pools", "::mlir::func::FuncOp"> {
  let summary = "Pool along one dimension after the others";
  let description = [{
    The largest element of a window, and its mean, are those of its columns'
    largest elements, and means. Where windows overlap, or are read in steps, the
    columns are fewer: a pool becomes two, of the last dimension behind the
    others, where that is estimated to be faster. Maxima are the same; sums of
    f32 are rounded in another order. Means of narrower elements stay, as they
    would be rounded in between.

    ```mlir
    func.func @main(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x17x17xf32> {
      // graph.average_pool to tensor<1x64x17x56xf32>, and another one of that.
      %y = graph.average_pool %x {kernel = array<i64: 7, 7>,
          strides = array<i64: 3, 3>, dilations = array<i64: 1, 1>,
          pads = array<i64: 0, 0, 0, 0>}
          : (tensor<1x64x56x56xf32>) -> tensor<1x64x17x17xf32>
      return %y : tensor<1x64x17x17xf32>
    }
    ```
  }];
}

#endif
