// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// Each function breaks one constraint.

func.func @transpose_permutation(%x: tensor<2x3xf32>) { // C1
  // expected-error@+2 {{expected a permutation of 2 dimensions, got [0, 0]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.transpose %x [0, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_type(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  %0 = graph.transpose %x [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reshape_size(%x: tensor<2x3xf32>) { // C4
  %s = graph.constant dense<[4, 2]> : tensor<2xi64>
  // expected-error@+2 {{cannot reshape 6 elements to 8}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reshape_multiple(%x: tensor<2x3xf32>) { // C4
  %s = graph.constant dense<[4, -1]> : tensor<2xi64>
  // expected-error@+2 {{cannot reshape 6 elements to a multiple of 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  return
}

// -----

func.func @reshape_inferred(%x: tensor<2x3xf32>) { // C2
  %s = graph.constant dense<[-1, -1]> : tensor<2xi64>
  // expected-error@+2 {{expected at most one -1 in a shape}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_negative(%x: tensor<2x3xf32>) { // C2
  %s = graph.constant dense<[-2, 6]> : tensor<2xi64>
  // expected-error@+2 {{expected dimensions of at least -1, got -2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_copy(%x: tensor<6xf32>) { // C3
  %s = graph.constant dense<[6, 0]> : tensor<2xi64>
  // expected-error@+2 {{expected a 0 only where a tensor of rank 1 has a dimension to copy, got one at 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @reshape_shape(%x: tensor<6xf32>, %s: tensor<?xi64>) { // C1
  // expected-error@+2 {{expected a shape of one dimension and known size, got 'tensor<?xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.reshape %x, %s : (tensor<6xf32>, tensor<?xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @squeeze(%x: tensor<2x1xf32>) { // C2
  // expected-error@+2 {{cannot drop dimension 0 of 2 elements}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.squeeze %x [0] : (tensor<2x1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @unsqueeze(%x: tensor<2xf32>) { // C1
  // expected-error@+2 {{expected distinct axes, got [0, -3]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.unsqueeze %x [0, -3] : (tensor<2xf32>) -> tensor<1x1x2xf32>
  return
}

// -----

