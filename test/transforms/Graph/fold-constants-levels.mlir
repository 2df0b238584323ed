// RUN: tvm-opt %s --graph-fold-constants --log-actions-to=%t -o /dev/null
// RUN: FileCheck %s < %t

// Constants go through the levels of a model, from `fused` to `scheduled`:
// products are combined, expressions checked, schedules discarded and memory
// scopes lowered. No rule schedules kernels, and nothing is folded again.
// CHECK: begins {{.*}} running `FoldConstantsPass`
// CHECK-NOT: begins {{.*}} running `FoldConstantsPass`
// CHECK: begins {{.*}} running `AdvancePass`
// CHECK: begins {{.*}} running `CombineProductsPass`
// CHECK: begins {{.*}} running `FusePass`
// CHECK: begins {{.*}} running `AdvancePass`
// CHECK: begins {{.*}} running `ConvertGraphToTEPass`
// CHECK: begins {{.*}} running `AdvancePass`
// CHECK: begins {{.*}} running `VerifyContractPass`
// CHECK: begins {{.*}} running `AdvancePass`
// CHECK-NOT: begins {{.*}} running `GenerateSchedulePass`
// CHECK: begins {{.*}} running `ApplySchedulePass`
// CHECK: begins {{.*}} running `LowerScopesPass`
// CHECK-NOT: begins {{.*}} running `FoldConstantsPass`
func.func @main() -> tensor<2xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = graph.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %0 = graph.mul %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
