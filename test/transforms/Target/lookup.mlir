// RUN: tvm-opt %s --split-input-file --pass-pipeline='builtin.module(builtin.module(func.func(vectorize-marked-loops)))' | FileCheck %s

// A kernel reads the description of the module around it, although a data
// layout lies in between, or beside the description: upstream's queries stop there.
// CHECK-LABEL: func @below
// CHECK: affine.vector_load {{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-LABEL: func @nearer
// CHECK: affine.vector_load {{.*}} : memref<64xf32>, vector<4xf32>
// CHECK-LABEL: func @other_device
// CHECK: affine.vector_load {{.*}} : memref<64xf32>, vector<16xf32>
module attributes {
    dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">,
    dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>} {
  module @layout attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little">} {
    func.func @below(%x: memref<64xf32>, %y: memref<64xf32>) {
      affine.for %i = 0 to 64 {
        %0 = affine.load %x[%i] : memref<64xf32>
        affine.store %0, %y[%i] : memref<64xf32>
      } {te.kind = "vectorized"}
      return
    }
  }
  // The closest description holds.
  module @own attributes {
      dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64>>} {
    func.func @nearer(%x: memref<64xf32>, %y: memref<64xf32>) {
      affine.for %i = 0 to 64 {
        %0 = affine.load %x[%i] : memref<64xf32>
        affine.store %0, %y[%i] : memref<64xf32>
      } {te.kind = "vectorized"}
      return
    }
  }
  // A description of other devices, or of another entry, says nothing of this one.
  module @others attributes {
      dlti.target_system_spec = #dlti.target_system_spec<
          "vdla" = #dlti.target_device_spec<"max_vector_op_width" = 64 : i64>,
          "CPU" = #dlti.target_device_spec<"cores" = 2 : i64>>} {
    func.func @other_device(%x: memref<64xf32>, %y: memref<64xf32>) {
      affine.for %i = 0 to 64 {
        %0 = affine.load %x[%i] : memref<64xf32>
        affine.store %0, %y[%i] : memref<64xf32>
      } {te.kind = "vectorized"}
      return
    }
  }
}

// -----

// Nobody says anything: 256 bits. Numbers may be unsigned, as in upstream's examples.
// CHECK-LABEL: func @nothing
// CHECK: affine.vector_load {{.*}} : memref<64xf32>, vector<8xf32>
// CHECK-LABEL: func @unsigned
// CHECK: affine.vector_load {{.*}} : memref<64xf32>, vector<16xf32>
module {
  module @plain {
    func.func @nothing(%x: memref<64xf32>, %y: memref<64xf32>) {
      affine.for %i = 0 to 64 {
        %0 = affine.load %x[%i] : memref<64xf32>
        affine.store %0, %y[%i] : memref<64xf32>
      } {te.kind = "vectorized"}
      return
    }
  }
  module @number attributes {
      dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : ui32>>} {
    func.func @unsigned(%x: memref<64xf32>, %y: memref<64xf32>) {
      affine.for %i = 0 to 64 {
        %0 = affine.load %x[%i] : memref<64xf32>
        affine.store %0, %y[%i] : memref<64xf32>
      } {te.kind = "vectorized"}
      return
    }
  }
}
