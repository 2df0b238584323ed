// What an imagined device computes: products of f32 matrices, alone or with a
// relu, and sums.
pdl.pattern @product_relu : benefit(2) {
  %a = operand
  %b = operand
  %t = type
  %product = operation "graph.matmul"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %y = result 0 of %product
  %relu = operation "graph.relu"(%y : !pdl.value) -> (%t : !pdl.type)
  rewrite %relu {
    %target = attribute = "npu"
    apply_native_rewrite "partition"(%target, %relu, %product : !pdl.attribute, !pdl.operation, !pdl.operation)
  }
}

pdl.pattern @product : benefit(1) {
  %a = operand
  %b = operand
  %f32 = type : f32
  %two = attribute = 2 : i64
  apply_native_constraint "has_element_type"(%a, %f32 : !pdl.value, !pdl.type)
  apply_native_constraint "has_rank"(%a, %two : !pdl.value, !pdl.attribute)
  %t = type
  %product = operation "graph.matmul"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %product {
    %target = attribute = "npu"
    apply_native_rewrite "partition"(%target, %product : !pdl.attribute, !pdl.operation)
  }
}

pdl.pattern @sum : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %sum = operation "graph.add"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %sum {
    %target = attribute = "npu"
    apply_native_rewrite "partition"(%target, %sum : !pdl.attribute, !pdl.operation)
  }
}

// Another target.
pdl.pattern @tanh : benefit(1) {
  %x = operand
  %t = type
  %tanh = operation "graph.tanh"(%x : !pdl.value) -> (%t : !pdl.type)
  rewrite %tanh {
    %target = attribute = "dsp"
    apply_native_rewrite "partition"(%target, %tanh : !pdl.attribute, !pdl.operation)
  }
}

pdl.pattern @difference : benefit(1) {
  %a = operand
  %b = operand
  %t = type
  %difference = operation "graph.sub"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %difference {
    %target = attribute = "dsp"
    apply_native_rewrite "partition"(%target, %difference : !pdl.attribute, !pdl.operation)
  }
}
