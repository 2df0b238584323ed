// RUN: tvm-opt %s --vta-remove-redundant-tokens --vta-verify-removed-tokens | FileCheck %s

// The second token comes to the module before anything that needs it: it says
// all that the first one says.
// CHECK-LABEL: vta.program @doubled
// CHECK-SAME: vta.removed_tokens = [#vta.removed_token<load -> compute behind 0 before 3 via[<load -> compute, 0>]>]
// CHECK-NEXT: vta.sram
// CHECK-NEXT: vta.load_range
// CHECK-NEXT: vta.push load -> compute
// CHECK-NEXT: vta.pop load -> compute
// CHECK-NEXT: vta.execute
// CHECK-NEXT: }
vta.program @doubled {
  vta.sram @A size 1
  vta.load_range @A[0 to 0]
  vta.push load -> compute
  vta.push load -> compute
  vta.pop load -> compute
  vta.pop load -> compute
  vta.execute @A[0 to 0] -> @A[0 to 0]
}

// The second one comes with the first, and says more. Those behind keep their
// partners. What comes later knows already.
// CHECK-LABEL: vta.program @known
// CHECK-SAME: vta.removed_tokens = [#vta.removed_token<load -> compute behind -1 before -1>]
// CHECK:      vta.load_range @A[0 to 0]{{$}}
// CHECK-NEXT: vta.load_range @B[0 to 0] push_next
// CHECK-NEXT: vta.execute @B[0 to 0] -> @B[0 to 0] pop_prev
// CHECK-NEXT: vta.execute @A[0 to 0] -> @A[0 to 0]{{$}}
// CHECK-NEXT: vta.load_range @C[0 to 0] push_next
// CHECK-NEXT: vta.execute @C[0 to 0] -> @C[0 to 0] pop_prev
vta.program @known {
  vta.sram @A size 1
  vta.sram @B size 1
  vta.sram @C size 1
  vta.load_range @A[0 to 0] push_next
  vta.load_range @B[0 to 0] push_next
  vta.pop load -> compute
  vta.execute @B[0 to 0] -> @B[0 to 0] pop_prev
  vta.execute @A[0 to 0] -> @A[0 to 0]
  vta.load_range @C[0 to 0] push_next
  vta.execute @C[0 to 0] -> @C[0 to 0] pop_prev
}

// Transfers of nothing go when they carry nothing any more. The first token
// orders nothing that conflicts.
// CHECK-LABEL: vta.program @carriers
// CHECK-SAME: vta.removed_tokens = [#vta.removed_token<compute -> load behind -1 before -1>, #vta.removed_token<compute -> store behind 0 before 3 via[<compute -> store, 0>]>]
// CHECK:      vta.load acc
// CHECK-SAME: stride 2{{$}}
// CHECK-NEXT: vta.load inp
// CHECK-SAME: stride 1 push_next
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 0 by 0 stride 0 pop_prev push_next
// CHECK-NEXT: vta.store out sram 0 dram @Y[0] size 1 by 1 stride 1 pop_prev{{$}}
// CHECK-NEXT: vta.store out sram 1
// CHECK-NEXT: vta.finish
vta.program @carriers {
  vta.dram @X input size 128
  vta.dram @Y output size 32
  vta.load acc sram 0 dram @X[0] size 1 by 2 stride 2 push_prev push_next
  vta.load inp sram 0 dram @X[0] size 1 by 1 stride 1 pop_next push_next
  vta.load uop sram 0 dram[0] size 0 by 0 stride 0 pop_prev push_next
  vta.store out sram 0 dram[0] size 0 by 0 stride 0 pop_prev
  vta.store out sram 0 dram @Y[0] size 1 by 1 stride 1 pop_prev
  vta.store out sram 1 dram @Y[1] size 1 by 1 stride 1
  vta.finish
}

// Load and store have no queue between them: what orders them goes through
// compute.
// CHECK-LABEL: vta.program @through_compute
// CHECK-SAME: vta.removed_tokens = [#vta.removed_token<load -> store behind 0 before 4 via[<load -> compute, 0>, <compute -> store, 0>]>]
// CHECK-COUNT-1: vta.pop compute -> store
// CHECK-NOT: vta.pop
vta.program @through_compute {
  vta.sram @A size 1
  vta.sram @B size 1
  vta.load_range @A[0 to 0] push_next
  vta.execute @B[0 to 0] -> @B[0 to 0] pop_prev push_next
  vta.execute @B[0 to 0] -> @B[0 to 0] push_next
  vta.pop compute -> store
  vta.pop compute -> store
  vta.store_range @A[0 to 0]
}

// Before the first instruction there is nothing to wait for.
// CHECK-LABEL: vta.program @nothing
// CHECK-SAME: vta.removed_tokens = [#vta.removed_token<compute -> load behind -1 before -1>]
// CHECK-NEXT: vta.sram
// CHECK-NEXT: vta.load_range
// CHECK-NEXT: }
vta.program @nothing {
  vta.sram @A size 1
  vta.push compute -> load
  vta.pop compute -> load
  vta.load_range @A[0 to 0]
}

// All are needed.
// CHECK-LABEL: vta.program @needed
// CHECK-SAME: vta.removed_tokens = []
// CHECK-COUNT-2: push_next
vta.program @needed {
  vta.sram @A size 1
  vta.sram @B size 1
  vta.load_range @A[0 to 0] push_next
  vta.execute @A[0 to 0] -> @B[0 to 0] pop_prev push_next
  vta.store_range @B[0 to 0] pop_prev
}
