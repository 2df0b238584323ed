// RUN: tvm-opt %s --kernel-bf16-bits | FileCheck %s

// CHECK-NOT: bf16
// CHECK: llvm.mlir.global private constant @table(dense<[16256, 16384]> : tensor<2xi16>) {{.*}} : !llvm.array<2 x i16>
llvm.mlir.global private constant @table(dense<[1.0, 2.0]> : tensor<2xbf16>) {alignment = 64 : i64} : !llvm.array<2 x bf16>

// A value that lives from one basic block to another.
// CHECK-LABEL: llvm.func @guarded
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[INSIDE:.*]]: i1) -> f32
// CHECK: %[[INFINITY:.*]] = llvm.mlir.constant(-128 : i16) : i16
// CHECK: llvm.cond_br %[[INSIDE]], ^bb1, ^bb2(%[[INFINITY]] : i16)
// CHECK: llvm.getelementptr %[[P]][1] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK: %[[LOADED:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i16
// CHECK: llvm.br ^bb2(%[[LOADED]] : i16)
// CHECK: ^bb2(%[[BITS:.*]]: i16):
// CHECK-NEXT: llvm.zext %[[BITS]] : i16 to i32
llvm.func @guarded(%p: !llvm.ptr, %inside: i1) -> f32 {
  %infinity = llvm.mlir.constant(0xFF80 : bf16) : bf16
  %c16 = llvm.mlir.constant(16 : i32) : i32
  llvm.cond_br %inside, ^load, ^extend(%infinity : bf16)
^load:
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, bf16
  %loaded = llvm.load %q : !llvm.ptr -> bf16
  llvm.br ^extend(%loaded : bf16)
^extend(%value: bf16):
  %bits = llvm.bitcast %value : bf16 to i16
  %wide = llvm.zext %bits : i16 to i32
  %shifted = llvm.shl %wide, %c16 : i32
  %f32 = llvm.bitcast %shifted : i32 to f32
  llvm.return %f32 : f32
}

// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.mlir.constant(dense<16256> : vector<8xi16>) : vector<8xi16>
// CHECK: llvm.store %{{.*}} : vector<8xi16>, !llvm.ptr
llvm.func @vectors(%p: !llvm.ptr) {
  %ones = llvm.mlir.constant(dense<1.0> : vector<8xbf16>) : vector<8xbf16>
  llvm.store %ones, %p {alignment = 2 : i64} : vector<8xbf16>, !llvm.ptr
  llvm.return
}
