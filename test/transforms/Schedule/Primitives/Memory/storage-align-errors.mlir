// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%in, %out : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %a = affine.load %x[%v0] : memref<8xf32>
      affine.store %a, %y[%v0] : memref<8xf32>
      te.yield
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) One buffer.
// EDIT: `%out :` -> `%t, %s : memref<8xf32>,`
// EDIT: `: memref<8xf32>):` -> `: memref<8xf32>, %z: memref<8xf32>):`
// LINES: `func.func @kernel`
//| func.func @kernel(%in: memref<8xf32>) {
//|   %t = memref.alloc() : memref<8xf32>
//|   %s = memref.alloc() : memref<8xf32>
// AFTER: `affine.store %a`
//| affine.store %a, %z[%v0] : memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot align what 'A' writes: expected a block that writes one buffer}}
schedule.storage_align %a axis 0 factor 4

// CASE: (P1) No output.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot align what 'A' writes: expected a buffer that the kernel allocates, not an output}}
schedule.storage_align %a axis 0 factor 4

// CASE: (P2) Another operation uses it.
// EDIT: `%out :` -> `%t :`
// BEFORE: `affine.for %i`
//| %t = memref.alloc() : memref<8xf32>
// BEFORE: `return`
//| memref.copy %t, %out : memref<8xf32> to memref<8xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `memref.copy` {{here}}
// expected-error @below {{cannot align what 'A' writes: expected a buffer that is only loaded from and stored to}}
schedule.storage_align %a axis 0 factor 4

// CASE: (P3) More elements than there are addresses.
// LINES: `func.func @kernel`
//| func.func @kernel() {
//|   %t = memref.alloc() : memref<1x1x4294967296x4294967296xf32>
// LINES: `te.block "A"` to `affine.store`
//| te.block "A" [false] affine_map<(d0) -> (d0)>(%i) captures(%t : memref<1x1x4294967296x4294967296xf32>) do {
//| ^bb0(%v0: index, %y: memref<1x1x4294967296x4294967296xf32>):
//|   %a = arith.constant 0.0 : f32
//|   affine.store %a, %y[0, 0, 0, %v0] : memref<1x1x4294967296x4294967296xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot align what 'A' writes: expected sizes whose product fits 64 bits}}
schedule.storage_align %a axis 0 factor 4

// CASE: (P3) A layout that says where elements lie.
// LINES: `func.func @kernel`
//| func.func @kernel() {
//|   %t = memref.alloc() : memref<4x8xf32, strided<[8, 1]>>
// LINES: `te.block "A"` to `affine.store`
//| te.block "A" [false] affine_map<(d0) -> (d0)>(%i) captures(%t : memref<4x8xf32, strided<[8, 1]>>) do {
//| ^bb0(%v0: index, %y: memref<4x8xf32, strided<[8, 1]>>):
//|   %a = arith.constant 0.0 : f32
//|   affine.store %a, %y[0, %v0] : memref<4x8xf32, strided<[8, 1]>>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-error @below {{cannot align what 'A' writes: expected a buffer whose elements lie behind each other}}
schedule.storage_align %a axis 0 factor 5

// PAYLOAD
func.func private @f(memref<8xf32>)
func.func @kernel(%in: memref<8xf32>, %out: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    te.block "A" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%in, %t : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %a = affine.load %x[%v0] : memref<8xf32>
      affine.store %a, %y[%v0] : memref<8xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 8 {
    te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
        captures(%t : memref<8xf32>) do {
    ^bb0(%v0: index, %x: memref<8xf32>):
      func.call @f(%x) : (memref<8xf32>) -> ()
      te.yield
    }
  }
  return
}

// CASE: (P2) A body hands it on.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot align what 'A' writes: expected a buffer that is only loaded from and stored to}}
schedule.storage_align %a axis 0 factor 4

// PAYLOAD
func.func @kernel(%x: tensor<9x10xf32>) -> tensor<9x10xf32> {
  %0 = te.compute [9, 10] spatial 2 tag "A" {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<9x10xf32>
    te.yield %a : f32
  } : tensor<9x10xf32>
  %1 = te.compute [9, 10] spatial 2 tag "B" {
  ^bb0(%i: index, %j: index):
    %a = te.read %0[%i, %j] : tensor<9x10xf32>
    te.yield %a : f32
  } : tensor<9x10xf32>
  return %1 : tensor<9x10xf32>
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P3) The last dimension has stride 1.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot align what 'A' writes: expected a dimension in front of the last one of 2, got 1}}
schedule.storage_align %a axis 1 factor 4

// CASE: (P3) A factor.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot align what 'A' writes: expected a positive factor and an offset below it, got 0 and 0}}
schedule.storage_align %a axis 0 factor 0

// CASE: (P3) An offset below it.
// expected-note at `%0 = te.compute [9` {{in the kernel, here}}
// expected-error @below {{cannot align what 'A' writes: expected a positive factor and an offset below it, got 4 and 4}}
schedule.storage_align %a axis 0 factor 4 offset 4

// PAYLOAD
func.func @kernel(%x: tensor<3x?x6xf32>, %n: index) -> tensor<3x?x6xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [3, %n, 6] spatial 3 tag "A" {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %j, %k] : tensor<3x?x6xf32>
    te.yield %a : f32
  } : tensor<3x?x6xf32>
  %1 = te.compute [3, %n, 6] spatial 3 tag "B" {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %0[%i, %j + 1, %k + 1] else %zero : tensor<3x?x6xf32>
    te.yield %a : f32
  } : tensor<3x?x6xf32>
  return %1 : tensor<3x?x6xf32>
}

// CASE: (P3) Constant sizes.
// expected-note at `%0 = te.compute [3` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot align what 'A' writes: expected constant sizes behind the dimension}}
schedule.storage_align %a axis 0 factor 4

// PAYLOAD
func.func @kernel(%x: tensor<3x5x6xf32>) -> tensor<3x5x6xf32> {
  %0 = te.compute [3, 5, 6] spatial 3 tag "A" {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %j, %k] : tensor<3x5x6xf32>
    te.yield %a : f32
  } : tensor<3x5x6xf32>
  %1 = te.compute [3, 5, 6] spatial 3 tag "B" {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %0[%i, %j, %k] : tensor<3x5x6xf32>
    te.yield %a : f32
  } : tensor<3x5x6xf32>
  return %1 : tensor<3x5x6xf32>
}

// CASE: (P4) A multiple of 6 is never odd.
// expected-note at `%0 = te.compute [3` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
// expected-error @below {{cannot align what 'A' writes: expected a stride that a multiple of 6 can be}}
schedule.storage_align %a axis 0 factor 4 offset 1
