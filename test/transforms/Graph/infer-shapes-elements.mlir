// RUN: tvm-opt %s --graph-infer-shapes | FileCheck %s

// Elements of shapes, operator by operator: each shape follows from the sizes of
// the argument.
// CHECK-LABEL: func.func @elements
func.func @elements(%x: tensor<6x4xf32>) {
  %v1 = graph.shape %x from 0 to 1 : (tensor<6x4xf32>) -> tensor<1xi64>
  %v2 = graph.shape %x from 1 to 2 : (tensor<6x4xf32>) -> tensor<1xi64>
  // shape
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v3 = graph.constant_of_shape %v1 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v4 = graph.size %x : (tensor<6x4xf32>) -> tensor<i64>
  %v5 = graph.unsqueeze %v4 [0] : (tensor<i64>) -> tensor<1xi64>
  // size, unsqueeze
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<24xf32>
  %v6 = graph.constant_of_shape %v5 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v7 = graph.neg %v1 : (tensor<1xi64>) -> tensor<1xi64>
  %v8 = graph.neg %v7 : (tensor<1xi64>) -> tensor<1xi64>
  // neg
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v9 = graph.constant_of_shape %v8 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v10 = graph.abs %v1 : (tensor<1xi64>) -> tensor<1xi64>
  // abs
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v11 = graph.constant_of_shape %v10 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v12 = graph.cast %v1 {to = i32} : (tensor<1xi64>) -> tensor<1xi32>
  %v13 = graph.cast %v12 {to = i64} : (tensor<1xi32>) -> tensor<1xi64>
  // cast
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v14 = graph.constant_of_shape %v13 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v15 = graph.add %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // add
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<10xf32>
  %v16 = graph.constant_of_shape %v15 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v17 = graph.sub %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // sub
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<2xf32>
  %v18 = graph.constant_of_shape %v17 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v19 = graph.mul %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // mul
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<24xf32>
  %v20 = graph.constant_of_shape %v19 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v21 = graph.div %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // div
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<1xf32>
  %v22 = graph.constant_of_shape %v21 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v23 = graph.mod %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // mod
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<2xf32>
  %v24 = graph.constant_of_shape %v23 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v25 = graph.min %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // min
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<4xf32>
  %v26 = graph.constant_of_shape %v25 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v27 = graph.max %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // max
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v28 = graph.constant_of_shape %v27 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v29 = graph.equal %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  %v30 = graph.cast %v29 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // equal
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<0xf32>
  %v31 = graph.constant_of_shape %v30 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v32 = graph.less %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  %v33 = graph.cast %v32 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // less
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<0xf32>
  %v34 = graph.constant_of_shape %v33 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v35 = graph.less_equal %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  %v36 = graph.cast %v35 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // less_equal
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<0xf32>
  %v37 = graph.constant_of_shape %v36 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v38 = graph.greater %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  %v39 = graph.cast %v38 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // greater
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<1xf32>
  %v40 = graph.constant_of_shape %v39 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v41 = graph.greater_equal %v1, %v2 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  %v42 = graph.cast %v41 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // greater_equal
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<1xf32>
  %v43 = graph.constant_of_shape %v42 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v44 = graph.not %v32 : (tensor<1xi1>) -> tensor<1xi1>
  %v45 = graph.cast %v44 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // not
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<1xf32>
  %v46 = graph.constant_of_shape %v45 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v47 = graph.and %v38, %v32 : (tensor<1xi1>, tensor<1xi1>) -> tensor<1xi1>
  %v48 = graph.cast %v47 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // and
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<0xf32>
  %v49 = graph.constant_of_shape %v48 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v50 = graph.or %v38, %v32 : (tensor<1xi1>, tensor<1xi1>) -> tensor<1xi1>
  %v51 = graph.cast %v50 {to = i64} : (tensor<1xi1>) -> tensor<1xi64>
  // or
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<1xf32>
  %v52 = graph.constant_of_shape %v51 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v53 = graph.where %v38, %v1, %v2 : (tensor<1xi1>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // where
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v54 = graph.constant_of_shape %v53 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v55 = graph.concat %v1, %v2 axis 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // concat
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6x4xf32>
  %v56 = graph.constant_of_shape %v55 value dense<1.0> : tensor<1xf32> : (tensor<2xi64>) -> tensor<?x?xf32>
  %one = graph.constant dense<1> : tensor<1xi64>
  %zero = graph.constant dense<0> : tensor<i64>
  %step = graph.constant dense<2> : tensor<i64>
  %three = graph.constant dense<3> : tensor<1xi64>
  %v57 = graph.gather %v55, %one axis 0 : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  // gather
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<4xf32>
  %v58 = graph.constant_of_shape %v57 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v59 = graph.slice %v55 axes [0] starts [0] ends [1] steps [1] : (tensor<2xi64>) -> tensor<1xi64>
  // slice
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v60 = graph.constant_of_shape %v59 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v61 = graph.squeeze %v1 [0] : (tensor<1xi64>) -> tensor<i64>
  %v62 = graph.range %zero, %v61, %step : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  %v63 = graph.slice %v62 axes [0] starts [2] ends [3] steps [1] : (tensor<3xi64>) -> tensor<1xi64>
  // squeeze, range
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<4xf32>
  %v64 = graph.constant_of_shape %v63 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v65 = graph.flatten %v1 axis 0 : (tensor<1xi64>) -> tensor<1x1xi64>
  %v66 = graph.reshape %v65, %one : (tensor<1x1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // flatten, reshape
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v67 = graph.constant_of_shape %v66 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v68 = graph.expand %v1, %three : (tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %v69 = graph.slice %v68 axes [0] starts [2] ends [3] steps [1] : (tensor<3xi64>) -> tensor<1xi64>
  // expand
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<6xf32>
  %v70 = graph.constant_of_shape %v69 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %v71 = graph.constant_of_shape %three value dense<5> : tensor<1xi64> : (tensor<1xi64>) -> tensor<3xi64>
  %v72 = graph.slice %v71 axes [0] starts [2] ends [3] steps [1] : (tensor<3xi64>) -> tensor<1xi64>
  // constant_of_shape
  // CHECK: graph.constant_of_shape {{.*}} -> tensor<5xf32>
  %v73 = graph.constant_of_shape %v72 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  return
}

// A number that nobody knows leaves the size unknown: of data, of a sum with
// data, of a cast that may change it, of the bits of an integer.
// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-4: graph.constant_of_shape {{.*}} -> tensor<?xf32>
func.func @unknown(%x: tensor<6x4xf32>, %d: tensor<1xi64>) {
  %0 = graph.shape %x from 0 to 1 : (tensor<6x4xf32>) -> tensor<1xi64>
  %1 = graph.add %0, %d : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %2 = graph.cast %0 {to = i8} : (tensor<1xi64>) -> tensor<1xi8>
  %3 = graph.cast %2 {to = i64} : (tensor<1xi8>) -> tensor<1xi64>
  %4 = graph.not %0 : (tensor<1xi64>) -> tensor<1xi64>
  %5 = graph.constant_of_shape %d value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %6 = graph.constant_of_shape %1 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %7 = graph.constant_of_shape %3 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  %8 = graph.constant_of_shape %4 value dense<1.0> : tensor<1xf32> : (tensor<1xi64>) -> tensor<?xf32>
  return
}
