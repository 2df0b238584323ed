// RUN: tvm-opt %s --convert-linalg-to-te --split-input-file --verify-diagnostics

// All that cannot be converted is reported.
func.func @unknown(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tensor.bitcast' op cannot become tensor expressions: it has no counterpart}}
  %0 = tensor.bitcast %a : tensor<4xf32> to tensor<4xi32>
  // expected-error@+1 {{'tensor.bitcast' op cannot become tensor expressions: it has no counterpart}}
  %1 = tensor.bitcast %0 : tensor<4xi32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op expected one block}}
func.func @blocks(%a: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %a : tensor<4xf32>
}

// -----

func.func @unranked(%a: tensor<4xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{'tensor.cast' op cannot become tensor expressions: expected ranked tensors, got 'tensor<*xf32>'}}
  %0 = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @scalar(%a: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %a[%c0] : tensor<4xf32>
  // expected-error@+1 {{expected results that are ranked tensors, got 'f32'}}
  return %0 : f32
}

// -----

func.func @memory(%a: memref<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'linalg.generic' op cannot become tensor expressions: expected operands that are tensors}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return %b : tensor<4xf32>
}

// -----

func.func @regions(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-error@+1 {{expected a body without regions, got 'scf.if'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32):
    %1 = scf.if %c -> f32 {
      %2 = math.exp %x : f32
      scf.yield %2 : f32
    } else {
      scf.yield %x : f32
    }
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @two_maps(%a: tensor<4x5xf32>, %b: tensor<5x4xf32>) -> (tensor<4x5xf32>, tensor<5x4xf32>) {
  // expected-error@+1 {{expected one indexing map for all results}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      outs(%a, %b : tensor<4x5xf32>, tensor<5x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y, %x : f32, f32
  } -> (tensor<4x5xf32>, tensor<5x4xf32>)
  return %0#0, %0#1 : tensor<4x5xf32>, tensor<5x4xf32>
}

// -----

func.func @results(%a: tensor<4xf32>, %b: tensor<7xf32>) -> tensor<7xf32> {
  // expected-error@+1 {{expected results that are indexed by parallel loops, each by one, got affine_map<(d0, d1) -> (d0 + d1)>}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<7xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func @missing_loop(%a: tensor<4x5xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected results that are indexed by all parallel loops, got affine_map<(d0, d1) -> (d0)>}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x5xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @last(%a: tensor<4x5xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected a reduction that combines each result with values}}
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @two_values(%a: tensor<4x5xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected a reduction of 1 values, got one of 2}}
  %0 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %a : tensor<4x5xf32>, tensor<4x5xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %z, %x : f32
    %2 = arith.addf %1, %y : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @types(%a: tensor<4x5xf32>, %b: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{expected a reduction of values of the types of its results}}
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xf32>) outs(%b : tensor<4xf64>) {
  ^bb0(%x: f32, %y: f64):
    %1 = arith.truncf %y : f64 to f32
    %2 = arith.addf %x, %1 : f32
    %3 = arith.extf %2 : f32 to f64
    linalg.yield %3 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @start(%a: tensor<4x5xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected a reduction by one operation, or one that starts from a linalg.fill of constants}}
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.cmpf ogt, %x, %y : f32
    %2 = arith.select %1, %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @inner_sizes(%a: tensor<?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  // expected-error@+1 {{expected known sizes behind the first one of a group, got 'tensor<?x?xf32>'}}
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @strides(%a: tensor<9xf32>, %b: tensor<3xf32>, %s: index) -> (tensor<3xf32>, tensor<9xf32>) {
  // expected-error@+1 {{expected strides that are known}}
  %0 = tensor.extract_slice %a[0] [3] [%s] : tensor<9xf32> to tensor<3xf32>
  // expected-error@+1 {{expected strides of 1}}
  %1 = tensor.insert_slice %b into %a[0] [3] [2] : tensor<3xf32> into tensor<9xf32>
  return %0, %1 : tensor<3xf32>, tensor<9xf32>
}

// -----

func.func @padding(%a: tensor<4xindex>) -> tensor<6xindex> {
  // expected-error@+1 {{expected a padding that is the same everywhere}}
  %0 = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %0 : tensor<6xindex>
}

// -----

func.func @generate(%c: i1, %s: f32) -> tensor<4xf32> {
  // expected-error@+1 {{expected a body without regions, got 'scf.if'}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %1 = scf.if %c -> f32 {
      %2 = math.exp %s : f32
      scf.yield %2 : f32
    } else {
      scf.yield %s : f32
    }
    tensor.yield %1 : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @resource() -> tensor<4xf32> {
  // expected-error@+1 {{expected the data of dense_resource 'absent', got none}}
  %0 = arith.constant dense_resource<absent> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
