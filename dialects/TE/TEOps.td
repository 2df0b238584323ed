// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEOPS_TD
#define TVM_DIALECTS_TE_TEOPS_TD

include "dialects/TE/TEAttributes.td"
include "dialects/TE/TEBase.td"
include "dialects/TE/TEEnums.td"
include "dialects/TE/TEIntrinsics.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def TE_ComputeOp : TE_Op<"compute", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
            ["reifyResultShapes"]>]> {
  let summary = "Tensors defined element by element";
  let description = [{
    The block arguments are the axes: first one per result dimension
    (spatial), then the reduction axes. The body yields the element at these
    axes; with reduction axes, the values of all reduction indices are
    combined, in any order, starting from the identity.

    With reduction axes there is either a `combiner` (`argmin` and `argmax`
    reduce pairs (value, integer index) and prefer the smaller index; `minnum` and
    `maxnum` pass over NaN, where `min` and `max` hand it on) or a `combine`
    region, whose arguments are the accumulated values and then the
    new ones, with the start values as `identity` operands. `commutative` says
    that the region is associative and commutative, too, and that these values
    are its identity, so that parts may be combined for themselves.

    `tag` is the name of the block that it becomes, `role` the part that the
    block plays in an algorithm.

    (C1) Extents: one per axis, static ones in `static_extents`, others as
         operands in order.
    (C2) Results have as many dimensions as there are spatial axes, of the
         spatial extents.
    (C3) The body yields one value per result, of its element type.
    (C4) There are reduction axes exactly where there is a combiner.
    (C5) `commutative` is said of a `combine` region.

    ```mlir
    %c = te.compute [4, 8, 16] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      %0 = te.read %a[%i, %k] : tensor<4x16xf32>
      %1 = te.read %b[%k, %j] : tensor<16x8xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$extents,
                       Variadic<TE_Scalar>:$identity,
                       DenseI64ArrayAttr:$static_extents,
                       I64Attr:$num_spatial,
                       OptionalAttr<TE_CombinerAttr>:$combiner,
                       UnitAttr:$commutative,
                       OptionalAttr<StrAttr>:$tag,
                       OptionalAttr<TE_RoleAttr>:$role);
  let results = (outs Variadic<TE_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body, MaxSizedRegion<1>:$combine);
  let assemblyFormat = [{
    custom<DynamicIndexList>($extents, $static_extents) `spatial` $num_spatial
    (`reduce` $combiner^)?
    (`combine` `(` $identity^ `:` type($identity) `)`
     (`commutative` $commutative^)? $combine)?
    (`tag` $tag^)? (`role` $role^)? attr-dict-with-keyword $body `:` type($results)
  }];
  let hasRegionVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$results,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$extents,
                   "int64_t":$num_spatial,
                   "std::optional<Combiner>":$combiner)>
  ];
  let extraClassDeclaration = [{
    unsigned getNumAxes() { return getStaticExtents().size(); }
    unsigned getNumReduction() { return getNumAxes() - getNumSpatial(); }
    ::llvm::ArrayRef<::mlir::BlockArgument> getAxes() {
      return getBody().getArguments();
    }
    /// Extents of all axes, spatial ones first.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedExtents();
    YieldOp getYield();
  }];
}

def TE_ReadOp : TE_Op<"read", [Pure, AttrSizedOperandSegments,
    TypesMatchWith<"result is an element", "tensor", "result",
                   "::llvm::cast<::mlir::ShapedType>($_self).getElementType()">]> {
  let summary = "An element of a tensor";
  let description = [{
    The element at `map(indices)`. Indices are axes or values that depend on
    data. Reading outside the tensor is undefined, unless there is a
    `padding` value, which is then the result.
    (C1) The map has one result per dimension of the tensor.
    (C2) Its divisors that are constant are at least 1.
    (C3) Without `padding`, subscripts that are constant lie inside of the
         tensor, unless that dimension is empty.

    ```mlir
    %0 = te.read %x[%y * 2 + %r - 1, %c] else %zero : tensor<8x4xf32>
    ```
  }];
  let arguments = (ins TE_Tensor:$tensor, Variadic<Index>:$indices,
                       Optional<TE_Scalar>:$padding, AffineMapAttr:$map);
  let results = (outs TE_Scalar:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TE_YieldOp : TE_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "The values of a region";
  let description = [{
    The operation around it defines their meaning: elements of results, next
    states, or the results of an instruction.

    ```mlir
    %y = te.compute [4] spatial 1 {
    ^bb0(%i: index):
      %0 = te.read %x[%i] : tensor<4xf32>
      te.yield %0 : f32
    } : tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{}]>];
}

