// RUN: tvm-opt %s --te-inline-computes | FileCheck %s

// An element-wise producer is expanded where it is read, subscripts composed.
// CHECK-LABEL: @cheap
// CHECK-COUNT-1: te.compute
// CHECK: te.read %{{.*}}[%{{.*}} * 2 + 1]
// CHECK-NOT: te.compute
func.func @cheap(%x: tensor<9xf32>) -> tensor<4xf32> {
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i + 1] : tensor<9xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<8xf32>
  %1 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0[%i * 2] : tensor<8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// An expensive computation that is read twice stays.
// CHECK-LABEL: @expensive
// CHECK-COUNT-3: te.compute
func.func @expensive(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = math.exp %a : f32
    te.yield %b : f32
  } : tensor<4x8xf32>
  %1 = te.compute [4, 8] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %a = te.read %0[%i, %k] : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %2 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %0[%i, %j] : tensor<4x8xf32>
    %b = te.read %1[%i] : tensor<4xf32>
    %c = arith.divf %a, %b : f32
    te.yield %c : f32
  } : tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A product reads its operands again and again: they stay in memory.
// CHECK-LABEL: @product
// CHECK-COUNT-2: te.compute
func.func @product(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x8xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<4x8xf32>
  %1 = te.compute [4, 4, 8] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %0[%i, %k] : tensor<4x8xf32>
    %b = te.read %w[%k, %j] : tensor<8x4xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// A padded read may lie where the producer has no element.
// CHECK-LABEL: @padded
// CHECK-COUNT-2: te.compute
func.func @padded(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<8xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<8xf32>
  %1 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0[%i - 1] else %zero : tensor<8xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A move is expanded in a reduction, too: no element costs more there. A border
// makes it more than a move.
// CHECK-LABEL: @moves
// CHECK: te.compute [6, 4]
// CHECK: te.compute [4, 3, 4] spatial 2 reduce sum
// CHECK: te.read %arg0[%{{.*}}, %{{.*}}]
func.func @moves(%x: tensor<4x4xf32>, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = te.compute [4, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%j, %i] : tensor<4x4xf32>
    te.yield %a : f32
  } : tensor<4x4xf32>
  %1 = te.compute [6, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    %a = te.read %x[%i - 1, %j] else %zero : tensor<4x4xf32>
    te.yield %a : f32
  } : tensor<6x4xf32>
  %2 = te.compute [4, 3, 4] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %0[%i, %k] : tensor<4x4xf32>
    %b = te.read %1[%k + 1, %j] : tensor<6x4xf32>
    %c = te.read %y[%k, %j] : tensor<4x3xf32>
    %d = arith.mulf %a, %b : f32
    %e = arith.mulf %d, %c : f32
    te.yield %e : f32
  } : tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// Windows that slide along the last dimension read a border from memory: each of
// their steps would ask for it again. Along others it is one question per row.
// CHECK-LABEL: @windows
// CHECK: te.compute [4, 10] spatial 2 {
// CHECK: te.compute [4, 8, 3] spatial 2 reduce sum
// CHECK: te.compute [4, 8, 3] spatial 2 reduce sum
// CHECK: te.read %{{.*}} else
func.func @windows(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = te.compute [4, 10] spatial 2 {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    %a = te.read %x[%i, %j - 1] else %zero : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<4x10xf32>
  %1 = te.compute [4, 8, 3] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %0[%i, %j + %k] : tensor<4x10xf32>
    te.yield %a : f32
  } : tensor<4x8xf32>
  %2 = te.compute [6, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    %a = te.read %x[%i - 1, %j] else %zero : tensor<4x8xf32>
    te.yield %a : f32
  } : tensor<6x8xf32>
  %3 = te.compute [4, 8, 3] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %2[%i + %k, %j] : tensor<6x8xf32>
    te.yield %a : f32
  } : tensor<4x8xf32>
  return %1, %3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// A padded read of a transpose sees the operand's elements. A part of the transpose
// has its own outside.
// CHECK-LABEL: @transposed
// CHECK: te.compute [5, 5]
// CHECK-NEXT: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NEXT: te.read %arg0[%[[J]] - 1, %[[I]]] else
// CHECK: te.compute [3, 2]
// CHECK: te.compute [5, 5]
func.func @transposed(%x: tensor<4x3xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [3, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%j, %i] : tensor<4x3xf32>
    te.yield %a : f32
  } : tensor<3x4xf32>
  %1 = te.compute [5, 5] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %0[%i, %j - 1] else %zero : tensor<3x4xf32>
    te.yield %a : f32
  } : tensor<5x5xf32>
  %2 = te.compute [3, 2] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%j, %i] : tensor<4x3xf32>
    te.yield %a : f32
  } : tensor<3x2xf32>
  %3 = te.compute [5, 5] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %2[%i, %j - 1] else %zero : tensor<3x2xf32>
    te.yield %a : f32
  } : tensor<5x5xf32>
  return %1, %3 : tensor<5x5xf32>, tensor<5x5xf32>
}

