#ifndef TVM_TRANSFORMS_VECTORIZE_PASSES_TD
#define TVM_TRANSFORMS_VECTORIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def UnrollConditionsPass : Pass<"vectorize-unroll-conditions", "::mlir::func::FuncOp"> {
  let summary = "Unroll what decides conditions in vectorized loops";
  let description = [{
    Where each iteration of a vectorized loop computes something that depends on
    a condition of its own, unrolls all loops of the function that are marked
    `te.kind = "unrolled"` before lanes are told apart, and drops its serial
    loops of one iteration: most conditions (whether a window is inside of an
    image) are then decided by constants and by the bounds of the other loops,
    and what they guard needs no mask.

    Nothing happens where there are virtual threads, where all lanes take the
    same branch, and where that would be more than 4096 copies of a vectorized
    loop.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def VectorizeLoopsPass : Pass<"vectorize-marked-loops", "::mlir::func::FuncOp"> {
  let summary = "Run the iterations of vectorized loops as lanes";
  let description = [{
    Rewrites every innermost `affine.for` marked `te.kind = "vectorized"` to
    vector operations; loops inside that are marked `"unrolled"` are unrolled
    first. Contiguous accesses become vector loads and stores, invariant ones
    stay scalar and are broadcast, every other element, third and so on is
    shuffled out of vectors, others are gathered lane by lane. Where constant
    bounds of all loops show that the buffer holds them, such vectors begin at a
    multiple of the stride: loads of neighbours in the body share them, or, with
    32 registers, in other loops too. A loop that combines values in one place
    keeps vectors of partial results. What is left over of the trip count runs
    in a shorter vector, or in a scalar loop where the count is unknown.

    A body under a condition that is linear in the variable (the predicate that
    a split leaves behind that does not divide) runs under a mask: nothing is
    read or written in lanes where it does not hold. What the condition says of
    other variables is tested in front of the loop. Other conditions are compared
    lane by lane. Where registers have no masks (128 bits, or 256 bits and
    elements of less than 32), whole vectors run if the condition holds in all
    iterations, and the scalar loop otherwise.

    A loop that cannot be rewritten stays as it is, with a remark that says why:
    of all kernels, or, if `quiet`, of those in modules called as `remarks-of`
    lists, whose schedules are a user's.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"CPU\"",
           "the device of the target whose vectors these are">,
    Option<"quiet", "quiet", "bool", "false",
           "no remarks but those of modules in remarks-of">,
    ListOption<"remarksOf", "remarks-of", "std::string",
               "names of modules that quiet makes an exception of">
  ];
  let dependentDialects = [
    "::mlir::vector::VectorDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif
