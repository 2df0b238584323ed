// A matrix product on the way to an accelerator: as written, tiled, and as
// instructions of the accelerator on buffers of 8x8.
//
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,func.func(te-lower-blocks,canonicalize),te-lower-hardware-intrins)' | FileCheck %s --check-prefix=VANILLA
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,transform-interpreter{entry-point=tiled},func.func(te-lower-blocks,canonicalize),te-lower-hardware-intrins)' | FileCheck %s --check-prefix=TILED
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,transform-interpreter{entry-point=vdla},func.func(te-lower-blocks,canonicalize,cse),te-lower-hardware-intrins)' | FileCheck %s --check-prefix=VDLA

// VANILLA: func.func @matmul(%[[A:.*]]: memref<1024x1024xf32>, %[[B:.*]]: memref<1024x1024xf32>, %[[C:.*]]: memref<1024x1024xf32>) {
// VANILLA-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// VANILLA-NEXT: affine.for %[[Y:.*]] = 0 to 1024 {
// VANILLA-NEXT:   affine.for %[[X:.*]] = 0 to 1024 {
// VANILLA-NEXT:     affine.store %[[ZERO]], %[[C]][%[[Y]], %[[X]]]
// VANILLA-NEXT:     affine.for %[[K:.*]] = 0 to 1024 {
// VANILLA-NEXT:       affine.load %[[A]][%[[K]], %[[Y]]]
// VANILLA-NEXT:       affine.load %[[B]][%[[K]], %[[X]]]
// VANILLA-NEXT:       arith.mulf
// VANILLA-NEXT:       affine.load %[[C]][%[[Y]], %[[X]]]
// VANILLA-NEXT:       arith.addf
// VANILLA-NEXT:       affine.store %{{.*}}, %[[C]][%[[Y]], %[[X]]]

// TILED: affine.for %[[YO:.*]] = 0 to 128 {
// TILED-NEXT: affine.for %[[XO:.*]] = 0 to 128 {
// TILED-NEXT:   affine.for %[[YI:.*]] = 0 to 8 {
// TILED-NEXT:     affine.for %[[XI:.*]] = 0 to 8 {
// TILED-NEXT:       affine.store %{{.*}}, %[[C:.*]][%[[YO]] * 8 + %[[YI]], %[[XO]] * 8 + %[[XI]]]
// TILED-NEXT:     }
// TILED-NEXT:   }
// TILED-NEXT:   affine.for %[[KO:.*]] = 0 to 128 {
// TILED-NEXT:     affine.for %[[YI:.*]] = 0 to 8 {
// TILED-NEXT:       affine.for %[[XI:.*]] = 0 to 8 {
// TILED-NEXT:         affine.for %[[KI:.*]] = 0 to 8 {
// TILED-NEXT:           affine.load %{{.*}}[%[[KO]] * 8 + %[[KI]], %[[YO]] * 8 + %[[YI]]]
// TILED-NEXT:           affine.load %{{.*}}[%[[KO]] * 8 + %[[KI]], %[[XO]] * 8 + %[[XI]]]

// VDLA-NOT: te.tensor_intrin
// VDLA: func.func @matmul(%[[A:.*]]: memref<1024x1024xf32>, %[[B:.*]]: memref<1024x1024xf32>, %[[C:.*]]: memref<1024x1024xf32>) {
// VDLA-NEXT: affine.for %[[YO:.*]] = 0 to 128 {
// VDLA-NEXT:   affine.for %[[XO:.*]] = 0 to 128 {
// VDLA-NEXT:     %[[CL:.*]] = memref.alloca() : memref<8x8xf32, "vdla.acc_buffer">
// VDLA-NEXT:     te.hardware_intrin "fill_zero"(w %[[CL]] :
// VDLA-NEXT:     affine.for %[[KO:.*]] = 0 to 128 {
// VDLA-NEXT:       %[[AL:.*]] = memref.alloca() : memref<8x8xf32, "vdla.inp_buffer">
// VDLA-NEXT:       %[[K:.*]] = affine.apply #[[$TIMES8:.*]](%[[KO]])
// VDLA-NEXT:       %[[Y:.*]] = affine.apply #[[$TIMES8]](%[[YO]])
// VDLA-NEXT:       %[[AT:.*]] = memref.subview %[[A]][%[[K]], %[[Y]]] [8, 8] [1, 1]
// VDLA-NEXT:       %[[ATILE:.*]] = memref.cast %[[AT]]
// VDLA-NEXT:       te.hardware_intrin "dma_copy2d"(w %[[AL]] : {{.*}}, r %[[ATILE]] :
// VDLA-NEXT:       %[[BL:.*]] = memref.alloca() : memref<8x8xf32, "vdla.inp_buffer">
// VDLA-NEXT:       %[[X:.*]] = affine.apply #[[$TIMES8]](%[[XO]])
// VDLA-NEXT:       %[[BT:.*]] = memref.subview %[[B]][%[[K]], %[[X]]] [8, 8] [1, 1]
// VDLA-NEXT:       %[[BTILE:.*]] = memref.cast %[[BT]]
// VDLA-NEXT:       te.hardware_intrin "dma_copy2d"(w %[[BL]] : {{.*}}, r %[[BTILE]] :
// VDLA-NEXT:       te.hardware_intrin "fused_gemm8x8_add"(rw %[[CL]] : {{.*}}, r %[[AL]] : {{.*}}, r %[[BL]] :
// VDLA-NEXT:     }
// VDLA-NEXT:     %[[Y:.*]] = affine.apply #[[$TIMES8]](%[[YO]])
// VDLA-NEXT:     %[[X:.*]] = affine.apply #[[$TIMES8]](%[[XO]])
// VDLA-NEXT:     %[[CT:.*]] = memref.subview %[[C]][%[[Y]], %[[X]]] [8, 8] [1, 1]
// VDLA-NEXT:     %[[CTILE:.*]] = memref.cast %[[CT]]
// VDLA-NEXT:     te.hardware_intrin "dma_copy2d"(w %[[CTILE]] : {{.*}}, r %[[CL]] :
// VDLA-NEXT:   }
// VDLA-NEXT: }
// VDLA-NEXT: return
module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    %0 = te.compute [1024, 1024, 1024] spatial 2 reduce sum tag "C" {
    ^bb0(%y: index, %x: index, %k: index):
      %l = te.read %a[%k, %y] : tensor<1024x1024xf32>
      %r = te.read %b[%k, %x] : tensor<1024x1024xf32>
      %m = arith.mulf %l, %r : f32
      te.yield %m : f32
    } : tensor<1024x1024xf32>
    return %0 : tensor<1024x1024xf32>
  }
  te.tensor_intrin @gemm8x8 {
  ^bb0(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>):
    %y = te.compute [8, 8, 8] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      %0 = te.read %w[%k, %i] : tensor<8x8xf32>
      %1 = te.read %x[%k, %j] : tensor<8x8xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<8x8xf32>
    te.yield %y : tensor<8x8xf32>
  } compute {
  ^bb0(%w: memref<8x8xf32, "vdla.inp_buffer">, %x: memref<8x8xf32, "vdla.inp_buffer">, %y: memref<8x8xf32, "vdla.acc_buffer">):
    te.hardware_intrin "gemm8x8"(w %y : memref<8x8xf32, "vdla.acc_buffer">, r %w : memref<8x8xf32, "vdla.inp_buffer">, r %x : memref<8x8xf32, "vdla.inp_buffer">)
    te.yield
  } reset {
  ^bb0(%y: memref<8x8xf32, "vdla.acc_buffer">):
    te.hardware_intrin "fill_zero"(w %y : memref<8x8xf32, "vdla.acc_buffer">)
    te.yield
  } update {
  ^bb0(%w: memref<8x8xf32, "vdla.inp_buffer">, %x: memref<8x8xf32, "vdla.inp_buffer">, %y: memref<8x8xf32, "vdla.acc_buffer">):
    te.hardware_intrin "fused_gemm8x8_add"(rw %y : memref<8x8xf32, "vdla.acc_buffer">, r %w : memref<8x8xf32, "vdla.inp_buffer">, r %x : memref<8x8xf32, "vdla.inp_buffer">)
    te.yield
  }
  te.tensor_intrin @dma_load {
  ^bb0(%s: tensor<8x8xf32>):
    %y = te.compute [8, 8] spatial 2 {
    ^bb0(%i: index, %j: index):
      %0 = te.read %s[%i, %j] : tensor<8x8xf32>
      te.yield %0 : f32
    } : tensor<8x8xf32>
    te.yield %y : tensor<8x8xf32>
  } compute {
  ^bb0(%s: memref<8x8xf32, strided<[?, 1], offset: ?>>, %d: memref<8x8xf32, "vdla.inp_buffer">):
    te.hardware_intrin "dma_copy2d"(w %d : memref<8x8xf32, "vdla.inp_buffer">, r %s : memref<8x8xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  te.tensor_intrin @dma_store {
  ^bb0(%s: tensor<8x8xf32>):
    %y = te.compute [8, 8] spatial 2 {
    ^bb0(%i: index, %j: index):
      %0 = te.read %s[%i, %j] : tensor<8x8xf32>
      te.yield %0 : f32
    } : tensor<8x8xf32>
    te.yield %y : tensor<8x8xf32>
  } compute {
  ^bb0(%s: memref<8x8xf32, "vdla.acc_buffer">, %d: memref<8x8xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "dma_copy2d"(w %d : memref<8x8xf32, strided<[?, 1], offset: ?>>, r %s : memref<8x8xf32, "vdla.acc_buffer">)
    te.yield
  }
  transform.named_sequence @tiled(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %y, %x, %k = schedule.get_loops of %c
    %yo, %xo, %ko, %yi, %xi, %ki = schedule.tile %y, %x, %k by [8, 8, 8]
    transform.yield
  }
  transform.named_sequence @vdla(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %write = schedule.cache_write %c
    %y, %x = schedule.get_loops of %write
    %yo, %xo, %yi, %xi = schedule.tile %y, %x by [8, 8]
    %cl = schedule.compute_at %c, %xo
    schedule.set_scope %cl to "vdla.acc_buffer"
    %a, %b, %cy, %cx, %k = schedule.get_loops of %cl
    %ko, %ki = schedule.split %k by [0, 8]
    schedule.reorder %ko, %cy, %cx, %ki
    %bl = schedule.cache_read %cl, 1 to "vdla.inp_buffer" at %ko
    %al = schedule.cache_read %cl, 0 to "vdla.inp_buffer" at %ko
    %g = schedule.tensorize %cy with @gemm8x8
    %a0, %a1, %a2, %ay, %ax = schedule.get_loops of %al
    %ga = schedule.tensorize %ay with @dma_load
    %b0, %b1, %b2, %by, %bx = schedule.get_loops of %bl
    %gb = schedule.tensorize %by with @dma_load
    %gw = schedule.tensorize %yi with @dma_store
    transform.yield
  }
}