def TE_ScanOp : TE_Op<"scan", [RecursiveMemoryEffects]> {
  let summary = "A recurrence over steps";
  let description = [{
    Runs the body for `t = 0 .. trip_count - 1`. Its arguments are `t` and the
    states; it yields the next states. Each result stacks the states after
    each step along a new first dimension, or is the state after the last one
    (`init` where there is no step), as its type says.
    (C1) The body's state arguments and yielded values have the types of
         `init`.
    (C2) Result `i` has the type of state `i`, or its shape with the trip count
         in front.

    ```mlir
    %h = te.scan %n init(%h0 : tensor<4xf32>) {
    ^bb0(%t: index, %s: tensor<4xf32>):
      %1 = te.compute [4] spatial 1 {
      ^bb0(%i: index):
        %a = te.read %s[%i] : tensor<4xf32>
        %b = te.read %x[%t, %i] : tensor<?x4xf32>
        %c = arith.addf %a, %b : f32
        te.yield %c : f32
      } : tensor<4xf32>
      te.yield %1 : tensor<4xf32>
    } -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Index:$trip_count, Variadic<TE_Tensor>:$init);
  let results = (outs Variadic<TE_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $trip_count `init` `(` $init `:` type($init) `)` attr-dict-with-keyword
    $body `->` type($results)
  }];
  let hasRegionVerifier = 1;
}

def TE_ExternOp : TE_Op<"extern", [AttrSizedOperandSegments]> {
  let summary = "A call of an external function, destination-passing style";
  let description = [{
    Calls the C function `callee` of type `int32_t (const tvm_args *)`, see
    `runtime/include/tvm_abi.h`. Its `buffers` are the inputs, to be read only,
    and then the results, to be written; all of them row-major without gaps, and
    no result overlaps another buffer. Its `dims` are all dimensions of all
    these buffers in order, static ones too: a function has no other way to know
    them. `workspace` is null, `parallel` is the kernel's field, or null. A
    result other than 0 ends the run with an error that names the function.
    `constants`, texts and lists of `i64`, are buffers of one dimension in front
    of the inputs.

    The function is no part of the artefact: who loads that provides it, by
    `tvm_register_function` or in a loaded library. In a kernel, calls are
    neither removed nor merged; but launches of kernels are pure, so it should
    do nothing but write the results.

    (C1) `extents` are the dynamic dimensions of the results, in order.
    (C2) There is at least one result.

    ```mlir
    %y = te.extern @sort(%x) : (tensor<8xf32>) -> tensor<8xf32>
    %z = te.extern @unique(%x) extents(%n) : (tensor<8xf32>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<TE_Tensor>:$inputs,
                       Variadic<Index>:$extents,
                       OptionalAttr<ArrayAttr>:$constants);
  let results = (outs Variadic<TE_Tensor>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` (`extents` `(` $extents^ `)`)? attr-dict `:`
    functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Dimensions of result `index`.
    ::llvm::SmallVector<::mlir::OpFoldResult>
    getMixedDims(unsigned index);
  }];
}

def TE_BlockOp : TE_Op<"block", [
    AttrSizedOperandSegments, IsolatedFromAbove, AffineScope,
    RecursiveMemoryEffects]> {
  let summary = "One computation, isolated from the loops around it";
  let description = [{
    Binds block axes to affine expressions of loop variables. Region arguments
    are the axes, then the operands `captures` (memrefs and scalars). `init`,
    where present, runs instead of nothing before the first point of the
    reduction axes. The memory accesses of the body are affine in the axes,
    except where data decides. `role` is the part that the block plays in an
    algorithm; schedule rules find it by that.

    (C1) `bindings` has one result per axis; `kinds` says `spatial` (false) or
         `reduction` (true) for each.
    (C2) Regions take one index per axis and then the captures.
    (C3) There is an `init` only if there is a reduction axis.
    (C4) The `predicate`, an integer set over `iters` as `bindings` is a map
         over them, holds where the block runs; elsewhere it does nothing.
    (C5) `reads` and `writes`, both or none, declare the accesses of a body
         whose operations do not show them: it is a tile or the code of an
         instruction. An `init` then writes the `writes`, and reads nothing.
         Schedules compare that with the operations, as far as these tell.
    (C6) A region is of a captured memref: an offset over axes and captures of
         type index, and a positive size, per dimension.
    (C7) `combine`, with its `identity`, declares an operation on values:
         arguments are accumulated values, of the types of `identity`, then as
         many new ones; it yields as many, and has no side effects. It never
         runs. A body that performs this combination with the old elements,
         after an `init` that stores `identity`, may combine in any order.
    (C8) Divisors that are constant in `bindings`, `predicate` and regions are
         at least 1.

    ```mlir
    te.block "copy" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j)
        captures(%a, %b : memref<4x8xf32>, memref<4x8xf32>) do {
    ^bb0(%vi: index, %vj: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
      %0 = affine.load %x[%vi, %vj] : memref<4x8xf32>
      affine.store %0, %y[%vi, %vj] : memref<4x8xf32>
      te.yield
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<Index>:$iters,
                       Variadic<AnyType>:$captures, AffineMapAttr:$bindings,
                       DenseBoolArrayAttr:$kinds,
                       OptionalAttr<IntegerSetAttr>:$predicate,
                       OptionalAttr<TE_RegionArrayAttr>:$reads,
                       OptionalAttr<TE_RegionArrayAttr>:$writes,
                       OptionalAttr<TypedArrayAttrBase<TypedAttrInterface,
                           "constants">>:$identity,
                       OptionalAttr<TE_RoleAttr>:$role);
  let regions = (region MaxSizedRegion<1>:$init, MaxSizedRegion<1>:$combine,
                        SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name $kinds $bindings `(` $iters `)` (`if` $predicate^)?
    `captures` `(` ($captures^ `:` type($captures))? `)`
    (`reads` $reads^)? (`writes` $writes^)? (`role` $role^)?
    attr-dict-with-keyword (`combine` $identity^ $combine)?
    (`init` $init^)? `do` $body
  }];
  let hasRegionVerifier = 1;
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::ValueRange":$iters,
                   "::mlir::ValueRange":$captures,
                   "::mlir::AffineMap":$bindings,
                   "::llvm::ArrayRef<bool>":$kinds), [{
      build($_builder, $_state, name, iters, captures, bindings, kinds,
            ::mlir::IntegerSetAttr(), ::mlir::ArrayAttr(), ::mlir::ArrayAttr(),
            ::mlir::ArrayAttr(), RoleAttr());
    }]>
  ];
  let extraClassDeclaration = [{
    unsigned getNumAxes() { return getKinds().size(); }
    bool isReduction(unsigned axis) { return getKinds()[axis]; }
    /// Whether `reads` and `writes` declare the accesses of the body.
    bool hasRegions() { return getWrites().has_value(); }
    bool hasReduction() { return ::llvm::is_contained(getKinds(), true); }
    ::mlir::ValueRange getAxes() {
      return getBody().getArguments().take_front(getNumAxes());
    }
    /// The argument of `region` for capture `index`.
    ::mlir::BlockArgument getCaptureArgument(::mlir::Region &region,
                                             unsigned index) {
      return region.getArgument(getNumAxes() + index);
    }
  }];
}

#endif
