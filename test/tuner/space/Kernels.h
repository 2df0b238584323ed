// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TUNER_SPACE_KERNELS_H
#define TVM_TEST_TUNER_SPACE_KERNELS_H

#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "tuner/space/KernelSpace.h"

namespace tvm::tuner {

/// A product of 60 x 64 by 64 x 96 and its sum with itself.
inline constexpr llvm::StringLiteral kProduct = R"(
func.func @product(%a: memref<60x64xf32>, %b: memref<64x96xf32>,
                   %c: memref<60x96xf32>) {
  %t = memref.alloc() : memref<60x96xf32>
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 96 {
      affine.for %k = 0 to 64 {
        te.block "product" [false, false, true]
            affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
            captures(%a, %b, %t : memref<60x64xf32>, memref<64x96xf32>,
                     memref<60x96xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<60x64xf32>,
             %mb: memref<64x96xf32>, %mt: memref<60x96xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %mt[%vi, %vj] : memref<60x96xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<60x64xf32>,
             %mb: memref<64x96xf32>, %mt: memref<60x96xf32>):
          %x = affine.load %ma[%vi, %vk] : memref<60x64xf32>
          %y = affine.load %mb[%vk, %vj] : memref<64x96xf32>
          %xy = arith.mulf %x, %y : f32
          %old = affine.load %mt[%vi, %vj] : memref<60x96xf32>
          %sum = arith.addf %old, %xy : f32
          affine.store %sum, %mt[%vi, %vj] : memref<60x96xf32>
          te.yield
        }
      }
    }
  }
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 96 {
      te.block "double" [false, false]
          affine_map<(i, j) -> (i, j)>(%i, %j)
          captures(%t, %c : memref<60x96xf32>, memref<60x96xf32>) do {
      ^bb0(%vi: index, %vj: index, %mt: memref<60x96xf32>,
           %mc: memref<60x96xf32>):
        %x = affine.load %mt[%vi, %vj] : memref<60x96xf32>
        %xx = arith.addf %x, %x : f32
        affine.store %xx, %mc[%vi, %vj] : memref<60x96xf32>
        te.yield
      }
    }
  }
  return
})";

/// A product of 1 x 512 by 512 x 96.
inline constexpr llvm::StringLiteral kRow = R"(
func.func @row(%a: memref<1x512xf32>, %b: memref<512x96xf32>,
               %c: memref<1x96xf32>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 96 {
      affine.for %k = 0 to 512 {
        te.block "product" [false, false, true]
            affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
            captures(%a, %b, %c : memref<1x512xf32>, memref<512x96xf32>,
                     memref<1x96xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<1x512xf32>,
             %mb: memref<512x96xf32>, %mc: memref<1x96xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %mc[%vi, %vj] : memref<1x96xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<1x512xf32>,
             %mb: memref<512x96xf32>, %mc: memref<1x96xf32>):
          %x = affine.load %ma[%vi, %vk] : memref<1x512xf32>
          %y = affine.load %mb[%vk, %vj] : memref<512x96xf32>
          %xy = arith.mulf %x, %y : f32
          %old = affine.load %mc[%vi, %vj] : memref<1x96xf32>
          %sum = arith.addf %old, %xy : f32
          affine.store %sum, %mc[%vi, %vj] : memref<1x96xf32>
          te.yield
        }
      }
    }
  }
  return
})";

/// A kernel without blocks.
inline constexpr llvm::StringLiteral kEmpty = "func.func @empty() { return }";

/// Kernels of one context, for the CPU of target::CPU's defaults.
class KernelContext {
public:
  KernelContext() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                        mlir::memref::MemRefDialect,
                        mlir::transform::TransformDialect,
                        mlir::vector::VectorDialect, schedule::ScheduleDialect,
                        te::TEDialect>();
  }

  /// The function in `text`.
  mlir::func::FuncOp parse(llvm::StringRef text) {
    modules.push_back(mlir::parseSourceString<mlir::ModuleOp>(text, &context));
    return *modules.back()->getOps<mlir::func::FuncOp>().begin();
  }

  static std::string print(mlir::func::FuncOp kernel) {
    std::string text;
    llvm::raw_string_ostream os(text);
    kernel.print(os);
    return text;
  }

  mlir::MLIRContext context;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  MachineModel machine{target::CPU()};
};

} // namespace tvm::tuner

#endif // TVM_TEST_TUNER_SPACE_KERNELS_H
