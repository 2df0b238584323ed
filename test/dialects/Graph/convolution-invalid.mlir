// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// C1: ranks.
func.func @rank(%x: tensor<1x4xf32>, %w: tensor<8x4xf32>) {
  // expected-error@+2 {{expected data and weights of one rank of at least 3, got 2 and 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64>, dilations = array<i64>, pads = array<i64>}
      : (tensor<1x4xf32>, tensor<8x4xf32>) -> tensor<1x8xf32>
  return
}

// -----

// C1: element types.
func.func @element(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf16>) {
  // expected-error@+2 {{expected weights of element type 'f32', got 'f16'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf16>) -> tensor<1x8x7xf32>
  return
}

// -----

// C2
func.func @kernel(%x: tensor<1x4x9xf32>, %w: tensor<8x4x?xf32>) {
  // expected-error@+2 {{expected weights of static spatial dimensions}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x?xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C3: numbers of strides.
func.func @strides(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf32>) {
  // expected-error@+2 {{expected 1 strides, got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1, 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C3: pads.
func.func @negative(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf32>) {
  // expected-error@+2 {{expected pads of at least 0, got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: -1, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>) -> tensor<1x8x6xf32>
  return
}

// -----

// C4: input channels.
func.func @channels(%x: tensor<1x4x9xf32>, %w: tensor<8x3x3xf32>) {
  // expected-error@+2 {{expected data of 1 x 3 channels, got 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x3x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C4: output channels.
func.func @outputs(%x: tensor<1x4x9xf32>, %w: tensor<7x2x3xf32>) {
  // expected-error@+2 {{expected a multiple of 2 output channels, got 7}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>, group = 2}
      : (tensor<1x4x9xf32>, tensor<7x2x3xf32>) -> tensor<1x7x7xf32>
  return
}

// -----

// C5
func.func @window(%x: tensor<1x4x2xf32>, %w: tensor<8x4x3xf32>) {
  // expected-error@+2 {{expected a window that fits into padded dimension 2 of size 2, got one of 3 elements}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x2xf32>, tensor<8x4x3xf32>) -> tensor<1x8x1xf32>
  return
}

// -----

func.func @layout(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf32>) {
  // expected-error@+1 {{attribute 'layout' failed to satisfy constraint: string attribute one of NCHW, NHWC}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>, layout = "CHWN"}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C4
func.func @transpose(%x: tensor<1x4x9xf32>, %w: tensor<3x4x3xf32>) {
  // expected-error@+2 {{expected data of 1 x 3 channels, got 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, output_padding = array<i64: 0>}
      : (tensor<1x4x9xf32>, tensor<3x4x3xf32>) -> tensor<1x4x11xf32>
  return
}

// -----

// C3
func.func @padding(%x: tensor<1x4x9xf32>, %w: tensor<4x4x3xf32>) {
  // expected-error@+2 {{expected 1 output paddings that are not negative}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, output_padding = array<i64>}
      : (tensor<1x4x9xf32>, tensor<4x4x3xf32>) -> tensor<1x4x11xf32>
  return
}

// -----

// C5
func.func @empty(%x: tensor<1x4x1xf32>, %w: tensor<4x4x3xf32>) {
  // expected-error@+2 {{expected result dimension 2 to be at least 0, got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv_transpose %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 2, 2>, output_padding = array<i64: 0>}
      : (tensor<1x4x1xf32>, tensor<4x4x3xf32>) -> tensor<1x4x0xf32>
  return
}

// -----

// C6: a vector.
func.func @bias(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf32>, %b: tensor<8x1xf32>) {
  // expected-error@+2 {{expected a bias of 8 elements of 'f32', got 'tensor<8x1xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>, tensor<8x1xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C6: of the result's element type.
func.func @bias_element(%x: tensor<1x4x9xui8>, %w: tensor<8x4x3xi8>, %b: tensor<8xi8>) {
  // expected-error@+2 {{expected a bias of 8 elements of 'i32', got 'tensor<8xi8>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w, %b {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xui8>, tensor<8x4x3xi8>, tensor<8xi8>) -> tensor<1x8x7xi32>
  return
}

// -----

// C6: one element per output channel, of all groups.
func.func @transpose_bias(%x: tensor<1x4x9xf32>, %w: tensor<4x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error@+2 {{expected a bias of 3 elements of 'f32', got 'tensor<6xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv_transpose %x, %w, %b {strides = array<i64: 1>, dilations = array<i64: 1>,
      pads = array<i64: 0, 0>, output_padding = array<i64: 0>}
      : (tensor<1x4x9xf32>, tensor<4x3x3xf32>, tensor<6xf32>) -> tensor<1x3x11xf32>
  return
}

// -----

// C1: of two spatial dimensions.
func.func @winograd_rank(%x: tensor<1x4x9xf32>, %u: tensor<6x6x4x8xf32>) {
  // expected-error@+2 {{expected data and weights of rank 4 and one element type, got 'tensor<1x4x9xf32>' and 'tensor<6x6x4x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<6x6x4x8xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C1: of one element type.
func.func @winograd_element(%x: tensor<1x4x9x9xf32>, %u: tensor<6x6x4x8xf16>) {
  // expected-error@+2 {{expected data and weights of rank 4 and one element type, got 'tensor<1x4x9x9xf32>' and 'tensor<6x6x4x8xf16>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<6x6x4x8xf16>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C2
func.func @winograd_tile(%x: tensor<1x4x9x9xf32>, %u: tensor<6x4x4x8xf32>) {
  // expected-error@+2 {{expected weights of tiles of 4x4, 6x6 or 8x8, got 'tensor<6x4x4x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<6x4x4x8xf32>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C2: tiles of the result of 3x3 have no transformations.
func.func @winograd_odd_tile(%x: tensor<1x4x9x9xf32>, %u: tensor<5x5x4x8xf32>) {
  // expected-error@+2 {{expected weights of tiles of 4x4, 6x6 or 8x8, got 'tensor<5x5x4x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<5x5x4x8xf32>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C2: the size of a tile is known.
func.func @winograd_unknown_tile(%x: tensor<1x4x9x9xf32>, %u: tensor<?x?x4x8xf32>) {
  // expected-error@+2 {{expected weights of tiles of 4x4, 6x6 or 8x8, got 'tensor<?x?x4x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<?x?x4x8xf32>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C3
func.func @winograd_pads(%x: tensor<1x4x9x9xf32>, %u: tensor<6x6x4x8xf32>) {
  // expected-error@+2 {{expected 4 pads, got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<6x6x4x8xf32>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C4
func.func @winograd_channels(%x: tensor<1x5x9x9xf32>, %u: tensor<6x6x4x8xf32>) {
  // expected-error@+2 {{expected data of 4 channels, got 5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x5x9x9xf32>, tensor<6x6x4x8xf32>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C6: one element per channel.
func.func @winograd_bias(%x: tensor<1x4x9x9xf32>, %u: tensor<6x6x4x8xf32>, %b: tensor<8x1x1xf32>) {
  // expected-error@+2 {{expected a bias of 8 elements of 'f32', got 'tensor<8x1x1xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u, %b {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<6x6x4x8xf32>, tensor<8x1x1xf32>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C6: of the data's element type.
func.func @winograd_bias_element(%x: tensor<1x4x9x9xf32>, %u: tensor<6x6x4x8xf32>, %b: tensor<8xf16>) {
  // expected-error@+2 {{expected a bias of 8 elements of 'f32', got 'tensor<8xf16>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u, %b {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<6x6x4x8xf32>, tensor<8xf16>) -> tensor<1x8x7x7xf32>
  return
}

// -----

// C5
func.func @winograd_window(%x: tensor<1x4x2x9xf32>, %u: tensor<6x6x4x8xf32>) {
  // expected-error@+2 {{window}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x2x9xf32>, tensor<6x6x4x8xf32>) -> tensor<1x8x0x7xf32>
  return
}

// -----

// C4: groups.
func.func @group(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf32>) {
  // expected-error@+2 {{expected a positive group, got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>, group = 0}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C4: input channels of weights that are not known.
func.func @unknown_channels(%x: tensor<1x5x9xf32>, %w: tensor<8x?x3xf32>) {
  // expected-error@+2 {{expected data of 2 x ? channels, got 5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.conv %x, %w {strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>, group = 2}
      : (tensor<1x5x9xf32>, tensor<8x?x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C6: of a number of channels that is not known.
func.func @winograd_bias_of_unknown_size(%x: tensor<1x4x9x9xf32>, %u: tensor<6x6x4x?xf32>, %b: tensor<8xf16>) {
  // expected-error@+2 {{expected a bias of ? elements of 'f32', got 'tensor<8xf16>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = graph.winograd_conv %x, %u, %b {pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<6x6x4x?xf32>, tensor<8xf16>) -> tensor<1x?x7x7xf32>
  return
}

// -----

// An algorithm is one of convolutions.
func.func @algorithm(%x: tensor<1x4x9xf32>, %w: tensor<8x4x3xf32>) {
  // expected-error@+1 {{'graph.conv' op attribute 'algorithm' failed to satisfy constraint: algorithm of a convolution}}
  %0 = graph.conv %x, %w {algorithm = "direct", strides = array<i64: 1>, dilations = array<i64: 1>, pads = array<i64: 0, 0>}
      : (tensor<1x4x9xf32>, tensor<8x4x3xf32>) -> tensor<1x8x7xf32>
  return
}

// -----

// C1 of #graph.winograd: a tile without transformations.
func.func @tile(%x: tensor<1x4x9x9xf32>, %w: tensor<8x4x3x3xf32>) {
  // expected-error@+1 {{expected a tile of 2, 4 or 6, got 3}}
  %0 = graph.conv %x, %w {algorithm = #graph.winograd<tile = 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x7x7xf32>
  return
}
