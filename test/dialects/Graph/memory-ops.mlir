// RUN: tvm-opt %s -verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @memory
func.func @memory(%x: memref<?x4xf32>, %n: index, %ok: i1) -> memref<?x4xf32> {
  // CHECK: graph.check %{{.*}}, "node 'r' (Reshape): cannot reshape {0} elements to {1}"(%{{.*}}, %{{.*}})
  graph.check %ok, "node 'r' (Reshape): cannot reshape {0} elements to {1}" (%n, %n)
  // CHECK: graph.check %{{.*}}, "no values"
  graph.check %ok, "no values"
  // CHECK: graph.num_threads
  %t = graph.num_threads
  // CHECK: graph.byte_size(%{{.*}}) : memref<?x384xf32>
  %s = graph.byte_size(%n) : memref<?x384xf32>
  // CHECK: graph.arena %{{.*}} : memref<?xi8>
  %arena = graph.arena %s : memref<?xi8>
  // CHECK: graph.pool %{{.*}} : memref<?xi8>
  %pool = graph.pool %t : memref<?xi8>
  // CHECK: graph.slot %{{.*}}(%{{.*}}) keep %{{.*}} : memref<?xi8>
  %slot = graph.slot %n(%s) keep %t : memref<?xi8>
  // CHECK: graph.get_weight #graph.weight<"w", 0, 42> : tensor<64x64xf32> -> memref<64x64xf32>
  %w = graph.get_weight #graph.weight<"w", 0, 42> : tensor<64x64xf32> -> memref<64x64xf32>
  // CHECK: graph.output 0(%{{.*}}) : memref<?x4xf32>
  %y = graph.output 0(%n) : memref<?x4xf32>
  // CHECK: graph.view %{{.*}} : memref<?x4xf32> to memref<?x2x2xf32>
  %v = graph.view %x : memref<?x4xf32> to memref<?x2x2xf32>
  // CHECK: graph.call @k::@k(%{{.*}}, %{{.*}} : memref<?x4xf32>, memref<?x4xf32>) dims(%{{.*}}, %{{.*}}) workspace(%{{.*}} : memref<?xi8>)
  graph.call @k::@k(%x, %y : memref<?x4xf32>, memref<?x4xf32>) dims(%n, %n) workspace(%pool : memref<?xi8>)
  // CHECK: graph.call @k::@k()
  graph.call @k::@k()
  // CHECK: graph.copy %{{.*}}(%{{.*}}) to %{{.*}} : memref<?x4xf32>, memref<?x4xf32>
  graph.copy %x(%n) to %y : memref<?x4xf32>, memref<?x4xf32>
  return %y : memref<?x4xf32>
}
