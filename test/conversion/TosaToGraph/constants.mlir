// RUN: tvm-opt %s --convert-tosa-to-graph | FileCheck %s

// Large constants go to the weight store, with the name of their resource.
// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2xf32>, tensor<100xi64>, tensor<33xi64>, tensor<2xi1>) {
  // CHECK-DAG: graph.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = "tosa.const"() <{values = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  // CHECK-DAG: graph.constant dense<7> : tensor<100xi64>
  %1 = "tosa.const"() <{values = dense<7> : tensor<100xi64>}> : () -> tensor<100xi64>
  // CHECK-DAG: graph.constant #graph.weight<"numbers", 0, {{[0-9]+}}> : tensor<33xi64>
  %2 = "tosa.const"() <{values = dense_resource<numbers> : tensor<33xi64>}> : () -> tensor<33xi64>
  // CHECK-DAG: graph.constant dense<[true, false]> : tensor<2xi1>
  %3 = arith.constant dense<[true, false]> : tensor<2xi1>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<100xi64>, tensor<33xi64>, tensor<2xi1>
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x08000000000000000000000001000000000000000200000000000000030000000000000004000000000000000500000000000000060000000000000007000000000000000800000000000000090000000000000000000000000000000100000000000000020000000000000003000000000000000400000000000000050000000000000006000000000000000700000000000000080000000000000009000000000000000000000000000000010000000000000002000000000000000300000000000000040000000000000005000000000000000600000000000000070000000000000008000000000000000900000000000000000000000000000001000000000000000200000000000000"
    }
  }
#-}
