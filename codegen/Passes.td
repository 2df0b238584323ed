#ifndef TVM_CODEGEN_PASSES_TD
#define TVM_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def FoldConstantsPass : Pass<"graph-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Compute what depends on constants only";
  let description = [{
    Compiles the operators of `main` whose operands are all constants, runs
    them on this machine, and puts their results into the weight store. Thus
    scaled and transposed weights cost nothing at run time. An operator whose
    result is much larger than its operands stays.
  }];
  let dependentDialects = [
    "::tvm::graph::GraphDialect", "::tvm::te::TEDialect",
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::DLTIDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif
