// RUN: tvm-opt %s | tvm-opt | FileCheck %s
// RUN: tvm-opt %s --mlir-print-op-generic | tvm-opt | FileCheck %s

// CHECK-LABEL: func @strings
func.func @strings() -> tensor<2x1x!graph.string> {
  // CHECK: graph.strings ["a\22\0A", ""] shape [2, 1] : () -> tensor<2x1x!graph.string>
  %0 = graph.strings ["a\"\n", ""] shape [2, 1] : () -> tensor<2x1x!graph.string>
  return %0 : tensor<2x1x!graph.string>
}

// CHECK-LABEL: func @each
func.func @each(%x: tensor<2x?x!graph.string>, %keys: tensor<3x!graph.string>, %n: tensor<i64>) {
  // CHECK: graph.string_concat %{{.*}}, %{{.*}} : (tensor<2x?x!graph.string>, tensor<2x?x!graph.string>) -> tensor<2x?x!graph.string>
  %0 = graph.string_concat %x, %x : (tensor<2x?x!graph.string>, tensor<2x?x!graph.string>) -> tensor<2x?x!graph.string>
  // CHECK: graph.string_equal {{.*}} -> tensor<2x?xi1>
  %1 = graph.string_equal %x, %x : (tensor<2x?x!graph.string>, tensor<2x?x!graph.string>) -> tensor<2x?xi1>
  // CHECK: graph.string_lookup %{{.*}} in %{{.*}} : {{.*}} -> tensor<2x?xi64>
  %2 = graph.string_lookup %x in %keys : (tensor<2x?x!graph.string>, tensor<3x!graph.string>) -> tensor<2x?xi64>
  // CHECK: graph.string_normalize %{{.*}} without %{{.*}} letters lower {case_sensitive} : {{.*}} -> (tensor<3x!graph.string>, tensor<1xi64>)
  %3, %4 = graph.string_normalize %keys without %keys letters lower {case_sensitive} : (tensor<3x!graph.string>, tensor<3x!graph.string>) -> (tensor<3x!graph.string>, tensor<1xi64>)
  // CHECK: graph.string_count_parts %{{.*}} by "," limit -1 : {{.*}} -> tensor<2x?xi64>
  %5 = graph.string_count_parts %x by "," limit -1 : (tensor<2x?x!graph.string>) -> tensor<2x?xi64>
  // CHECK: graph.string_split %{{.*}}, %{{.*}} by "" limit 2 : {{.*}} -> tensor<2x?x?x!graph.string>
  %6 = graph.string_split %x, %n by "" limit 2 : (tensor<2x?x!graph.string>, tensor<i64>) -> tensor<2x?x?x!graph.string>
  return
}

// CHECK-LABEL: func @count_ngrams
func.func @count_ngrams(%x: tensor<?x6xi64>) -> tensor<?x3xf32> {
  // CHECK: graph.count_ngrams %{{.*}} pool [2, 3, 5, 4] starts [0, 2] columns [0, 1, 2] range [1, 2, 0] : (tensor<?x6xi64>) -> tensor<?x3xf32>
  %0 = graph.count_ngrams %x pool [2, 3, 5, 4] starts [0, 2] columns [0, 1, 2] range [1, 2, 0] : (tensor<?x6xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// What moves elements moves strings.
// CHECK-LABEL: func @moves
func.func @moves(%x: tensor<2x3x!graph.string>, %i: tensor<2xi64>, %c: tensor<3xi1>) -> tensor<2x3x!graph.string> {
  %0 = graph.transpose %x [1, 0] : (tensor<2x3x!graph.string>) -> tensor<3x2x!graph.string>
  %1 = graph.gather %x, %i axis 0 : (tensor<2x3x!graph.string>, tensor<2xi64>) -> tensor<2x3x!graph.string>
  // CHECK: graph.where {{.*}} -> tensor<2x3x!graph.string>
  %2 = graph.where %c, %x, %1 : (tensor<3xi1>, tensor<2x3x!graph.string>, tensor<2x3x!graph.string>) -> tensor<2x3x!graph.string>
  return %2 : tensor<2x3x!graph.string>
}
