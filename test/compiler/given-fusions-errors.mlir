// RUN: tvm-opt %s --tvm-fused-pipeline --split-input-file -verify-diagnostics

// expected-error @below {{expected 'tvm.fusions' to be a list, got unit}}
module attributes {tvm.level = "graph", tvm.fusions} {}

// -----

// expected-error @below {{expected an entry of 'tvm.fusions' to be [[node, operator, type], decision], got 3 : i64}}
module attributes {tvm.level = "graph", tvm.fusions = [3 : i64]} {}

// -----

// expected-error @below {{expected an entry of 'tvm.fusions' to be [[node, operator, type], decision], got}}
module attributes {tvm.level = "graph", tvm.fusions = [[["a", "graph.relu", () -> ()], {separate = "alone"}]]} {}

// -----

// expected-error @below {{expected an entry of 'tvm.fusions' to be [[node, operator, type], decision], got}}
module attributes {tvm.level = "graph", tvm.fusions = [[["a", "graph.relu", f32], {separate = "asked"}]]} {}
