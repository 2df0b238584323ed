// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VECTORIZE_PASSES_TD
#define TVM_TRANSFORMS_VECTORIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def UnrollConditionsPass : Pass<"vectorize-unroll-conditions", "::mlir::func::FuncOp"> {
  let summary = "Unroll loops that decide conditions in vectorized loops";
  let description = [{
    If each iteration of a vectorized loop has a condition of its own, unrolls
    all loops of the function that are marked `te.kind = "unrolled"` before
    vectorization, and removes its serial loops of one iteration. Constants and
    the bounds of the other loops then decide most conditions, such as whether a
    window is inside of an image, and the guarded code needs no mask.

    Nothing happens where there are virtual threads, where all lanes take the
    same branch, or where there would be more than 4096 copies of a vectorized
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
    stay scalar and are broadcast, accesses with small strides are shuffled out
    of vectors, and others are gathered lane by lane. Where constant bounds of
    all loops show that the buffer contains them, the vectors of strided loads
    begin at a multiple of the stride, so that neighbouring loads in the body,
    or, with 32 registers, in other loops, share them. A loop that combines
    values in one place keeps vectors of partial results. The remainder of the
    trip count runs in a shorter vector, or in a scalar loop if it is dynamic.

    A body under a condition that is linear in the variable (such as the
    predicate of a split with a remainder) runs under a mask: lanes in which it
    does not hold access no memory. The part of the condition on other variables
    is tested in front of the loop. Other conditions are compared lane by lane.
    Where registers have no masks (128 bits, or 256 bits and
    elements of less than 32), whole vectors run if the condition holds in all
    iterations, and the scalar loop otherwise.

    A loop that cannot be rewritten stays as it is, with a remark that gives the
    reason. With `quiet`, only loops in the modules that `remarks-of` names,
    whose schedules a user wrote, get remarks.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"CPU\"",
           "device of the target whose vectors are used">,
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
