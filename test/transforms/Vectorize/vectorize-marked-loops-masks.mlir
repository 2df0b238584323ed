// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops --canonicalize --cse | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=128 --vectorize-marked-loops --canonicalize --cse | FileCheck %s --check-prefix=NARROW

// Lanes behind the end of a split that does not divide are masked. Every outer
// iteration has one that is not: nothing is tested.
// CHECK: #[[$LEFT:.*]] = affine_map<(d0)[s0] -> (d0 * -8 + s0, 8)>
// CHECK-LABEL: @guarded
// CHECK: affine.for %[[O:.*]] = 0 to
// CHECK-NEXT: %[[COUNT:.*]] = affine.min #[[$LEFT]](%[[O]])
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[COUNT]] : vector<8xi1>
// CHECK-NEXT: affine.apply
// CHECK-NEXT: %[[X:.*]] = vector.maskedload %{{.*}}, %[[MASK]],
// CHECK-NEXT: %[[Y:.*]] = arith.negf %[[X]]
// CHECK-NEXT: vector.maskedstore %{{.*}}, %[[MASK]], %[[Y]]
// CHECK-NEXT: }
// Where registers have no masks: whole vectors, or one by one.
// NARROW-LABEL: @guarded
// NARROW: affine.if
// NARROW-COUNT-2: affine.vector_store %{{.*}} : memref<?xf32>, vector<4xf32>
// NARROW-NEXT: } else {
// NARROW-NEXT: affine.for
// NARROW-NEXT: affine.if
// NARROW-NEXT: affine.load
func.func @guarded(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %o = 0 to affine_map<()[n] -> (n ceildiv 8)>()[%n] {
    affine.for %l = 0 to 8 {
      affine.if affine_set<(o, l)[n] : (n - o * 8 - l - 1 >= 0)>(%o, %l)[%n] {
        %a = affine.load %x[%o * 8 + %l] : memref<?xf32>
        %b = arith.negf %a : f32
        affine.store %b, %y[%o * 8 + %l] : memref<?xf32>
      }
    } {te.kind = "vectorized"}
  }
  return
}

// The part of the condition on the row is a branch around the vectors. In it, a
// read of the row's scale needs no mask.
// CHECK-LABEL: @rows
// CHECK: affine.if
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: affine.load
// CHECK: vector.maskedstore
// CHECK-NOT: affine.if
func.func @rows(%x: memref<?x?xf32>, %scale: memref<?xf32>, %y: memref<?x?xf32>, %m: index, %n: index) {
  affine.for %o = 0 to affine_map<()[m] -> (m ceildiv 4)>()[%m] {
    affine.for %r = 0 to 4 {
      affine.for %l = 0 to 8 {
        affine.if affine_set<(o, r, l)[m, n] : (n - l - 1 >= 0, m - o * 4 - r - 1 >= 0)>(%o, %r, %l)[%m, %n] {
          %a = affine.load %x[%o * 4 + %r, %l] : memref<?x?xf32>
          %b = affine.load %scale[%o * 4 + %r] : memref<?xf32>
          %c = arith.mulf %a, %b : f32
          affine.store %c, %y[%o * 4 + %r, %l] : memref<?x?xf32>
        }
      } {te.kind = "vectorized"}
    }
  }
  return
}

// A condition that all lanes share is tested once, vectors have no masks.
// CHECK-LABEL: @shared
// CHECK: affine.if
// CHECK: affine.vector_load
// CHECK-NOT: mask
// CHECK: return
func.func @shared(%x: memref<?x8xf32>, %y: memref<?x8xf32>, %m: index) {
  affine.for %o = 0 to affine_map<()[m] -> (m ceildiv 4)>()[%m] {
    affine.for %r = 0 to 4 {
      affine.for %l = 0 to 8 {
        affine.if affine_set<(o, r)[m] : (m - o * 4 - r - 1 >= 0)>(%o, %r)[%m] {
          %a = affine.load %x[%o * 4 + %r, %l] : memref<?x8xf32>
          affine.store %a, %y[%o * 4 + %r, %l] : memref<?x8xf32>
        }
      } {te.kind = "vectorized"}
    }
  }
  return
}

