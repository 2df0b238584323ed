// RUN: tvm-opt %s --kernel-to-ptx | sed -e 's/\\0A/\n/g' -e 's/\\09/ /g' | FileCheck %s

// Elementary functions are expanded, instructions stay; nothing of a library is called. Vectors become as many scalars.
// CHECK: .visible .entry functions_kernel(
// CHECK-NOT: {{call|extern}}
// CHECK: fma.rn.f32
// CHECK-NOT: {{call|extern}}
// CHECK: sqrt.rn.f32
// CHECK-NOT: {{call|extern}}
// CHECK: ret;
func.func @functions(%a: memref<64x4xf32>, %b: memref<64x4xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 4 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<64x4xf32>, memref<64x4xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<64x4xf32>, %y: memref<64x4xf32>):
        %0 = affine.load %x[%v, %w] : memref<64x4xf32>
        %1 = math.exp %0 : f32
        %2 = math.erf %1 : f32
        %3 = math.tanh %2 : f32
        %4 = math.absf %3 : f32
        %5 = math.floor %4 : f32
        %6 = math.roundeven %5 : f32
        %7 = math.sqrt %6 : f32
        affine.store %7, %y[%v, %w] : memref<64x4xf32>
        te.yield
      }
    } {te.kind = "vectorized"}
  } {te.kind = "threadIdx.x"}
  return
}
