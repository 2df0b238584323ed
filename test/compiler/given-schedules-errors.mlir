// What a module records for its kernels. Only names, types and texts of the
// attributes are checked before level loops.

// RUN: tvm-opt %s --tvm-loops-pipeline --split-input-file -verify-diagnostics

// expected-error @below {{expected 'tvm.strategies' to be a dictionary, got 3 : i64}}
module attributes {tvm.level = "te", tvm.strategies = 3 : i64} {}

// -----

// expected-error @below {{expected 'tvm.strategies' to map hashes of kernels to strategies, got "many" for '0123'}}
module attributes {tvm.level = "te", tvm.strategies = {"0123" = "many"}} {}

// -----

// expected-error @below {{expected 'tvm.strategies' to map hashes of kernels to strategies, got [4] for '0123'}}
module attributes {tvm.level = "te", tvm.strategies = {"0123" = [4]}} {}

// -----

// expected-error @below {{expected 'tvm.schedules' to be a dictionary, got [1]}}
module attributes {tvm.level = "te", tvm.schedules = [1]} {}

// -----

// expected-error @below {{expected the schedule of kernel 'k' in 'tvm.schedules' to be a dictionary of 'function', 'loops', 'place', and 'script' or 'strategies', got "fast"}}
module attributes {tvm.level = "te", tvm.schedules = {k = "fast"}} {}

// -----

// expected-error @below {{expected the schedule of kernel 'k' in 'tvm.schedules' to be a dictionary}}
module attributes {tvm.level = "te", tvm.schedules = {k = {place = loc("x.mlir":1:1)}}} {}

// -----

// expected-error @below {{expected the schedule of kernel 'k' in 'tvm.schedules' to be a dictionary}}
module attributes {tvm.level = "te", tvm.schedules = {k = {place = loc("x.mlir":1:1), script = "", strategies = #schedule.blocks<>}}} {}

// -----

// expected-error @below {{expected the schedule of kernel 'k' in 'tvm.schedules' to be a dictionary}}
module attributes {tvm.level = "te", tvm.schedules = {k = {function = "k", place = loc("x.mlir":1:1), script = ""}}} {}

// -----

// expected-error @unknown {{the model has no kernel 'k'}}
module attributes {tvm.level = "te", tvm.schedules = {k = {function = "k", loops = "0123", place = loc(unknown), script = ""}}} {}
