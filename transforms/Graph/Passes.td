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
    (`AttentionCost.h`). Rows of zeros fill the last block.

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
  let options = [
    Option<"cacheBytes", "cache-bytes", "int64_t", "1 << 20",
           "bytes of the second-level cache of a core">
  ];
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

def ToMixedPrecisionPass
    : Pass<"graph-to-mixed-precision", "::mlir::func::FuncOp"> {
  let summary = "Compute products of f32 in a narrower type";
  let description = [{
    Operators of the list `allow` take and give elements of `type` instead of
    f32; their sums are of f32. Those that compute element by element, move
    elements or choose among them follow: they are narrow where all their data
    is, constants aside. All others, and those of `deny`, stay f32: sums,
    norms, softmax, and what enlarges errors of its operand. So do arguments
    and results of the function, and what regions take and give; and, unless
    `allow` is given, convolutions of f32 data of fewer than 16 channels, such
    as colours, whose casts would take longer than narrow products save.

    A value has at most one cast; that of a constant is an expression of
    constants, which a constant folder evaluates. A remark counts operators,
    and casts at run time.

    ```mlir
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
      %w = graph.constant dense<1.0> : tensor<8x16xf32>
      // In bf16; casts of %x, %w and of the sum's result.
      %0 = graph.matmul %x, %w
          : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      %1 = graph.relu %0 : (tensor<4x16xf32>) -> tensor<4x16xf32>
      %2 = graph.softmax %1 [1] : (tensor<4x16xf32>) -> tensor<4x16xf32>
      return %2 : tensor<4x16xf32>
    }
    ```
  }];
  let options = [
    Option<"type", "type", "std::string", "\"bf16\"", "bf16 or f16">,
    ListOption<"allow", "allow", "std::string",
               "operators in the narrow type; default: conv, conv_transpose, "
               "einsum and matmul">,
    ListOption<"deny", "deny", "std::string",
               "operators in f32; default: exp, log, pow, trigonometric and "
               "hyperbolic functions without bounds, batch_norm, range">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

def NarrowProductsPass
    : Pass<"graph-narrow-products", "::mlir::func::FuncOp"> {
  let summary = "Compute products of quantised tensors from their bytes";
  let description = [{
    For targets with instructions for products of bytes (x86): products and
    convolutions of i32, or of dequantised f32, whose data are converted from
    bytes, perhaps less a zero point, and whose weights are constants in
    [-128, 127], become ones of `ui8` and `i8`. Of the sums, the zero point times the sums of weights is
    subtracted; data with a sign are shifted by 128. What is summed over gets
    zeros behind it, to a multiple of 4. The result is the same, bit by bit.

    ```mlir
    func.func @main(%x: tensor<8x16xui8>) -> tensor<8x32xi32> {
      %zero = graph.constant dense<3> : tensor<i32>
      %w = graph.constant dense<1> : tensor<16x32xi32>
      %0 = graph.cast %x {to = i32} : (tensor<8x16xui8>) -> tensor<8x16xi32>
      %1 = graph.sub %0, %zero : (tensor<8x16xi32>, tensor<i32>) -> tensor<8x16xi32>
      // graph.matmul of %x and weights of i8, less %zero times their sums.
      %y = graph.matmul %1, %w : (tensor<8x16xi32>, tensor<16x32xi32>) -> tensor<8x32xi32>
      return %y : tensor<8x32xi32>
    }
    ```
  }];
  let options = [
    Option<"dequantized", "dequantized", "bool", "true",
           "also products of dequantised tensors, of f32">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

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

def WinogradPass : Pass<"graph-winograd", "::mlir::func::FuncOp"> {
  let summary = "Compute convolutions of 3x3 windows by Winograd's algorithm";
  let description = [{
    Replaces a convolution by `graph.winograd_conv` where that is estimated to be
    faster (`WinogradCost.h`). Its weights are constants of 3x3, its elements f32,
    its shape is static but perhaps for the number of images (one then), strides,
    dilations and group are 1. The transformed
    weights are expressions of constants, which a constant folder evaluates.
    A constant that is added to each channel behind it becomes its bias. A
    quantized convolution is left alone unless `force` is set: its weights are
    dequantized integers, or its data are and its result becomes integers
    again, which rounding would change.

    An infinite element of the data, one that is not a number, or one beyond 1e36
    (whose multiples overflow) may make all results of the tiles that it belongs
    to NaN, 4x4 of each channel. Of sums over
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
    Option<"vectorBits", "vector-bits", "int64_t", "256",
           "bits of a vector register">,
    Option<"vectorsPerCycle", "vectors-per-cycle", "int64_t", "2",
           "vectors that are multiplied and added per cycle">,
    Option<"force", "force", "bool", "false",
           "wherever it is possible, not only where it is faster">
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

def ConvertLayoutPass : Pass<"graph-convert-layout", "::mlir::func::FuncOp"> {
  let summary = "Compute convolutions in another layout";
  let description = [{
    Converts convolutions to layout NHWC, and weights that are constant to
    HWIO. Pooling, normalisation, element-wise operators, concatenation,
    padding, slices and reductions between them follow, so that only borders
    (graph inputs, operators that need the original order) keep a
    `graph.transpose`. A remark says how many of them are left for run time.

    By default, convolutions stay that the schedules of this project compute as
    fast in NCHW: depthwise ones, and pointwise ones whose results the caller or
    such convolutions want in it. Borders of images are added before they move.
    `nhwc` and `nchw` convert every operator that has a layout, and nothing
    else: from one to the other and back again is the program that it was.
  }];
  let options = [
    Option<"layout", "layout", "std::string", "\"auto\"",
           "nhwc, nchw, or auto: nhwc where our schedules gain from it">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

#endif
