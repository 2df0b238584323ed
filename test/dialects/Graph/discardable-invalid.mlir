// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// What passes attach to operations.
// expected-error @+1 {{'builtin.module' op expected 'graph.weights' to be the name of a file, got "../weights.bin"}}
module attributes {graph.weights = "../weights.bin"} {}

// -----

module @k { func.func @k(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> } }
func.func @nodes(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'graph.launch' op expected 'graph.nodes' to be an array of strings, got ["a", 1]}}
  %0 = graph.launch @k::@k(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {graph.nodes = ["a", 1]} -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

module @k { func.func @k(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> } }
func.func @flops(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{expected 'graph.flops' to be a number, or an array of terms, each a factor and dims below 2, got [[4, 2]]}}
  %0 = graph.launch @k::@k(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {graph.flops = [[4, 2]]} -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @bytes(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected 'graph.bytes' to be a number, or an array of terms, each a factor and dims, got -1}}
  %0 = graph.relu %x {graph.bytes = -1} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @bytes(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{each a factor and dims, got [[]]}}
  %0 = graph.relu %x {graph.bytes = [[]]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op expected 'graph.memory' to be a dictionary of numbers, and of 'buffers', got {planned = "64"}}}
func.func @memory() attributes {graph.memory = {planned = "64"}} {
  return
}

// -----

// expected-error @+1 {{expected 'graph.memory' to be a dictionary of numbers, and of 'buffers'}}
func.func @buffers() attributes {graph.memory = {buffers = [{offset = -1}]}} {
  return
}

// -----