// A combination of elements stays where data decide at which places it is read.
// CHECK-LABEL: @gathers
// CHECK: te.compute [4]
// CHECK: arith.addf
// CHECK: arith.negf
// CHECK: te.compute [6]
// CHECK-NOT: arith.addf
// CHECK: return
func.func @gathers(%x: tensor<4xf32>, %y: tensor<4xf32>, %at: tensor<2x6xi32>) -> tensor<6xf32> {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<4xf32>
    %b = te.read %y[%i] : tensor<4xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  } : tensor<4xf32>
  %1 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0[%i] : tensor<4xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<4xf32>
  %2 = te.compute [6] spatial 1 {
  ^bb0(%i: index):
    %p = te.read %at[0, %i] : tensor<2x6xi32>
    %q = te.read %at[1, %i] : tensor<2x6xi32>
    %r = arith.index_cast %p : i32 to index
    %s = arith.index_cast %q : i32 to index
    %a = te.read %1[%r] : tensor<4xf32>
    %b = te.read %1[%s] : tensor<4xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<6xf32>
  return %2 : tensor<6xf32>
}

// A border that is read at several places would be asked for at each of them;
// what is cheap, and read at one, is expanded.
// CHECK-LABEL: @stencil
// CHECK: te.compute [6]
// CHECK: arith.negf
// CHECK: te.compute [4]
// CHECK: arith.subf
// CHECK-NOT: te.compute
func.func @stencil(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [6] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i - 1] else %zero : tensor<4xf32>
    te.yield %a : f32
  } : tensor<6xf32>
  %1 = te.compute [6] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0[%i] : tensor<6xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<6xf32>
  %2 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %1[%i] : tensor<6xf32>
    %b = te.read %1[%i + 2] : tensor<6xf32>
    %c = arith.subf %a, %b : f32
    te.yield %c : f32
  } : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// A value that depends on the place is not computed where the place is a quotient.
// CHECK-LABEL: @divided
// CHECK: te.compute [2, 4]
// CHECK: te.compute [8]
// CHECK: te.read {{.*}} mod 2, %{{.*}} floordiv 2
func.func @divided(%x: tensor<4xf32>) -> tensor<8xf32> {
  %one = arith.constant 1 : index
  %0 = te.compute [2, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%j] : tensor<4xf32>
    %b = te.read %x[-%j + 3] : tensor<4xf32>
    %c = arith.cmpi eq, %i, %one : index
    %d = arith.select %c, %a, %b : f32
    te.yield %d : f32
  } : tensor<2x4xf32>
  %1 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0[%i mod 2, %i floordiv 2] : tensor<2x4xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A product reads its columns beside each other: a transpose that would scatter
