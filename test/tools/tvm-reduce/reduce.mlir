// tvm-reduce keeps what a script finds interesting, here one operator of three.
// RUN: printf '#!/bin/bash\n! tvm-opt "$1" | grep -q graph.exp || exit 1\n' > %t.sh && chmod +x %t.sh
// RUN: tvm-reduce %s -reduction-tree='traversal-mode=0 test=%t.sh' | FileCheck %s

// CHECK-NOT: graph.relu
// CHECK: graph.exp
// CHECK-NOT: graph.relu
func.func @f(%x: tensor<4xf32>) {
  %y = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func @g(%x: tensor<4xf32>) {
  %y = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func @h(%x: tensor<4xf32>) {
  %y = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}
