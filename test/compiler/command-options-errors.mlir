// RUN: tvm-opt %s --tvm-graph-pipeline --split-input-file -verify-diagnostics

// expected-error @below {{expected 'tvm.options' to be a dictionary, got 3 : i64}}
module attributes {tvm.level = "import", tvm.options = 3 : i64} {}

// -----

// expected-error @below {{expected 'opt_level' of 'tvm.options' to be an i64 from 0 to 3, got 4 : i64}}
module attributes {tvm.level = "import", tvm.options = {opt_level = 4 : i64}} {}

// -----

// expected-error @below {{expected 'opt_level' of 'tvm.options' to be an i64 from 0 to 3, got "high"}}
module attributes {tvm.level = "import", tvm.options = {opt_level = "high"}} {}

// -----

// expected-error @below {{expected 'winograd' of 'tvm.options' to be one of auto, never, always, got "maybe"}}
module attributes {tvm.level = "import", tvm.options = {winograd = "maybe"}} {}

// -----

// expected-error @below {{expected 'level' of 'tvm.options' to be one of graph, te, loops, got "llvm"}}
module attributes {tvm.level = "import", tvm.options = {level = "llvm"}} {}

// -----

// expected-error @below {{expected 'mixed_precision' of 'tvm.options' to be one of bf16, f16, got true}}
module attributes {tvm.level = "import", tvm.options = {mixed_precision = true}} {}

// -----

// expected-error @below {{expected 'symbol' of 'tvm.options' to be a text, got ""}}
module attributes {tvm.level = "import", tvm.options = {symbol = ""}} {}

// -----

// expected-error @below {{expected 'partition' of 'tvm.options' to be a list of names, got [3]}}
module attributes {tvm.level = "import", tvm.options = {partition = [3]}} {}

// -----

// expected-error @below {{expected entries of 'tvm.options' to be assumed, fusion, level, mixed_precision, opt_level, partition, symbol or winograd, got 'speed'}}
module attributes {tvm.level = "import", tvm.options = {speed = "full"}} {}

// -----

// expected-error @below {{expected 'partition' of 'tvm.options' to be a list of names, got [""]}}
module attributes {tvm.level = "import", tvm.options = {partition = [""]}} {}

// -----

// expected-error @below {{expected 'assumed' of 'tvm.options' to be a text, got 5 : i64}}
module attributes {tvm.level = "import", tvm.options = {assumed = 5}} {}

// -----

// expected-error @below {{expected 'assumed' of 'tvm.options' to be a target, got "z81": unknown target: triple 'z81'}}
module attributes {tvm.level = "import", tvm.options = {assumed = "z81"}} {}
