// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEDIALECT_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEDIALECT_TD

include "mlir/IR/OpBase.td"

def Schedule_Dialect : Dialect {
  let name = "schedule";
  let summary = "Schedule primitives as transform operations";
  let description = [{
    A schedule is a script that rewrites the loops of a kernel. Its operations
    implement `TransformOpInterface`, so they mix with upstream's `transform`
    operations in one sequence. Payload are `te.block`s inside of `affine.for`
    nests. Every operation here keeps the results of the kernel, or refuses
    with a silenceable failure that says why.
  }];
  let cppNamespace = "::tvm::schedule";
  let dependentDialects = [
    "::mlir::transform::TransformDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::tvm::te::TEDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerQueriesOps();
    void registerLoopsOps();
    void registerBlocksOps();
    void registerMemoryOps();
    void registerSamplingOps();
  }];
}

#endif
