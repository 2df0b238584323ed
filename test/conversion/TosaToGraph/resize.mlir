// RUN: tvm-opt %s --convert-tosa-to-graph | FileCheck %s

// Scale, offset and border are (i * d + offset) / n of the data.
// CHECK-LABEL: @resize
func.func @resize(%x: tensor<1x4x6x3xf32>) -> (tensor<1x8x12x3xf32>, tensor<1x8x12x3xf32>, tensor<1x7x11x3xf32>) {
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %two = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %half = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %one = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  // CHECK: %[[SIZES:.*]] = graph.constant dense<[8, 12]> : tensor<2xi64>
  // CHECK: graph.resize %arg0 sizes %[[SIZES]] axes [1, 2] mode nearest coordinates asymmetric rounding round_prefer_ceil
  %0 = tosa.resize %x, %scale, %zero, %two {mode = NEAREST_NEIGHBOR}
      : (tensor<1x4x6x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x12x3xf32>
  // CHECK: mode linear coordinates half_pixel
  %1 = tosa.resize %x, %scale, %half, %one {mode = BILINEAR}
      : (tensor<1x4x6x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x12x3xf32>
  // CHECK: mode linear coordinates align_corners
  %2 = tosa.resize %x, %scale, %zero, %zero {mode = BILINEAR}
      : (tensor<1x4x6x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x11x3xf32>
  return %0, %1, %2 : tensor<1x8x12x3xf32>, tensor<1x8x12x3xf32>, tensor<1x7x11x3xf32>
}
