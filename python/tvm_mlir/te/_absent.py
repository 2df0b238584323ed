# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of TVM that this package does not have, with their replacements."""

FUNCTIONS = {
    "AXIS_SEPARATOR": "shapes have no separators",
    "HybridOp": "te.hybrid.parse gives te.computes",
    "SpecializedCondition": "write a schedule per case",
    "TensorComputeOp": "declare the instruction with te.decl_tensor_intrin and tensorize",
    "TensorSlice": "subscripts give elements, A[i][j] too",
    "create_prim_func": "te.lower gives the function",
    "create_relax_prim_func": "te.lower gives the function",
    "extern_primfunc": "te.extern calls a C function",
    "gradient": "write the derivative as te.computes",
    "trace": "te.extern calls a C function that prints",
}
HYBRID = {
    "build": "te.build takes the .schedule and .args of what te.hybrid.parse gives",
    "script": "te.hybrid.parse reads the function, and gives .args and .schedule",
}
STAGE = {
    "env_threads": "bind loops to te.thread_axis",
    "transform_layout": "compute a tensor with these axes",
    "get_loops": "leaf_iter_vars has the loops",
    "reverse_compute_at": "compute_at puts what it reads into its loops",
    "reverse_compute_inline": "compute_inline the stage that it reads",
    "annotate": "vectorize, unroll, parallel and bind mark loops",
}
# Methods in place of pragmas, by a part of the pragma's name.
PRAGMAS = {
    "unroll": "unroll",
    "vectorize": "vectorize",
    "parallel": "parallel",
    "double_buffer": "double_buffer",
    "import": "te.extern or tensorize",
    "gemm": "tensorize",
    "prefetch": "prefetch",
    "tensor_core": "tensorize",
}
SCHEDULE = {
    "create_group": "call compute_at of each stage",
    "get_block": "s[C] is the stage of a tensor",
    "get_loops": "s[C].leaf_iter_vars has the loops",
}