// A lower bound as well; strided accesses are gathers and scatters.
// CHECK-LABEL: @strided
// CHECK: %[[UPPER:.*]] = vector.create_mask
// CHECK: %[[BEFORE:.*]] = vector.create_mask
// CHECK: %[[FROM:.*]] = arith.xori %[[BEFORE]],
// CHECK: %[[MASK:.*]] = arith.andi %[[UPPER]], %[[FROM]]
// CHECK: memref.collapse_shape
// CHECK: %[[X:.*]] = vector.gather %{{.*}}, %[[MASK]],
// CHECK: vector.scatter %{{.*}}, %[[MASK]], %[[X]]
func.func @strided(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %m: index, %n: index) {
  affine.for %l = 0 to 8 {
    affine.if affine_set<(l)[m, n] : (n - l - 1 >= 0, l - m >= 0)>(%l)[%m, %n] {
      %a = affine.load %x[%l, 2] : memref<?x?xf32>
      affine.store %a, %y[%l * 2, 1] : memref<?x?xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// A subscript that depends on data: a gather at masked indices.
// CHECK-LABEL: @indirect
// CHECK: %[[I:.*]] = vector.maskedload
// CHECK: %[[AT:.*]] = arith.index_cast %[[I]]
// CHECK: vector.gather %{{.*}}[%{{.*}}] [%[[AT]]]
func.func @indirect(%x: memref<?xf32>, %i: memref<?xi32>, %y: memref<?xf32>, %n: index) {
  affine.for %l = 0 to 8 {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %i[%l] : memref<?xi32>
      %b = arith.index_cast %a : i32 to index
      %c = memref.load %x[%b] : memref<?xf32>
      affine.store %c, %y[%l] : memref<?xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// No buffer to gather from.
// CHECK-LABEL: @empty
// CHECK-NOT: vector.gather
// CHECK: vector.maskedstore
func.func @empty(%x: memref<?x0xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %l = 0 to 8 {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l, %l] : memref<?x0xf32>
      affine.store %a, %y[%l] : memref<?xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// Masked lanes contribute infinity, not NaN, which would stay.
// CHECK-LABEL: @number
// CHECK: %[[LEAST:.*]] = arith.constant dense<0xFF800000> : vector<8xf32>
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[S:.*]] = arith.select %[[MASK]], %{{.*}}, %[[LEAST]]
// CHECK: arith.cmpf ogt, %[[S]], %[[LEAST]]
func.func @number(%x: memref<?xf32>, %y: memref<1xf32>, %n: index) {
  affine.for %l = 0 to 8 {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l] : memref<?xf32>
      %b = affine.load %y[0] : memref<1xf32>
      %c = arith.cmpf ogt, %a, %b : f32
      %d = arith.select %c, %a, %b : f32
      affine.store %d, %y[0] : memref<1xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// Masked lanes contribute the identity to a reduction.
// CHECK-LABEL: @maximum
// CHECK: %[[LEAST:.*]] = arith.constant dense<0xFF800000> : vector<8xf32>
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[X:.*]] = vector.maskedload
// CHECK: %[[S:.*]] = arith.select %[[MASK]], %[[X]], %[[LEAST]]
// CHECK: vector.reduction <maximumf>, %[[S]]
func.func @maximum(%x: memref<?xf32>, %y: memref<1xf32>, %n: index) {
  affine.for %l = 0 to 8 {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l] : memref<?xf32>
      %b = affine.load %y[0] : memref<1xf32>
      %c = arith.maximumf %b, %a : f32
      affine.store %c, %y[0] : memref<1xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// A condition that is not linear is compared lane by lane. A lane that is
// masked divides by 1.
// CHECK-LABEL: @modulo
// CHECK: %[[MASK:.*]] = arith.cmpi sge, %{{.*}} : vector<8xindex>
// CHECK: %[[X:.*]] = vector.maskedload %{{.*}}, %[[MASK]],
// CHECK: %[[D:.*]] = arith.select %[[MASK]], %[[X]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK: arith.divsi %{{.*}}, %[[D]] : vector<8xi32>
// CHECK: vector.maskedstore
func.func @modulo(%x: memref<?xi32>, %y: memref<?xi32>, %n: index) {
  %c = arith.constant 1000 : i32
  affine.for %l = 0 to 8 {
    affine.if affine_set<(l)[n] : (n - (l mod 3) - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l] : memref<?xi32>
      %b = arith.divsi %c, %a : i32
      affine.store %b, %y[%l] : memref<?xi32>
    }
  } {te.kind = "vectorized"}
  return
}

// Lanes take different branches: both run, under masks. A read that lanes share
// runs only if there is one that takes it.
// CHECK-LABEL: @choice
// CHECK: %[[TAKES:.*]] = arith.cmpi ugt, %{{.*}} : vector<8xindex>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[TAKES]]
// CHECK: %[[X:.*]] = scf.if %[[ANY]]
// CHECK: vector.maskedload %{{.*}}, %[[TAKES]]
// CHECK: affine.load
// CHECK: %[[OTHER:.*]] = arith.xori %[[TAKES]]
// CHECK: %[[Z:.*]] = vector.maskedload %{{.*}}, %[[OTHER]]
// CHECK: %[[R:.*]] = arith.select %[[TAKES]], %[[X]], %[[Z]]
// CHECK: affine.vector_store %[[R]]
func.func @choice(%x: memref<8xf32>, %s: memref<?xf32>, %z: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  affine.for %l = 0 to 8 {
    %inside = arith.cmpi ult, %l, %n : index
    %a = scf.if %inside -> (f32) {
      %b = affine.load %x[%l] : memref<8xf32>
      %c = affine.load %s[0] : memref<?xf32>
      %d = arith.addf %b, %c : f32
      scf.yield %d : f32
    } else {
      %b = affine.load %z[%l] : memref<8xf32>
      scf.yield %b : f32
    }
    affine.store %a, %y[%l] : memref<8xf32>
  } {te.kind = "vectorized"}
  return
}

// An accumulator tile that no other thread sees is read and written as a whole,
// so that it stays in registers.
// CHECK-LABEL: @tile
// CHECK: %[[OLD:.*]] = affine.vector_load %alloca
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: %[[KEPT:.*]] = arith.select %{{.*}}, %[[NEW]], %{{.*}}
// CHECK: affine.vector_store %[[KEPT]], %alloca
func.func @tile(%x: memref<?xf32>, %n: index) -> f32 {
  %t = memref.alloca() : memref<8xf32>
  affine.for %k = 0 to 4 {
    affine.for %l = 0 to 8 {
      affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
        %a = affine.load %x[%l] : memref<?xf32>
        %b = affine.load %t[%l] : memref<8xf32>
        %c = arith.addf %b, %a : f32
        affine.store %c, %t[%l] : memref<8xf32>
      }
    } {te.kind = "vectorized"}
  }
  %r = affine.load %t[0] : memref<8xf32>
  return %r : f32
}

// Registers of 256 bits have no masks for bytes.
// CHECK-LABEL: @bytes
// CHECK: affine.vector_store %{{.*}} : memref<?xi8>, vector<32xi8>
// CHECK: } else {
// CHECK: affine.for
// CHECK-NOT: mask
// CHECK: return
func.func @bytes(%x: memref<?xi8>, %y: memref<?xi8>, %n: index) {
  affine.for %l = 0 to 32 {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l] : memref<?xi8>
      affine.store %a, %y[%l] : memref<?xi8>
    }
  } {te.kind = "vectorized"}
  return
}

// An unknown count: counts of masks fit into 32 bits.
// CHECK-LABEL: @unknown
// CHECK: affine.for %{{.*}} step 8
// CHECK: %[[MOST:.*]] = affine.min
// CHECK: %[[COUNT:.*]] = arith.maxsi %[[MOST]], %c0
// CHECK: vector.create_mask %[[COUNT]]
// CHECK: affine.for
// CHECK: affine.if
func.func @unknown(%x: memref<?xf32>, %y: memref<?xf32>, %m: index, %n: index) {
  affine.for %l = 0 to %m {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l] : memref<?xf32>
      affine.store %a, %y[%l] : memref<?xf32>
    }
  } {te.kind = "vectorized"}
  return
}

// Neighbours under one condition share their mask; others have their own, each
// in a branch that is taken if it has a lane.
// CHECK-LABEL: @several
// CHECK: affine.if
// CHECK: vector.create_mask
// CHECK-COUNT-2: vector.maskedstore
// CHECK: affine.if
// CHECK: vector.create_mask
// CHECK-COUNT-1: vector.maskedstore
func.func @several(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>, %m: index, %n: index) {
  affine.for %l = 0 to 8 {
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l] : memref<?xf32>
      affine.store %a, %y[%l] : memref<?xf32>
    }
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%n] {
      %a = affine.load %x[%l] : memref<?xf32>
      affine.store %a, %z[%l] : memref<?xf32>
    }
    affine.if affine_set<(l)[n] : (n - l - 1 >= 0)>(%l)[%m] {
      %a = affine.load %y[%l] : memref<?xf32>
      affine.store %a, %z[%l] : memref<?xf32>
    }
  } {te.kind = "vectorized"}
  return
}
