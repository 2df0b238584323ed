// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TUNER_SPACE_CHAINKERNEL_H
#define TVM_TEST_TUNER_SPACE_CHAINKERNEL_H

#include "llvm/ADT/StringRef.h"

namespace tvm::tuner {

/// A depthwise convolution of 24 x 24 points of 64 channels by windows of
/// 3 x 3, an element-wise sum, and a pointwise convolution to 128 channels.
inline constexpr llvm::StringLiteral kChain = R"(
func.func @chain(%x: memref<1x26x26x64xf32>, %w: memref<3x3x1x64xf32>,
    %b: memref<64xf32>, %v: memref<1x1x64x128xf32>, %y: memref<1x24x24x128xf32>)
    {
  %d = memref.alloc() : memref<1x24x24x64xf32>
  affine.for %arg5 = 0 to 1 {
    affine.for %arg6 = 0 to 24 {
      affine.for %arg7 = 0 to 24 {
        affine.for %arg8 = 0 to 64 {
          affine.for %arg9 = 0 to 3 {
            affine.for %arg10 = 0 to 3 {
              te.block "block0" [false, false, false, false, true, true]
                  affine_map<(n, h, w, c, y, x) -> (n, h, w, c, y, x)>(%arg5,
                  %arg6, %arg7, %arg8, %arg9, %arg10) captures(%x, %w,
                  %d : memref<1x26x26x64xf32>, memref<3x3x1x64xf32>,
                  memref<1x24x24x64xf32>) init {
              ^bb0(%arg11: index, %arg12: index, %arg13: index, %arg14: index,
                  %arg15: index, %arg16: index, %arg17: memref<1x26x26x64xf32>,
                  %arg18: memref<3x3x1x64xf32>, %arg19: memref<1x24x24x64xf32>):
                %cst = arith.constant 0.000000e+00 : f32
                affine.store %cst, %arg19[%arg11, %arg12, %arg13,
                    %arg14] : memref<1x24x24x64xf32>
                te.yield
              } do {
              ^bb0(%arg11: index, %arg12: index, %arg13: index, %arg14: index,
                  %arg15: index, %arg16: index, %arg17: memref<1x26x26x64xf32>,
                  %arg18: memref<3x3x1x64xf32>, %arg19: memref<1x24x24x64xf32>):
                %0 = affine.load %arg17[%arg11, %arg12 + %arg15,
                    %arg13 + %arg16, %arg14] : memref<1x26x26x64xf32>
                %1 = affine.load %arg18[%arg15, %arg16, 0,
                    %arg14] : memref<3x3x1x64xf32>
                %2 = arith.mulf %0, %1 : f32
                %3 = affine.load %arg19[%arg11, %arg12, %arg13,
                    %arg14] : memref<1x24x24x64xf32>
                %4 = arith.addf %3, %2 : f32
                affine.store %4, %arg19[%arg11, %arg12, %arg13,
                    %arg14] : memref<1x24x24x64xf32>
                te.yield
              }
            }
          }
        }
      }
    }
  }
  %e = memref.alloc() : memref<1x24x24x64xf32>
  affine.for %arg5 = 0 to 1 {
    affine.for %arg6 = 0 to 24 {
      affine.for %arg7 = 0 to 24 {
        affine.for %arg8 = 0 to 64 {
          te.block "block1" [false, false, false, false] affine_map<(n, h, w, c)
              -> (n, h, w, c)>(%arg5, %arg6, %arg7, %arg8) captures(%d, %b,
              %e : memref<1x24x24x64xf32>, memref<64xf32>,
              memref<1x24x24x64xf32>) do {
          ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index,
              %arg13: memref<1x24x24x64xf32>, %arg14: memref<64xf32>,
              %arg15: memref<1x24x24x64xf32>):
            %0 = affine.load %arg13[0, %arg10, %arg11,
                %arg12] : memref<1x24x24x64xf32>
            %1 = affine.load %arg14[%arg12] : memref<64xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %arg15[%arg9, %arg10, %arg11,
                %arg12] : memref<1x24x24x64xf32>
            te.yield
          }
        }
      }
    }
  }
  affine.for %arg5 = 0 to 1 {
    affine.for %arg6 = 0 to 24 {
      affine.for %arg7 = 0 to 24 {
        affine.for %arg8 = 0 to 128 {
          affine.for %arg9 = 0 to 64 {
            te.block "block2" [false, false, false, false, true] affine_map<(n,
                h, w, c, k) -> (n, h, w, c, k)>(%arg5, %arg6, %arg7, %arg8,
                %arg9) captures(%e, %v, %y : memref<1x24x24x64xf32>,
                memref<1x1x64x128xf32>, memref<1x24x24x128xf32>) init {
            ^bb0(%arg10: index, %arg11: index, %arg12: index, %arg13: index,
                %arg14: index, %arg15: memref<1x24x24x64xf32>,
                %arg16: memref<1x1x64x128xf32>,
                %arg17: memref<1x24x24x128xf32>):
              %cst = arith.constant 0.000000e+00 : f32
              affine.store %cst, %arg17[%arg10, %arg11, %arg12,
                  %arg13] : memref<1x24x24x128xf32>
              te.yield
            } do {
            ^bb0(%arg10: index, %arg11: index, %arg12: index, %arg13: index,
                %arg14: index, %arg15: memref<1x24x24x64xf32>,
                %arg16: memref<1x1x64x128xf32>,
                %arg17: memref<1x24x24x128xf32>):
              %0 = affine.load %arg15[%arg10, %arg11, %arg12,
                  %arg14] : memref<1x24x24x64xf32>
              %1 = affine.load %arg16[0, 0, %arg14,
                  %arg13] : memref<1x1x64x128xf32>
              %2 = arith.mulf %0, %1 : f32
              %3 = affine.load %arg17[%arg10, %arg11, %arg12,
                  %arg13] : memref<1x24x24x128xf32>
              %4 = arith.addf %3, %2 : f32
              affine.store %4, %arg17[%arg10, %arg11, %arg12,
                  %arg13] : memref<1x24x24x128xf32>
              te.yield
            }
          }
        }
      }
    }
  }
  return
})";

} // namespace tvm::tuner

#endif // TVM_TEST_TUNER_SPACE_CHAINKERNEL_H
