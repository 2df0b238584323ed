// RUN: tvm-opt %s --kernel-to-llvm | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(kernel-to-llvm{strict=true})' | FileCheck %s --check-prefix=STRICT
// RUN: tvm-opt %s --lower-to-llvm | FileCheck %s --check-prefix=LOWER

// A whole kernel: nothing but the llvm dialect is left.
// CHECK-LABEL: module @k
// CHECK-NOT: {{= (arith|scf|affine|memref|vector|math|builtin)[.]}}
// CHECK: "llvm.intr.vector.reduce.fadd"{{.*}}reassoc
// CHECK: llvm.func hidden @tvm_kernel_k(%{{[^:]*}}: !llvm.ptr) -> i32
// STRICT: llvm.intr.vector.reduce.fadd
// STRICT-NOT: reassoc
// LOWER: llvm.func @k(
module @k {
  func.func @k(%a: memref<?x16xf32>, %out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?x16xf32>
    affine.parallel (%i) = (0) to (%n) {
      %x = affine.vector_load %a[%i, 0] : memref<?x16xf32>, vector<16xf32>
      %e = math.exp %x : vector<16xf32>
      %s = vector.reduction <add>, %e : vector<16xf32> into f32
      affine.store %s, %out[%i] : memref<?xf32>
    }
    return
  }
}
