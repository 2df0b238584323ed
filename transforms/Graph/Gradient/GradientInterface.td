// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENTINTERFACE_TD
#define TVM_TRANSFORMS_GRAPH_GRADIENT_GRADIENTINTERFACE_TD

include "mlir/IR/Interfaces.td"

def GradientInterface : OpInterface<"GradientInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    Operators of one result whose derivatives are known. Rules are attached to
    the operators of the dialect (`registerGradients`); those of a plug-in
    implement the interface.
  }];
  let methods = [
    InterfaceMethod<[{
        Writes, for each operand that the result is a differentiable function
        of, the gradient of a scalar with respect to it, where `gradient` is
        that with respect to the result: the product of `gradient` with the
        Jacobian. It may have the dimensions that the operand is broadcast to.
      }],
      "void", "buildOperandGradients",
      (ins "::mlir::Value":$gradient, "::tvm::graph::GradientBuilder &":$b,
           "::llvm::MutableArrayRef<::mlir::Value>":$operands)>
  ];
}

#endif
