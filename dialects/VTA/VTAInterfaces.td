// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAINTERFACES_TD
#define TVM_DIALECTS_VTA_VTAINTERFACES_TD

include "mlir/IR/OpBase.td"

def VTA_StreamOpInterface : OpInterface<"StreamOpInterface"> {
  let cppNamespace = "::tvm::vta";
  let description = [{
    An element of a stream: an instruction, or an explicit token operation.
  }];
  let methods = [
    InterfaceMethod<"The module that executes it.", "::tvm::vta::Module",
                    "getModule">,
    InterfaceMethod<"The virtual thread it belongs to.",
                    "std::optional<uint64_t>", "getThread">,
    InterfaceMethod<"Its address in a listing, where that is not one more "
                    "than the previous operation's.",
                    "std::optional<uint64_t>", "getAddress">
  ];
}

def VTA_InstructionOpInterface
    : OpInterface<"InstructionOpInterface", [VTA_StreamOpInterface]> {
  let cppNamespace = "::tvm::vta";
  let description = [{
    An instruction. Its dependency bits are tokens that it takes before it
    starts, and gives when it has finished.
  }];
  let methods = [
    InterfaceMethod<"The four bits.", "::tvm::runtime::vta::Dependencies",
                    "getDependencies", (ins), "", [{
      return {$_op.getPopPrev(), $_op.getPopNext(), $_op.getPushPrev(),
              $_op.getPushNext()};
    }]>,
    InterfaceMethod<"", "void", "setDependencies",
                    (ins "::tvm::runtime::vta::Dependencies":$bits), "", [{
      $_op.setPopPrev(bits.popPrev);
      $_op.setPopNext(bits.popNext);
      $_op.setPushPrev(bits.pushPrev);
      $_op.setPushNext(bits.pushNext);
    }]>
  ];
  let verify = [{ return detail::verifyDependencies($_op); }];
}

def VTA_RangeUserOpInterface : OpInterface<"RangeUserOpInterface"> {
  let cppNamespace = "::tvm::vta";
  let description = [{
    An instruction on ranges of named buffers.
  }];
  let methods = [
    InterfaceMethod<"Ranges that it reads.",
                    "::llvm::SmallVector<::tvm::vta::RangeAttr>", "getReads">,
    InterfaceMethod<"Ranges that it writes.",
                    "::llvm::SmallVector<::tvm::vta::RangeAttr>", "getWrites">,
    InterfaceMethod<"Takes for each range the interval of `context`.", "void",
                    "selectContext", (ins "unsigned":$context)>
  ];
}

def VTA_HardwareOpInterface
    : OpInterface<"HardwareOpInterface", [VTA_InstructionOpInterface]> {
  let cppNamespace = "::tvm::vta";
  let description = [{
    An instruction that has a word of 128 bits.
  }];
  let methods = [
    InterfaceMethod<"The encoded instruction. DRAM addresses count from the "
                    "beginning of the buffer that the operation names.",
                    "::tvm::runtime::vta::Instruction", "getInstruction">
  ];
  let verify = [{ return detail::verifyEncoding($_op); }];
}

#endif
