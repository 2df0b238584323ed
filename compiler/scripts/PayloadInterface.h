// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCRIPTS_PAYLOADINTERFACE_H
#define TVM_COMPILER_SCRIPTS_PAYLOADINTERFACE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace tvm::compiler {

/// The function of a payload that a program calls, and what its arguments are.
struct PayloadInterface {
  /// The direction of an argument. A memref can be both.
  struct Argument {
    bool isInput, isOutput;
  };

  std::string name;
  mlir::FunctionType type;
  llvm::SmallVector<Argument> arguments;

  /// The only public function of `payload` with a body. Its arguments are
  /// tensors or memrefs of known sizes, its results tensors; a memref is an
  /// output if the function writes it, and an input unless it is filled first.
  /// Fails, with a diagnostic, for other payloads.
  static mlir::FailureOr<PayloadInterface> get(mlir::ModuleOp payload);
};

/// The public functions of `payload` with bodies.
llvm::SmallVector<mlir::func::FuncOp>
getPublicFunctions(mlir::ModuleOp payload);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCRIPTS_PAYLOADINTERFACE_H
