// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHSTRING_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHSTRING_TD

include "dialects/Graph/GraphSymbolic.td"

// Functions of the runtime compute these. What only moves elements is the
// operator for any element type.

def Graph_StringsOp : Graph_SymbolicOp<"strings", "Opaque"> {
  let summary = "A constant of strings";
  let description = [{
    (C1) `texts` are strings, as many as `shape` holds.

    ```mlir
    %0 = graph.strings ["a", "b"] shape [2] : () -> tensor<2x!graph.string>
    ```
  }];
  let arguments = (ins StrArrayAttr:$texts, DenseI64ArrayAttr:$shape);
  let assemblyFormat = [{
    $texts `shape` $shape attr-dict `:` functional-type(operands, results)
  }];
  let elementType = "StringType::get(context)";
}

// The result has the shape of the first operand.
class Graph_EachStringOp<string mnemonic, string result>
    : Graph_SymbolicOp<mnemonic, "Opaque"> {
  let elementType = result;
}

def Graph_StringConcatOp : Graph_EachStringOp<"string_concat",
    "StringType::get(context)"> {
  let summary = "Pairs of strings, one behind the other";
  let description = [{
    (C1) Operands have the same shape.

    ```mlir
    %0 = graph.string_concat %x, %y : (tensor<2x!graph.string>, tensor<2x!graph.string>) -> tensor<2x!graph.string>
    ```
  }];
  let arguments = (ins Graph_StringTensor:$x, Graph_StringTensor:$y);
  let assemblyFormat =
      "$x `,` $y attr-dict `:` functional-type(operands, results)";
}

def Graph_StringEqualOp : Graph_EachStringOp<"string_equal",
    "::mlir::IntegerType::get(context, 1)"> {
  let summary = "Whether pairs of strings have the same bytes";
  let description = [{
    (C1) Operands have the same shape.

    ```mlir
    %0 = graph.string_equal %x, %y : (tensor<2x!graph.string>, tensor<2x!graph.string>) -> tensor<2xi1>
    ```
  }];
  let arguments = (ins Graph_StringTensor:$x, Graph_StringTensor:$y);
  let assemblyFormat =
      "$x `,` $y attr-dict `:` functional-type(operands, results)";
}

def Graph_StringLookupOp : Graph_EachStringOp<"string_lookup",
    "::mlir::IntegerType::get(context, 64)"> {
  let summary = "Where strings are in a list";
  let description = [{
    The index of the first element of `keys` with the same bytes, or -1.
    (C1) `keys` has one dimension.

    ```mlir
    %0 = graph.string_lookup %x in %keys : (tensor<2x!graph.string>, tensor<9x!graph.string>) -> tensor<2xi64>
    ```
  }];
  let arguments = (ins Graph_StringTensor:$x, Graph_StringTensor:$keys);
  let assemblyFormat =
      "$x `in` $keys attr-dict `:` functional-type(operands, results)";
}

def Graph_StringNormalizeOp : Graph_Operator<"string_normalize", "Opaque"> {
  let summary = "Strings without some words, in lower or upper case";
  let description = [{
    The first `number` elements of the result are those of `x` that equal none
    of `stopwords`, with letters changed as `letters` says; one empty string
    where there are none. Unless `case_sensitive`, words equal if they do in
    lower case. Letters are those of ASCII and of Latin, Greek and Cyrillic
    script for which the other case has a single code point.
    (C1) `x` and `stopwords` have one dimension.

    ```mlir
    %0, %n = graph.string_normalize %x without %words letters lower : (tensor<5x!graph.string>, tensor<2x!graph.string>) -> (tensor<5x!graph.string>, tensor<1xi64>)
    ```
  }];
  let arguments = (ins Graph_StringTensor:$x, Graph_StringTensor:$stopwords,
                       Graph_StringCaseAttr:$letters,
                       UnitAttr:$case_sensitive);
  let results = (outs Graph_StringTensor:$result,
                      RankedTensorOf<[I64]>:$number);
  let assemblyFormat = [{
    $x `without` $stopwords `letters` $letters attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_StringCountPartsOp : Graph_EachStringOp<"string_count_parts",
    "::mlir::IntegerType::get(context, 64)"> {
  let summary = "Into how many parts strings are split";
  let description = [{
    See `graph.string_split`.

    ```mlir
    %0 = graph.string_count_parts %x by "," limit -1 : (tensor<2x!graph.string>) -> tensor<2xi64>
    ```
  }];
  let arguments = (ins Graph_StringTensor:$x, StrAttr:$delimiter,
                       I64Attr:$limit);
  let assemblyFormat = [{
    $x `by` $delimiter `limit` $limit attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_StringSplitOp : Graph_SymbolicOp<"string_split", "Opaque"> {
  let summary = "The parts of strings between delimiters";
  let description = [{
    The first `size` parts of each string along a new last dimension, empty
    strings behind. After `limit` splits (all, if it is negative) the rest is
    one part. An empty delimiter is any white space: parts then are not empty.
    (C1) `size` is one element.

    ```mlir
    %0 = graph.string_split %x, %size by "," limit -1 : (tensor<2x!graph.string>, tensor<i64>) -> tensor<2x?x!graph.string>
    ```
  }];
  let arguments = (ins Graph_StringTensor:$x, Graph_IndexTensor:$size,
                       StrAttr:$delimiter, I64Attr:$limit);
  let assemblyFormat = [{
    $x `,` $size `by` $delimiter `limit` $limit attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_CountNGramsOp : Graph_SymbolicOp<"count_ngrams", "Opaque"> {
  let summary = "How often sequences occur in rows";
  let description = [{
    `pool` holds sequences of 1, 2 ... numbers: those of `n` begin at
    `starts[n - 1]`; the `i`-th sequence is counted in column `columns[i]`.
    Counted are sequences of `range[0]` to `range[1]` numbers that lie in a row
    of `x` with the same gap between neighbours, of 0 to `range[2]` others (a
    single number once).
    (C1) `x` has one dimension or two, then each row is counted on its own.
    (C2) `range` is three numbers: `1 <= range[0] <= range[1]`, `0 <= range[2]`.
    (C3) `starts` begins with 0 and does not decrease; what lies between two is
         whole sequences; there is a column, not negative, for each.

    ```mlir
    %0 = graph.count_ngrams %x pool [2, 3, 5, 4] starts [0, 2] columns [0, 1, 2] range [1, 2, 0] : (tensor<6xi64>) -> tensor<3xf32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I64]>:$x, DenseI64ArrayAttr:$pool,
                       DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$columns,
                       DenseI64ArrayAttr:$range);
  let assemblyFormat = [{
    $x `pool` $pool `starts` $starts `columns` $columns `range` $range
    attr-dict `:` functional-type(operands, results)
  }];
  let elementType = "::mlir::Float32Type::get(context)";
}

#endif
