// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @grid_c1(%x: tensor<1x3x8x8xf32>, %grid: tensor<1x4x4x3xf32>) {
  // expected-error @+2 {{expected x with spatial dimensions and a grid of its rank with a position of each, got 'tensor<1x3x8x8xf32>' and 'tensor<1x4x4x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.grid_sample %x, %grid mode linear padding zeros : (tensor<1x3x8x8xf32>, tensor<1x4x4x3xf32>) -> tensor<1x3x4x4xf32>
  return
}

// -----

func.func @grid_c2(%x: tensor<2x3x8x8xf32>, %grid: tensor<1x4x4x2xf32>) {
  // expected-error @+2 {{expected equal batches, got 'tensor<2x3x8x8xf32>' and 'tensor<1x4x4x2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.grid_sample %x, %grid mode linear padding zeros : (tensor<2x3x8x8xf32>, tensor<1x4x4x2xf32>) -> tensor<2x3x4x4xf32>
  return
}

// -----

func.func @grid_c3(%x: tensor<1x3x8x8xf32>, %grid: tensor<1x4x4x2xi32>) {
  // expected-error @+1 {{operand #1 must be tensor of floats}}
  %0 = graph.grid_sample %x, %grid mode linear padding zeros : (tensor<1x3x8x8xf32>, tensor<1x4x4x2xi32>) -> tensor<1x3x4x4xf32>
  return
}

// -----