func.func @concat_dimension(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) { // C3
  // expected-error@+2 {{expected dimension 0 to be 2, got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.concat %x, %y axis 1 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concat_axis(%x: tensor<2x3xf32>) { // C2
  // expected-error@+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.concat %x axis 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_type(%x: tensor<2xf32>, %y: tensor<2xf16>) { // C1
  // expected-error@+1 {{expected inputs of one element type, got 'tensor<2xf16>'}}
  %0 = graph.concat %x, %y axis 0 : (tensor<2xf32>, tensor<2xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_step(%x: tensor<4xf32>) { // C3
  // expected-error@+2 {{expected steps other than 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.slice %x axes [0] starts [0] ends [1] steps [0] : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @pad(%x: tensor<4xf32>) { // C1
  // expected-error@+2 {{expected padding of 1 dimensions}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.pad %x low [0, 1] high [0] mode edge : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @expand(%x: tensor<4xf32>) { // C2
  %s = graph.constant dense<3> : tensor<1xi64>
  // expected-error@+2 {{cannot expand a dimension of 4 to 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.expand %x, %s : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @depth_to_space(%x: tensor<1x6x2x2xf32>) { // C2
  // expected-error@+2 {{expected a multiple of 4, got 6}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.depth_to_space %x by 2 : (tensor<1x6x2x2xf32>) -> tensor<1x?x4x4xf32>
  return
}

// -----

func.func @gather(%x: tensor<4xf32>, %i: tensor<1xi64>) { // C1
  // expected-error@+2 {{expected an axis of 1 dimensions, got -2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.gather %x, %i axis -2 : (tensor<4xf32>, tensor<1xi64>) -> tensor<1xf32>
  return
}

// -----

func.func @gather_nd(%x: tensor<4xf32>, %i: tensor<2x2xi64>) { // C2
  // expected-error@+2 {{expected at most 1 batch dimensions and coordinates, got 0 and 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.gather_nd %x, %i batch 0 : (tensor<4xf32>, tensor<2x2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @scatter_nd(%x: tensor<4x2xf32>, %i: tensor<3x1xi64>, %u: tensor<3x3xf32>) { // C2
  // expected-error@+2 {{expected updates of shape [3, 2], got 'tensor<3x3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.scatter_nd %x, %i, %u reduction none : (tensor<4x2xf32>, tensor<3x1xi64>, tensor<3x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @resize(%x: tensor<4x2xf32>, %s: tensor<1xf32>) { // C1
  // expected-error@+2 {{expected a scale or a size for each of 2 axes}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.resize %x scales %s axes [0, 1] mode linear coordinates half_pixel
      rounding floor policy stretch : (tensor<4x2xf32>, tensor<1xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @window_size(%n: tensor<2xi64>) { // C1
  // expected-error@+2 {{expected a size of one element, got 'tensor<2xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.cosine_window %n [0.5, -0.5] of f32 : (tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @window_coefficients(%n: tensor<i64>) { // C2
  // expected-error@+2 {{expected at least one coefficient}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.cosine_window %n [] of f32 : (tensor<i64>) -> tensor<?xf32>
  return
}

// -----

// C1
func.func @flatten(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.flatten %x axis 3 : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return
}

// -----

// C1
func.func @squeeze(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.squeeze %x [2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C1
func.func @slice(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected a start, end and step for 1 axes}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.slice %x axes [0] starts [0] ends [1, 2] steps [1] : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

// C2
func.func @slice(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected distinct axes, got [1, -1]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.slice %x axes [1, -1] starts [0, 0] ends [1, 1] steps [1, 1] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

// C1: a size that is not known.
func.func @dynamic_slice(%x: tensor<2x3xf32>, %s: tensor<?xi64>, %e: tensor<1xi64>) {
  // expected-error @+2 {{expected starts of one dimension and known size, got 'tensor<?xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.dynamic_slice %x starts %s ends %e
      : (tensor<2x3xf32>, tensor<?xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

// C1: more bounds than dimensions.
func.func @dynamic_slice(%x: tensor<2x3xf32>, %s: tensor<3xi64>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.dynamic_slice %x starts %s ends %s
      : (tensor<2x3xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

// C1: fewer ends than starts.
func.func @dynamic_slice(%x: tensor<2x3xf32>, %s: tensor<2xi64>, %e: tensor<1xi64>) {
  // expected-error @+2 {{expected as many ends, axes and steps as starts}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.dynamic_slice %x starts %s ends %e
      : (tensor<2x3xf32>, tensor<2xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

// C2
func.func @pad(%x: tensor<2x3xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{expected a padding value of one element of 'f32', got 'tensor<2xf32>'}}
  %0 = graph.pad %x value %v low [0, 0] high [0, 1] mode constant
      : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// C1
func.func @dynamic_pad(%x: tensor<2x3xf32>, %p: tensor<3xi64>) {
  // expected-error @+2 {{expected 4 pads, got 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.dynamic_pad %x by %p mode edge : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

// C2
func.func @dynamic_pad(%x: tensor<2x3xf32>, %p: tensor<4xi64>, %v: tensor<i32>) {
  // expected-error @+1 {{expected a padding value of one element of 'f32', got 'tensor<i32>'}}
  %0 = graph.dynamic_pad %x by %p value %v mode constant
      : (tensor<2x3xf32>, tensor<4xi64>, tensor<i32>) -> tensor<?x?xf32>
  return
}

// -----

// C1
func.func @expand(%x: tensor<2x3xf32>, %s: tensor<i64>) {
  // expected-error @+2 {{expected a shape of one dimension and known size, got 'tensor<i64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.expand %x, %s : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

// C1
func.func @tile(%x: tensor<2x3xf32>, %r: tensor<1xi64>) {
  // expected-error @+2 {{expected 2 repeats, got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.tile %x, %r : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

// C1: the rank.
func.func @depth_to_space(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{expected four dimensions and a positive block size, got 2 dimensions and 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.depth_to_space %x by 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// C1: the block size.
func.func @space_to_depth(%x: tensor<1x2x4x4xf32>) {
  // expected-error @+2 {{expected four dimensions and a positive block size, got 4 dimensions and 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.space_to_depth %x by 0 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return
}

// -----

// C2
func.func @space_to_depth(%x: tensor<1x2x4x5xf32>) {
  // expected-error @+2 {{expected a multiple of 2, got 5}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.space_to_depth %x by 2 : (tensor<1x2x4x5xf32>) -> tensor<1x8x2x?xf32>
  return
}

// -----

// C1: several elements.
func.func @range(%a: tensor<i64>, %b: tensor<2xi64>) {
  // expected-error @+2 {{expected single elements of 'i64', got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.range %a, %b, %a : (tensor<i64>, tensor<2xi64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

// C1: several types.
func.func @range(%a: tensor<i64>, %b: tensor<i32>) {
  // expected-error @+2 {{expected single elements of 'i64', got 'tensor<i32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.range %a, %a, %b : (tensor<i64>, tensor<i64>, tensor<i32>) -> tensor<?xi64>
  return
}

// -----

// C1
func.func @constant_of_shape(%s: tensor<1xi64>) {
  // expected-error @+2 {{expected a value of one element, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.constant_of_shape %s value dense<[1, 2]> : tensor<2xi32>
      : (tensor<1xi64>) -> tensor<?xi32>
  return
}

// -----

// C2
func.func @constant_of_shape(%s: tensor<?xi64>) {
  // expected-error @+2 {{expected a shape of one dimension and known size, got 'tensor<?xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.constant_of_shape %s value dense<1> : tensor<1xi32>
      : (tensor<?xi64>) -> tensor<?xi32>
  return
}

// -----

// C1
func.func @eye_like(%x: tensor<4xf32>) {
  // expected-error @+2 {{expected a matrix, got 1 dimensions}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.eye_like %x diagonal 0 of f32 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C1
func.func @trilu(%x: tensor<4xf32>) {
  // expected-error @+2 {{expected matrices, got 1 dimensions}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.trilu %x upper : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// C2
func.func @trilu(%x: tensor<2x3xf32>, %k: tensor<2xi64>) {
  // expected-error @+2 {{expected a diagonal of one element, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.trilu %x diagonal %k upper : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// C1: both.
func.func @resize(%x: tensor<2x3xf32>, %s: tensor<1xf32>, %n: tensor<1xi64>) {
  // expected-error @+2 {{expected either scales or sizes}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.resize %x scales %s sizes %n axes [0] mode linear coordinates half_pixel
      rounding floor policy stretch : (tensor<2x3xf32>, tensor<1xf32>, tensor<1xi64>) -> tensor<?x3xf32>
  return
}

// -----

// C2
func.func @resize(%x: tensor<2x3xf32>, %n: tensor<2xi64>) {
  // expected-error @+2 {{expected distinct axes, got [0, -2]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.resize %x sizes %n axes [0, -2] mode linear coordinates half_pixel
      rounding floor policy stretch : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

// C3
func.func @resize(%x: tensor<2x3xf32>, %r: tensor<3xf32>, %n: tensor<2xi64>) {
  // expected-error @+2 {{expected a roi of 4 numbers, got 'tensor<3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.resize %x roi %r sizes %n axes [0, 1] mode linear coordinates tf_crop_and_resize
      rounding floor policy stretch : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// C4
func.func @resize(%x: tensor<0x3xf32>, %n: tensor<2xi64>) {
  // expected-error @+2 {{expected elements to keep the aspect ratio of, got 'tensor<0x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.resize %x sizes %n axes [0, 1] mode linear coordinates half_pixel
      rounding floor policy not_larger : (tensor<0x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// C1: ranks.
func.func @concat(%x: tensor<2x3xf32>, %y: tensor<2xf32>) {
  // expected-error @+2 {{expected inputs of rank 2, got 'tensor<2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.concat %x, %y axis 0 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<?x3xf32>
  return
}

// -----

// C2: no shape.
func.func @expand(%x: tensor<1xf32>) {
  %s = graph.constant dense<-3> : tensor<1xi64>
  // expected-error @+2 {{cannot expand to a dimension of -3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.expand %x, %s : (tensor<1xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// More is removed than there is.
func.func @pad(%x: tensor<4xf32>) {
  // expected-error @+2 {{expected a result with sizes of at least 0, got -1 for dimension 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.pad %x low [-3] high [-2] mode edge : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

// C2: of a number that is not known.
func.func @scatter_nd_of_unknown_size(%x: tensor<4x2xf32>, %i: tensor<?x1xi64>, %u: tensor<3x3xf32>) {
  // expected-error@+2 {{expected updates of shape [?, 2], got 'tensor<3x3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.scatter_nd %x, %i, %u reduction none : (tensor<4x2xf32>, tensor<?x1xi64>, tensor<3x3xf32>) -> tensor<4x2xf32>
  return
}
