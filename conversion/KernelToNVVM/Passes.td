// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTONVVM_PASSES_TD
#define TVM_CONVERSION_KERNELTONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def AlignBuffersPass
    : Pass<"gpu-align-buffers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Align buffers in shared memory to 16 bytes";
  let description = [{
    LLVM takes for granted that large globals are aligned so, and loads four
    elements at once; but its NVPTX backend places globals that do not ask for
    it by the alignment of an element.
  }];
}

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

def OrderOperandsPass : Pass<"gpu-order-operands", "::mlir::ModuleOp"> {
  let summary = "Give kernels their operands in the order of the host's arguments";
  let description = [{
    Outlining passes the operands of a launch in the order of their uses. This
    pass moves arguments of the host's function to the front, in their order. A
    kernel that several launches run stays as it is.
  }];
}

def MarkWrittenPass : Pass<"gpu-mark-written", "::mlir::ModuleOp"> {
  let summary = "Say of launches which memory they write";
  let description = [{
    Every `gpu.launch_func` gets the attribute `kernel.written`, the numbers of
    the operands that its kernel may write.
  }];
}

def LowerLaunchesPass : Pass<"gpu-lower-launches", "::mlir::ModuleOp"> {
  let summary = "Have the host's code call the runtime to run kernels";
  let description = [{
    A kernel's function with `gpu.launch_func`s of kernels in PTX, in a
    `gpu.binary`, becomes code for a CPU alone: its body begins with a call of
    the external function `tvm_device_begin`, which copies the buffers that
    launches use to the device, each launch is a call of `tvm_device_launch`,
    and a call of `tvm_device_end` copies back the buffers that they write
    (`tvm_abi.h`). The text of the kernels is a constant of the calls.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect"
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