func.func @masks(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'graph.add' op expected 'graph.equal_dims' to be an array of a mask of dims per operand, got array<i64: 1>}}
  %0 = graph.add %x, %x {graph.equal_dims = array<i64: 1>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @masks(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{expected 'graph.equal_dims' to be an array of a mask of dims per operand, got array<i64: 1, 2>}}
  %0 = graph.add %x, %x {graph.equal_dims = array<i64: 1, 2>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error @+1 {{expected 'graph.target' to be the name of a target, of a function, got ""}}
func.func private @target() attributes {graph.target = ""}

// -----

func.func @partition(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected 'graph.partition' to be a distinct name of a target, got "npu"}}
  %0 = graph.relu %x {graph.partition = "npu"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @partition(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected 'graph.partition' to be a distinct name of a target, got distinct[0]<1 : i64>}}
  %0 = graph.relu %x {graph.partition = distinct[0]<1>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// What describes arguments and results.
// expected-error @+1 {{expected 'graph.name' of argument #0 to be a string, got 1}}
func.func private @name(tensor<4xf32> {graph.name = 1})

// -----

// expected-error @+1 {{expected 'graph.name' of result #0 to be a string, got unit}}
func.func private @name() -> (tensor<4xf32> {graph.name})

// -----

// A type of other bytes than the memory has.
// expected-error @+1 {{expected 'graph.dtype' of argument #0 to be the name of an element type that f32 holds, got "float64"}}
func.func private @dtype(memref<4xf32> {graph.dtype = "float64"})

// -----

// expected-error @+1 {{expected 'graph.dtype' of result #0 to be the name of an element type that i8 holds, got "string"}}
func.func private @dtype() -> (memref<4xi8> {graph.dtype = "string"})

// -----

// expected-error @+1 {{expected 'graph.dtype' of argument #0 to be the name of an element type that i8 holds, got "byte"}}
func.func private @dtype(memref<4xi8> {graph.dtype = "byte"})

// -----

// expected-error @+1 {{expected 'graph.dims' of argument #0 to be an array of a name or number per dim, got ["n"]}}
func.func private @dims(tensor<?x?xf32> {graph.dims = ["n"]})

// -----

// expected-error @+1 {{expected 'graph.dims' of result #0 to be an array of a name or number per dim, got [-1]}}
func.func private @dims() -> (tensor<?xf32> {graph.dims = [-1]})

// -----

// expected-error @+1 {{expected 'graph.list' of argument #0 to be the type of a sequence or optional, of addresses, got "sequence(float32[?])"}}
func.func private @list(tensor<?xf32> {graph.list = "sequence(float32[?])"})

// -----

// expected-error @+1 {{expected 'graph.list' of argument #0 to be the type of a sequence or optional, of addresses, got "list"}}
func.func private @list(tensor<?x!graph.handle> {graph.list = "list"})

// -----

// expected-error @+1 {{expected 'graph.keys' of result #0 to be an array of strings or of integers, got ["a", 1]}}
func.func private @keys() -> (tensor<?x2xf32> {graph.keys = ["a", 1]})

// -----

// What a kernel's arguments are.
// expected-error @+1 {{expected 'graph.constant' of argument #0 to be a unit attribute, got true}}
func.func private @constant(memref<4xf32> {graph.constant = true})

// -----

// expected-error @+1 {{expected 'graph.finite' of argument #1 to be a unit attribute, got 1}}
func.func private @finite(memref<4xf32>, memref<4xf32> {graph.finite = 1})

// -----

// expected-error @+1 {{expected 'graph.layout' of argument #0 to be a map without symbols to the dims of memory of static shape, got affine_map<(d0) -> (d0)>}}
func.func private @layout(memref<4x4xf32> {graph.layout = affine_map<(i) -> (i)>})

// -----

// expected-error @+1 {{expected 'graph.layout' of argument #0 to be a map without symbols}}
func.func private @layout(memref<?xf32> {graph.layout = affine_map<(i) -> (i)>})

// -----

// expected-error @+1 {{expected 'graph.layout' of argument #0 to be a map without symbols}}
func.func private @layout(memref<4xf32> {graph.layout = affine_map<(i)[s] -> (i + s)>})

// -----

// expected-error @+1 {{expected 'graph.layout' of argument #0 to be a map without symbols}}
func.func private @layout(tensor<4xf32> {graph.layout = affine_map<(i) -> (i)>})

// -----

// Decisions on operators.
func.func @apart(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.apart' to be a unit attribute, got true}}
  %0 = graph.relu %x {graph.apart = true} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{expected 'graph.apart' to be a decision on an operator, got unit}}
func.func private @apart() attributes {graph.apart}

// -----

// Roles of operators in kernels.
func.func @role(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.role' to be the role of such an operator, got "softmax"}}
  %0 = graph.softmax %x [0] {graph.role = "softmax"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @role(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.role' to be the role of such an operator, got #graph.role<attention_scores>}}
  %0 = graph.softmax %x [0] {graph.role = #graph.role<attention_scores>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @role(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.role' to be the role of such an operator, got #graph.role<attention_softmax>}}
  %0 = graph.relu %x {graph.role = #graph.role<attention_softmax>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @role(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  // expected-error @+1 {{expected 'graph.role' to be the role of such an operator, got #graph.role<chain_pointwise>}}
  %0 = graph.matmul %a, %b {graph.role = #graph.role<chain_pointwise>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @precision(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.precision' to be f32, bf16 or f16, got f64}}
  %0 = graph.relu %x {graph.precision = f64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @precision(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.precision' to be f32, bf16 or f16, got "bf16"}}
  %0 = graph.relu %x {graph.precision = "bf16"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @precision(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.precision' to be an operator with results of floats, got f32}}
  %0 = graph.less %x, %x {graph.precision = f32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @data_layout(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.data_layout' to be an operator with an attribute 'layout', got "NHWC"}}
  %0 = graph.relu %x {graph.data_layout = "NHWC"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @data_layout(%x: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{expected 'graph.data_layout' to be "NCHW" or "NHWC", got "channels"}}
  %0 = graph.max_pool %x {graph.data_layout = "channels", kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x8x8xf32>) -> tensor<1x3x4x4xf32>
  return
}

// -----

func.func @fusion(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'graph.fusion' to be {joined = "single" | "post_dominator" | "transpose" | "depthwise_chain" | "attention"} or {separate = "result" | "readers" | "kinds" | "opaque" | "asked" | "limit" | "traffic" | "tiles"}, got unit}}
  %0 = graph.relu %x {graph.fusion} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_reason(%x: tensor<4xf32>) {
  // expected-error @+1 {{"asked" | "limit" | "traffic" | "tiles"}, got {separate = "me"}}}
  %0 = graph.relu %x {graph.fusion = {separate = "me"}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{expected 'graph.fusion' to be a decision on an operator, got {joined = "single"}}}
func.func private @fusion() attributes {graph.fusion = {joined = "single"}}