func.func @align_c1(%x: tensor<1x3x8x8xf32>, %rois: tensor<2x5xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{expected x of 4 dimensions and rois [R, 4], got 'tensor<1x3x8x8xf32>' and 'tensor<2x5xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.roi_align %x, %rois, %b samples %b, %b size [1, 1] {sampling_ratio = 2 : i64, scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<2x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @align_c1_batches(%x: tensor<1x3x8x8xf32>, %rois: tensor<3x4xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{expected one batch per region, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.roi_align %x, %rois, %b samples %b, %b size [1, 1] {sampling_ratio = 2 : i64, scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x3x1x1xf32>
  return
}

// -----

func.func @align_c2(%x: tensor<1x3x8x8xf32>, %rois: tensor<2x4xf32>, %b: tensor<2xi64>, %s: tensor<i64>) {
  // expected-error @+2 {{expected samples of one dimension, got 'tensor<i64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.roi_align %x, %rois, %b samples %b, %s size [1, 1] {sampling_ratio = 2 : i64, scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<i64>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @align_c3(%x: tensor<1x3x8x8xf32>, %rois: tensor<2x4xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{expected two positive sizes, got [1, 0]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.roi_align %x, %rois, %b samples %b, %b size [1, 0] {sampling_ratio = 2 : i64, scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3x1x0xf32>
  return
}

// -----

func.func @align_c3_ratio(%x: tensor<1x3x8x8xf32>, %rois: tensor<2x4xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{expected a sampling ratio of at least 0, got -2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.roi_align %x, %rois, %b samples %b, %b size [1, 1] {sampling_ratio = -2 : i64, scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @pool_c1(%x: tensor<1x3x8x8xf32>, %rois: tensor<2x4xf32>) {
  // expected-error @+2 {{expected x of 4 dimensions and rois [R, 5], got 'tensor<1x3x8x8xf32>' and 'tensor<2x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.max_roi_pool %x, %rois size [1, 1] {scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<2x4xf32>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @pool_c2(%x: tensor<1x3x8x8xf32>, %rois: tensor<2x5xf32>) {
  // expected-error @+2 {{expected two positive sizes, got [1]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.max_roi_pool %x, %rois size [1] {scale = 1.0 : f32} : (tensor<1x3x8x8xf32>, tensor<2x5xf32>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @deform_c1(%x: tensor<1x4x3x3xf32>, %o: tensor<1x8x2x2xf32>) {
  // expected-error @+2 {{expected kernel, strides, dilations and pads of one length, positive but for pads}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.deform_columns %x, %o kernel [2, 2] strides [1] dilations [1, 1] pads [0, 0] groups 1 : (tensor<1x4x3x3xf32>, tensor<1x8x2x2xf32>) -> tensor<1x4x4x2x2xf32>
  return
}

// -----

func.func @deform_c2(%x: tensor<1x4x3x3xf32>, %o: tensor<1x8x2x2xf32>) {
  // expected-error @+2 {{expected x of 2 spatial dimensions and known channels in 3 groups, got 'tensor<1x4x3x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.deform_columns %x, %o kernel [2, 2] strides [1, 1] dilations [1, 1] pads [0, 0] groups 3 : (tensor<1x4x3x3xf32>, tensor<1x8x2x2xf32>) -> tensor<1x4x4x2x2xf32>
  return
}

// -----

func.func @deform_c3_offset(%x: tensor<1x4x3x3xf32>, %o: tensor<1x6x2x2xf32>) {
  // expected-error @+2 {{expected offsets of 8 channels, got 'tensor<1x6x2x2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.deform_columns %x, %o kernel [2, 2] strides [1, 1] dilations [1, 1] pads [0, 0] groups 1 : (tensor<1x4x3x3xf32>, tensor<1x6x2x2xf32>) -> tensor<1x4x4x2x2xf32>
  return
}

// -----

func.func @deform_c3(%x: tensor<1x4x3x3xf32>, %o: tensor<1x8x2x2xf32>, %m: tensor<1x8x2x2xf32>) {
  // expected-error @+2 {{expected a mask of 4 channels, got 'tensor<1x8x2x2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.deform_columns %x, %o mask %m kernel [2, 2] strides [1, 1] dilations [1, 1] pads [0, 0] groups 1 : (tensor<1x4x3x3xf32>, tensor<1x8x2x2xf32>, tensor<1x8x2x2xf32>) -> tensor<1x4x4x2x2xf32>
  return
}

// -----

func.func @col2im_c1(%x: tensor<1x5x5xf32>, %s: tensor<3xi64>, %k: tensor<2xi64>) {
  // expected-error @+2 {{expected x of 3 dimensions, image and block of one length, got 'tensor<1x5x5xf32>', 'tensor<3xi64>' and 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.col2im %x image %s block %k strides [1, 1] dilations [1, 1] pads [0, 0, 0, 0] : (tensor<1x5x5xf32>, tensor<3xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return
}

// -----

func.func @col2im_c2(%x: tensor<1x5x5xf32>, %s: tensor<2xi64>) {
  // expected-error @+2 {{expected 2 positive strides and dilations and 4 pads}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.col2im %x image %s block %s strides [1, 1] dilations [1, 1] pads [0, 0] : (tensor<1x5x5xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return
}

// -----

// C3: nine windows of four elements.
func.func @col2im_c3(%x: tensor<1x4x8xf32>) {
  %s = graph.constant dense<4> : tensor<2xi64>
  %k = graph.constant dense<2> : tensor<2xi64>
  // expected-error @+2 {{expected x of a multiple of 4 by 9 elements, got 'tensor<1x4x8xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.col2im %x image %s block %k strides [1, 1] dilations [1, 1] pads [0, 0, 0, 0] : (tensor<1x4x8xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x4x4xf32>
  return
}

// -----

func.func @col2im_c3_elements(%x: tensor<1x6x9xf32>) {
  %s = graph.constant dense<4> : tensor<2xi64>
  %k = graph.constant dense<2> : tensor<2xi64>
  // expected-error @+2 {{expected x of a multiple of 4 by 9 elements, got 'tensor<1x6x9xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.col2im %x image %s block %k strides [1, 1] dilations [1, 1] pads [0, 0, 0, 0] : (tensor<1x6x9xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x4x4xf32>
  return
}

// -----

func.func @col2im_negative(%x: tensor<1x4x9xf32>) {
  %s = graph.constant dense<-4> : tensor<2xi64>
  %k = graph.constant dense<2> : tensor<2xi64>
  // expected-error @+2 {{expected sizes that are not negative}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.col2im %x image %s block %k strides [1, 1] dilations [1, 1] pads [0, 0, 0, 0] : (tensor<1x4x9xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x1x?x?xf32>
  return
}
