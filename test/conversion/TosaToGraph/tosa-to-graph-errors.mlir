// RUN: tvm-opt %s --convert-tosa-to-graph --split-input-file --verify-diagnostics

// All that cannot be converted is reported, and nothing else.
func.func @unknown(%x: tensor<2x4x4xf32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{'tosa.fft2d' op cannot become graph operators: it has no counterpart}}
  %0:2 = tosa.fft2d %x, %x {inverse = false} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>)
  %1 = tosa.exp %0#0 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  // expected-error@+1 {{'tosa.clz' op cannot become graph operators: it has no counterpart}}
  %2 = tosa.clz %y : (tensor<4xi32>) -> tensor<4xi32>
  return %2 : tensor<4xi32>
}

// -----

func.func @other_dialect(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'math.exp' op cannot become graph operators: it has no counterpart}}
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{'tosa.exp' op cannot become graph operators: expected ranked tensors of types that graph has, got tensor<*xf32>}}
  %0 = tosa.exp %x : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @element_type(%x: tensor<4xi48>) -> tensor<4xi48> {
  // expected-error@+1 {{'tosa.abs' op cannot become graph operators: expected ranked tensors of types that graph has, got tensor<4xi48>}}
  %0 = tosa.abs %x : (tensor<4xi48>) -> tensor<4xi48>
  return %0 : tensor<4xi48>
}

// -----

// expected-error@+1 {{'func.func' op expected one block}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %x : tensor<4xf32>
}

// -----

func.func @nan_mode(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xf32>) {
  // expected-error@+1 {{'tosa.maximum' op cannot become graph operators: expected nan_mode PROPAGATE, got IGNORE}}
  %0 = tosa.maximum %x, %x {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'tosa.reduce_max' op cannot become graph operators: expected nan_mode PROPAGATE, got IGNORE}}
  %1 = tosa.reduce_max %x {axis = 0 : i32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<1xf32>
  return %0, %1 : tensor<4xf32>, tensor<1xf32>
}

// -----

func.func @shift(%x: tensor<4xi32>, %s: tensor<1xi8>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{expected a shift of 0, got 1}}
  %0 = tosa.mul %x, %x, %one : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  // expected-error@+1 {{expected a shift that is a constant}}
  %1 = tosa.mul %x, %x, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  // expected-error@+1 {{expected round = false, got true}}
  %2 = tosa.arithmetic_right_shift %x, %x {round = true} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// -----

func.func @zero_points(%x: tensor<1x4x4xi8>, %zp: tensor<1xi8>) -> (tensor<1x4x4xi32>, tensor<1x4x4xi8>) {
  // expected-error@+1 {{'tosa.matmul' op cannot become graph operators: expected zero points that are constants}}
  %0 = tosa.matmul %x, %x, %zp, %zp : (tensor<1x4x4xi8>, tensor<1x4x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
  // expected-error@+1 {{'tosa.negate' op cannot become graph operators: expected zero points that are constants}}
  %1 = tosa.negate %x, %zp, %zp : (tensor<1x4x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi8>
  return %0, %1 : tensor<1x4x4xi32>, tensor<1x4x4xi8>
}

// -----

func.func @negate(%x: tensor<4xi32>, %zp: tensor<1xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{expected a zero point of 0, got one that is no constant}}
  %0 = tosa.negate %x, %zp, %zp : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @mean_of_integers(%x: tensor<1x4x4x1xi8>) -> tensor<1x2x2x1xi8> {
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error@+1 {{expected a mean of floats, got one of integers}}
  %0 = tosa.avg_pool2d %x, %zp, %zp {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
      : (tensor<1x4x4x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x1xi8>
  return %0 : tensor<1x2x2x1xi8>
}

// -----

func.func @depthwise(%x: tensor<1x4x4x3xf32>, %w: tensor<?x3x3x2xf32>, %b: tensor<6xf32>) -> tensor<1x?x2x6xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-error@+1 {{expected weights of known sizes}}
  %0 = tosa.depthwise_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x4x4x3xf32>, tensor<?x3x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x2x6xf32>
  return %0 : tensor<1x?x2x6xf32>
}

// -----

func.func @out_pad(%x: tensor<1x4x4x3xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<5xf32>) -> tensor<1x7x6x5xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-error@+1 {{expected an out_pad at the top and left of at most 0}}
  %0 = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, out_pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x4x4x3xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x7x6x5xf32>
  return %0 : tensor<1x7x6x5xf32>
}

// -----

func.func @computed_shape(%x: tensor<?xf32>) -> tensor<?xf32> {
  %start = tosa.const_shape {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error@+1 {{'tosa.dim' op cannot become graph operators: it has no counterpart}}
  %size = tosa.dim %x {axis = 0 : i32} : (tensor<?xf32>) -> !tosa.shape<1>
  // expected-error@+1 {{expected shapes that are constants}}
  %0 = tosa.slice %x, %start, %size : (tensor<?xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unknown_padding(%x: tensor<4xf32>) -> tensor<?xf32> {
  %p = tosa.const_shape {values = dense<[-1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-error@+1 {{expected a padding that is known}}
  %0 = tosa.pad %x, %p, %zero : (tensor<4xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @resize(%x: tensor<1x4x4x3xf32>, %i: tensor<1x4x4x3xi8>, %d: tensor<1x?x4x3xf32>)
    -> (tensor<1x8x8x3xf32>, tensor<1x8x8x3xi32>, tensor<1x?x8x3xf32>) {
  %scale = tosa.const_shape {values = dense<[8, 4, 8, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %one = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %four = tosa.const_shape {values = dense<4> : tensor<2xindex>} : () -> !tosa.shape<2>
  %five = tosa.const_shape {values = dense<5> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error@+1 {{expected elements that lie asymmetrically, at half pixels or with corners on corners}}
  %0 = tosa.resize %x, %scale, %one, %five {mode = BILINEAR}
      : (tensor<1x4x4x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x3xf32>
  // expected-error@+1 {{expected floats to interpolate, got integers}}
  %1 = tosa.resize %i, %scale, %zero, %four {mode = BILINEAR}
      : (tensor<1x4x4x3xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x3xi32>
  // expected-error@+1 {{expected known heights and widths}}
  %2 = tosa.resize %d, %scale, %zero, %four {mode = BILINEAR}
      : (tensor<1x?x4x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x8x3xf32>
  return %0, %1, %2 : tensor<1x8x8x3xf32>, tensor<1x8x8x3xi32>, tensor<1x?x8x3xf32>
}

// -----

func.func @resources() -> (tensor<4xf32>, tensor<2xf32>) {
  // expected-error@+1 {{expected the data of dense_resource 'absent', got none}}
  %0 = "tosa.const"() <{values = dense_resource<absent> : tensor<4xf32>}> : () -> tensor<4xf32>
  // expected-error@+1 {{expected 8 bytes of dense_resource 'short', got 4}}
  %1 = "tosa.const"() <{values = dense_resource<short> : tensor<2xf32>}> : () -> tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      short: "0x0400000000000000"
    }
  }
#-}
