// Queues are as deep as the configuration says.
// RUN: tvm-opt %s --vta-check -split-input-file -verify-diagnostics

// A full command queue holds up what stands behind, here the token that the
// store in the queue waits for.
vta.program @head_of_line config <COMMAND_QUEUE_DEPTH = 1> {
  vta.sram @A size 1
  vta.load_range @A[0 to 0] push_next
  // expected-error@+1 {{deadlock: 0x01 STOR waits forever for a token of EX->ST}}
  vta.store_range @A[0 to 0] pop_prev
  // expected-note@+1 {{the command queue of ST is full: nothing from 0x02 STOR on comes to its module}}
  vta.store_range @A[0 to 0]
  vta.execute @A[0 to 0] -> @A[0 to 0] pop_prev push_next
}

// -----

// With room for one more it comes through.
vta.program @enough_room config <COMMAND_QUEUE_DEPTH = 2> {
  vta.sram @A size 1
  vta.load_range @A[0 to 0] push_next
  vta.store_range @A[0 to 0] pop_prev
  vta.store_range @A[0 to 0]
  vta.execute @A[0 to 0] -> @A[0 to 0] pop_prev push_next
}

// -----

// Two modules wait for room for tokens that the other would take.
vta.program @full config <TOKEN_QUEUE_DEPTH = 1> {
  vta.push load -> compute
  // expected-error@+1 {{deadlock: 0x01 PUSH (LD->EX) waits forever for room in LD->EX}}
  vta.push load -> compute
  vta.push compute -> load
  // expected-error@+1 {{deadlock: 0x03 PUSH (EX->LD) waits forever for room in EX->LD}}
  vta.push compute -> load
  vta.pop load -> compute
  vta.pop load -> compute
  vta.pop compute -> load
  vta.pop compute -> load
}

// -----

// Room orders as a token does: the third push waits for the second pop, which
// stands behind the first execution.
vta.program @room_orders config <TOKEN_QUEUE_DEPTH = 1> {
  vta.sram @A size 1
  vta.sram @B size 1
  vta.sram @C size 1
  vta.load_range @A[0 to 0] push_next
  vta.load_range @B[0 to 0] push_next
  vta.load_range @B[0 to 0] push_next
  vta.load_range @A[0 to 0]
  vta.execute @A[0 to 0] -> @C[0 to 0] pop_prev
  vta.execute @C[0 to 0] -> @C[0 to 0] pop_prev
  vta.execute @C[0 to 0] -> @C[0 to 0] pop_prev
}

// -----

vta.program @room_does_not_order config <TOKEN_QUEUE_DEPTH = 2> {
  vta.sram @A size 1
  vta.sram @B size 1
  vta.sram @C size 1
  vta.load_range @A[0 to 0] push_next
  vta.load_range @B[0 to 0] push_next
  vta.load_range @B[0 to 0] push_next
  // expected-note@+1 {{here is 0x03 LOAD}}
  vta.load_range @A[0 to 0]
  // expected-error@+2 {{RAW race on A[0-0]: 0x04 EXE does not wait for 0x03 LOAD}}
  // expected-note@+1 {{missing edge LD->EX: a POP (LD->EX) immediately before 0x04 EXE, and a PUSH behind 0x03 LOAD}}
  vta.execute @A[0 to 0] -> @C[0 to 0] pop_prev
  vta.execute @C[0 to 0] -> @C[0 to 0] pop_prev
  vta.execute @C[0 to 0] -> @C[0 to 0] pop_prev
}
