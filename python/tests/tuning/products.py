# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of matrix products, y = a @ b."""

PRODUCT = """
module attributes {tvm.level = "te"} {
  module @k {
    func.func @k(%a: tensor<24x32xf32>, %b: tensor<32x48xf32>) -> tensor<24x48xf32> {
      %0 = te.compute [24, 48, 32] spatial 2 reduce sum {
      ^bb0(%i: index, %j: index, %r: index):
        %x = te.read %a[%i, %r] : tensor<24x32xf32>
        %y = te.read %b[%r, %j] : tensor<32x48xf32>
        %p = arith.mulf %x, %y : f32
        te.yield %p : f32
      } : tensor<24x48xf32>
      return %0 : tensor<24x48xf32>
    }
  }
  func.func @main(%a: tensor<24x32xf32> {graph.name = "a"},
                  %b: tensor<32x48xf32> {graph.name = "b"})
      -> (tensor<24x48xf32> {graph.name = "y"}) {
    %0 = tensor.empty() : tensor<24x48xf32>
    %1 = graph.launch @k::@k(%a, %b : tensor<24x32xf32>, tensor<32x48xf32>)
        outs(%0 : tensor<24x48xf32>) -> tensor<24x48xf32>
    return %1 : tensor<24x48xf32>
  }
}"""

SHIFTED = PRODUCT.replace(
    "  module @k {",
    """  module @shift {
    func.func @shift(%a: tensor<24x32xf32>) -> tensor<24x32xf32> {
      %ten = arith.constant 10.0 : f32
      %0 = te.compute [24, 32] spatial 2 {
      ^bb0(%i: index, %j: index):
        %x = te.read %a[%i, %j] : tensor<24x32xf32>
        %s = arith.addf %x, %ten : f32
        te.yield %s : f32
      } : tensor<24x32xf32>
      return %0 : tensor<24x32xf32>
    }
  }
  module @k {""",
).replace(
    """    %0 = tensor.empty() : tensor<24x48xf32>
    %1 = graph.launch @k::@k(%a, """,
    """    %shifted = tensor.empty() : tensor<24x32xf32>
    %s = graph.launch @shift::@shift(%a : tensor<24x32xf32>)
        outs(%shifted : tensor<24x32xf32>) -> tensor<24x32xf32>
    %0 = tensor.empty() : tensor<24x48xf32>
    %1 = graph.launch @k::@k(%s, """,
)
"""y = (a + 10) @ b, as two kernels."""

RIGHT = PRODUCT.replace('"a"', '"x0"').replace('"b"', '"x1"').replace('"y"', '"y0"')
LIMITED = RIGHT.replace(
    "%p = arith.mulf %x, %y",
    """%four = arith.constant 4.0 : f32
        %limited = arith.minimumf %x, %four : f32
        %p = arith.mulf %limited, %y""",
)
"""The product, and one that takes 4 in place of larger inputs."""
