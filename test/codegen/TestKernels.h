// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_CODEGEN_TESTKERNELS_H
#define TVM_TEST_CODEGEN_TESTKERNELS_H

#include "codegen/Kernels/KernelCompiler.h"
#include "codegen/Kernels/KernelEvaluator.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace tvm::codegen {

/// A context that knows what kernels consist of, and modules parsed in it.
class KernelTest : public ::testing::Test {
protected:
  KernelTest() {
    context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                        mlir::math::MathDialect, mlir::memref::MemRefDialect,
                        mlir::scf::SCFDialect, mlir::vector::VectorDialect>();
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module;
  }

  /// Compiles for this machine and runs on one thread.
  void run(llvm::StringRef text, llvm::ArrayRef<void *> buffers,
           llvm::ArrayRef<int64_t> dims = {}, unsigned optLevel = 3) {
    CompileOptions options;
    options.optLevel = optLevel;
    llvm::Error error = evaluateKernel(*parse(text), buffers, dims, options);
    EXPECT_FALSE(error) << llvm::toString(std::move(error));
  }

  mlir::MLIRContext context;
};

} // namespace tvm::codegen

#endif // TVM_TEST_CODEGEN_TESTKERNELS_H
