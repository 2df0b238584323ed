// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHRECURRENT_TD
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHRECURRENT_TD

include "dialects/Graph/GraphBase.td"

// T steps, B sequences of I elements, D directions, H hidden elements.
class Graph_RecurrentOp<string mnemonic, string what>
    : Graph_Operator<mnemonic, "Opaque",
                     [AttrSizedOperandSegments, Graph_RuntimeChecks]> {
  let summary = what;
  let hasVerifier = 1;

  dag inputs = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$w,
                    Graph_FloatTensor:$r, Optional<Graph_FloatTensor>:$bias,
                    Optional<RankedTensorOf<[I32]>>:$lengths,
                    Optional<Graph_FloatTensor>:$initial_h);
  dag attributes = (ins Graph_RnnDirectionEnum:$direction,
                        StrArrayAttr:$activations,
                        DenseF32ArrayAttr:$alphas, DenseF32ArrayAttr:$betas,
                        OptionalAttr<F32Attr>:$clip, UnitAttr:$batch_first);

  // Shared by the descriptions of the operators.
  string constraints = [{
    `x` is TxBxI and the results are TxDxBxH (all outputs) and DxBxH (the last
    states); with `batch_first` BxTxI, BxTxDxH and BxDxH. A sequence that ends
    earlier, after its element of `lengths` steps (from 0 to T, as others are
    taken), keeps its state and has outputs of 0 from there on; the reverse
    direction begins at its last step. The last states of a sequence without
    steps are 0, whatever its initial states: the specification of ONNX does not
    say what they are, and ONNX Runtime returns 0. `clip` bounds what activations
    are applied to. `alphas` and `betas` are the parameters of `activations`, also
    of those that ignore them.

    (C1) `w` is DxGHxI, `r` is DxGHxH, with G gates one after the other; `bias`
         is Dx2GH: that of `w`, then that of `r`.
    (C2) `lengths` is B, initial states have the shape of last states.
    (C3) D is 2 if `direction` is bidirectional, else 1; H is static.
    (C4) For each direction there are as many `activations`, `alphas` and
         `betas` as the operator has activations.
    (C5) Activations are Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh,
         Sigmoid, Softplus, Softsign, Tanh, ThresholdedRelu.
    (C6) All tensors but `lengths` have one element type.
  }];
}

def Graph_RnnOp : Graph_RecurrentOp<"rnn", "Simple recurrent layer"> {
  let description = [{
    Per step `h = f(w x + r h + biases)`; one gate, one activation `f`.
  }] # constraints # [{
    ```mlir
    %y, %h = graph.rnn forward %x, %w, %r ["Tanh"] {alphas = array<f32: 0.0>, betas = array<f32: 0.0>} : (tensor<5x2x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
    ```
  }];
  let arguments = !con(inputs, attributes);
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$last_h);
  let assemblyFormat = [{
    $direction $x `,` $w `,` $r (`bias` $bias^)? (`lengths` $lengths^)?
    (`initial_h` $initial_h^)? $activations attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_GruOp : Graph_RecurrentOp<"gru", "Layer of gated recurrent units"> {
  let description = [{
    Gates are update z, reset r, hidden h; activations f, g. Per step
    `z, r = f(..)`, `n = g(w x + r_h (r * h) + biases)`,
    `h = (1 - z) * n + z * h`. With `linear_before_reset`, r multiplies
    `r_h h + bias` instead.
  }] # constraints # [{
    ```mlir
    %y, %h = graph.gru forward %x, %w, %r ["Sigmoid", "Tanh"] {alphas = array<f32: 0.0, 0.0>, betas = array<f32: 0.0, 0.0>} : (tensor<5x2x3xf32>, tensor<1x12x3xf32>, tensor<1x12x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>)
    ```
  }];
  let arguments = !con(inputs, attributes,
                       (ins UnitAttr:$linear_before_reset));
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$last_h);
  let assemblyFormat = [{
    $direction $x `,` $w `,` $r (`bias` $bias^)? (`lengths` $lengths^)?
    (`initial_h` $initial_h^)? $activations attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_LstmOp : Graph_RecurrentOp<"lstm",
    "Layer of long short-term memory"> {
  let description = [{
    Gates are input i, output o, forget f, cell c; activations f, g, h. Per
    step `i, f = f(.. + p * c)`, `c = f * c + i * g(..)`,
    `o = f(.. + p * c)`, `h = o * h(c)`. `peepholes` p are Dx3H for i, o, f.
    With `input_forget`, f is `1 - i`.
  }] # constraints # [{
    ```mlir
    %y, %h, %c = graph.lstm forward %x, %w, %r ["Sigmoid", "Tanh", "Tanh"] {alphas = array<f32: 0.0, 0.0, 0.0>, betas = array<f32: 0.0, 0.0, 0.0>} : (tensor<5x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>) -> (tensor<5x1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
    ```
  }];
  let arguments = !con(inputs,
                       (ins Optional<Graph_FloatTensor>:$initial_c,
                            Optional<Graph_FloatTensor>:$peepholes),
                       attributes, (ins UnitAttr:$input_forget));
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$last_h,
                      Graph_FloatTensor:$last_c);
  let assemblyFormat = [{
    $direction $x `,` $w `,` $r (`bias` $bias^)? (`lengths` $lengths^)?
    (`initial_h` $initial_h^)? (`initial_c` $initial_c^)?
    (`peepholes` $peepholes^)? $activations attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_LinearAttentionOp : Graph_Operator<"linear_attention", "Opaque",
    [AttrSizedOperandSegments, Graph_RuntimeChecks]> {
  let summary = "Attention without softmax, as a recurrence over tokens";
  let description = [{
    B sequences of T tokens; heads lie beside each other in last dimensions:
    `query` is BxTx(Hq * K), `key` BxTx(Hk * K), `value` BxTx(Hk * V). The state
    S of each of Hk heads is KxV: `past`, or 0. Per token
    `S = exp(decay) * S`, then `S = S + beta * k (v - k^T S)^T`, or without
    `beta` `S = S + k v^T`. Each of Hk heads has Hq / Hk queries, with results
    `scale * q^T S`. `y` is BxTx(Hq * V), `state` the last S, BxHkxKxV.

    (C1) `query`, `key` and `value` have three dimensions, the last one known,
         the others equal.
    (C2) `query_heads` is a multiple of `heads`; last dimensions are multiples
         of numbers of heads, and K of queries and keys is equal.
    (C3) `past` is BxHkxKxV, `decay` BxTx(Hk * K) or BxTxHk, `beta` BxTxHk or
         BxTx1, with known last dimensions.

    ```mlir
    %y, %state = graph.linear_attention %q, %k, %v decay %d beta %b {
        heads = 4 : i64, query_heads = 8 : i64, scale = 0.5 : f32}
        : (tensor<2x?x64xf32>, tensor<2x?x32xf32>, tensor<2x?x32xf32>,
           tensor<2x?x4xf32>, tensor<2x?x1xf32>)
        -> (tensor<2x?x64xf32>, tensor<2x4x8x8xf32>)
    ```
  }];
  let arguments = (ins
    Graph_FloatTensor:$query, Graph_FloatTensor:$key, Graph_FloatTensor:$value,
    Optional<Graph_FloatTensor>:$past, Optional<Graph_FloatTensor>:$decay,
    Optional<Graph_FloatTensor>:$beta, I64Attr:$query_heads, I64Attr:$heads,
    F32Attr:$scale
  );
  let results = (outs Graph_FloatTensor:$y, Graph_FloatTensor:$state);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`past` $past^)? (`decay` $decay^)?
    (`beta` $beta^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif
