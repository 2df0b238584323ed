#ifndef TVM_CONVERSION_KERNELTONVVM_PASSES_TD
#define TVM_CONVERSION_KERNELTONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def AllowContractionPass
    : Pass<"gpu-allow-contraction", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Let products and sums become fused multiply-adds";
  let description = [{
    Sums, differences and products get the fast-math flag `contract`. Without it
    PTX says of each how it is rounded, and no assembler may join two of them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerIntrinsicsPass
    : Pass<"gpu-lower-intrinsics", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Make elementary functions intrinsics of LLVM";
  let description = [{
    Square roots, rounding and the like, which are instructions: upstream's
    `convert-gpu-to-nvvm` would call libdevice.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect"
  ];
}

def VerifyDeviceCallsPass
    : Pass<"gpu-verify-device-calls", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Check that kernels call nothing that a GPU lacks";
  let description = [{
    There is no library on the device: a call of a function without a body, such
    as one of the math library that `kernel-lower-math` leaves or of libdevice,
    is an error.
  }];
}

#endif
