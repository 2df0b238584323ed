// RUN: tvm-opt %s --split-input-file --target-set="entries=cores" -verify-diagnostics

// expected-error @below {{expected an entry key=value, got 'cores'}}
module {}
