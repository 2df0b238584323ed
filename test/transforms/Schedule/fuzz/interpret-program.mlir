// The only kernel of a program is interpreted with floats as numbers of f64.
// RUN: %python -c "import numpy; numpy.savez('%t.npz', x0=numpy.array([1, 3, -4], numpy.float32))"
// RUN: interpret_program %s %t.npz %t.out.npz
// RUN: %python -c "import numpy; y = numpy.load('%t.out.npz')['y0']; print(y.dtype, *y)" | FileCheck %s
// CHECK: float64 2.718281828459045 20.0{{[0-9]+}} 0.01{{[0-9]+}}

// What cannot run is no success.
// RUN: sed 's/math.exp/math.sin/' %s > %t.sin.mlir
// RUN: not interpret_program %t.sin.mlir %t.npz %t.out.npz 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown operation: {{.*}}math.sin
// RUN: %python -c "import numpy; numpy.savez('%t.short.npz', x0=numpy.zeros(2, numpy.float32))"
// RUN: not interpret_program %s %t.short.npz %t.out.npz 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: expected all bytes of an input
// RUN: not interpret_program %s %t.none.npz %t.out.npz 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: {{.*}}none.npz
// RUN: not interpret_program 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: usage: interpret_program

module attributes {tvm.level = "loops"} {
  module @k {
    func.func @k(%x: memref<3xf32>, %y: memref<3xf32>) {
      affine.for %i = 0 to 3 {
        te.block "b" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<3xf32>, memref<3xf32>) do {
        ^bb0(%vi: index, %mx: memref<3xf32>, %my: memref<3xf32>):
          %a = affine.load %mx[%vi] : memref<3xf32>
          %b = math.exp %a : f32
          affine.store %b, %my[%vi] : memref<3xf32>
          te.yield
        }
      }
      return
    }
  }
  func.func @main(%x: tensor<3xf32> {graph.name = "x0"}) -> (tensor<3xf32> {graph.name = "y0"}) {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = graph.launch @k::@k(%x : tensor<3xf32>) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}