// them stays. Weights will be laid out for it, and rows may come from anywhere.
// CHECK-LABEL: @scattered
// CHECK-COUNT-2: te.compute
// CHECK-NOT: te.compute
// CHECK-LABEL: @weight
// CHECK-COUNT-1: te.compute
// CHECK-NOT: te.compute
// CHECK-LABEL: @rows
// CHECK-COUNT-1: te.compute
// CHECK-NOT: te.compute
func.func @scattered(%a: tensor<8x4xf32>, %b: tensor<16x4xf32>) -> tensor<8x16xf32> {
  %0 = te.compute [4, 16] spatial 2 {
  ^bb0(%k: index, %j: index):
    %x = te.read %b[%j, %k] : tensor<16x4xf32>
    te.yield %x : f32
  } : tensor<4x16xf32>
  %1 = te.compute [8, 16, 4] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x4xf32>
    %y = te.read %0[%k, %j] : tensor<4x16xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
func.func @weight(%a: tensor<8x4xf32>, %b: tensor<16x4xf32> {graph.constant}) -> tensor<8x16xf32> {
  %0 = te.compute [4, 16] spatial 2 {
  ^bb0(%k: index, %j: index):
    %x = te.read %b[%j, %k] : tensor<16x4xf32>
    te.yield %x : f32
  } : tensor<4x16xf32>
  %1 = te.compute [8, 16, 4] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x4xf32>
    %y = te.read %0[%k, %j] : tensor<4x16xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
func.func @rows(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>) -> tensor<8x16xf32> {
  %0 = te.compute [8, 4] spatial 2 {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%k, %i] : tensor<4x8xf32>
    te.yield %x : f32
  } : tensor<8x4xf32>
  %1 = te.compute [8, 16, 4] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %0[%i, %k] : tensor<8x4xf32>
    %y = te.read %b[%k, %j] : tensor<4x16xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// An element that is read twice is computed once, so a chain does not double.
// CHECK-LABEL: @chain
// CHECK: te.compute
// CHECK: %[[X:.*]] = te.read %arg0
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: %[[B:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[C:.*]] = arith.subf %[[B]], %[[B]]
// CHECK-NEXT: te.yield %[[C]]
func.func @chain(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = te.read %a[%i] : tensor<8xf32>
    %z = arith.addf %x, %y : f32
    te.yield %z : f32
  } : tensor<8xf32>
  %1 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %x = te.read %0[%i] : tensor<8xf32>
    %y = te.read %0[%i] : tensor<8xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<8xf32>
  %2 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %x = te.read %1[%i] : tensor<8xf32>
    %y = te.read %1[%i] : tensor<8xf32>
    %z = arith.subf %x, %y : f32
    te.yield %z : f32
  } : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Parts of one algorithm stay apart where one reads several elements of the
// other: schedule rules find both by their roles.
// CHECK-LABEL: @parts
// CHECK: te.compute [8] spatial 1 role <"sums", "pairs">
// CHECK: te.compute [7] spatial 1 role <"sums", "fours">
func.func @parts(%a: tensor<9xf32>) -> tensor<7xf32> {
  %0 = te.compute [8] spatial 1 role <"sums", "pairs"> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<9xf32>
    %y = te.read %a[%i + 1] : tensor<9xf32>
    %z = arith.addf %x, %y : f32
    te.yield %z : f32
  } : tensor<8xf32>
  %1 = te.compute [7] spatial 1 role <"sums", "fours"> {
  ^bb0(%i: index):
    %x = te.read %0[%i] : tensor<8xf32>
    %y = te.read %0[%i + 1] : tensor<8xf32>
    %z = arith.addf %x, %y : f32
    te.yield %z : f32
  } : tensor<7xf32>
  return %1 : tensor<7xf32>
}

// Parts of two algorithms do not.
// CHECK-LABEL: @other_parts
// CHECK-COUNT-1: te.compute [7] spatial 1 role <"sums", "fours">
// CHECK-NOT: te.compute
func.func @other_parts(%a: tensor<9xf32>) -> tensor<7xf32> {
  %0 = te.compute [8] spatial 1 role <"pairs", "pairs"> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<9xf32>
    %y = te.read %a[%i + 1] : tensor<9xf32>
    %z = arith.addf %x, %y : f32
    te.yield %z : f32
  } : tensor<8xf32>
  %1 = te.compute [7] spatial 1 role <"sums", "fours"> {
  ^bb0(%i: index):
    %x = te.read %0[%i] : tensor<8xf32>
    %y = te.read %0[%i + 1] : tensor<8xf32>
    %z = arith.addf %x, %y : f32
    te.yield %z : f32
  } : tensor<7xf32>
  return %1 : tensor<7xf32>
}
