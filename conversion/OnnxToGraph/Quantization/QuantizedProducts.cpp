// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Networks/Convolution.h"
#include "conversion/OnnxToGraph/Quantization/Quantization.h"

#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Input `i`, a scale or zero point; a vector extends along dimension `dim` of
/// `rank`.
static FailureOr<Value> alignInput(Node &node, int i, int64_t rank,
                                   int64_t dim) {
  if (node.inputType(i).getRank() != 1 || dim < 0)
    return node.input(i);
  return alignVector(node, node.input(i), rank, dim);
}

/// Input `i` as i32 (floats: f32) minus its zero point, of which there may be
/// one per position of dimension `dim`.
static FailureOr<Value> shift(Node &node, int i, int zeroPoint, int64_t dim) {
  Expansion e(node);
  Type type = node.builder().getI32Type();
  if (isa<FloatType>(node.inputType(i).getElementType()))
    type = node.builder().getF32Type();
  Value x = e.create<CastOp>(node.input(i), type);
  if (node.hasInput(zeroPoint)) {
    auto zero = alignInput(node, zeroPoint, node.inputType(i).getRank(), dim);
    if (failed(zero))
      return failure();
    x = e.create<SubOp>(x, e.create<CastOp>(*zero, type));
  }
  if (failed(e.result()))
    return failure();
  return x;
}

static LogicalResult requireInputs(Node &node, int count) {
  for (int i = 0; i < count; ++i)
    if (failed(node.requiredInput(i)))
      return failure();
  return success();
}

namespace {
/// The inputs of QLinearMatMul and QLinearConv: data, scale and zero point of
/// both operands, followed by scale and zero point of the result.
enum QLinear { ScaleOfA = 1, ZeroOfA, B, ScaleOfB, ZeroOfB, Scale, Zero, Bias };
} // namespace

/// Binds the result to sums of products of quantised elements, requantised.
static LogicalResult bindQuantized(Node &node, Value sums, Value scaleOfA,
                                   Value scaleOfB) {
  Type type = node.inputType(Zero).getElementType();
  if (!isQuantized(type))
    return node.error() << "expected a zero point of integers of at most 16 "
                           "bits or floats of at most 8, got "
                        << node.inputType(Zero);
  Expansion e(node);
  Type f32 = node.builder().getF32Type();
  auto asFloat = [&](Value x) { return e.create<CastOp>(x, f32); };
  Value scale =
      e.create<DivOp>(asFloat(node.input(Scale)),
                      e.create<MulOp>(asFloat(scaleOfA), asFloat(scaleOfB)));
  e.bind(0, quantize(e, e.create<DivOp>(asFloat(sums), scale),
                     asFloat(node.input(Zero)), type));
  return e.result();
}

//===-- matrix products ---------------------------------------------------===//

static LogicalResult importMatMulInteger(Node &node) {
  if (failed(requireInputs(node, 2)))
    return failure();
  int64_t rank = node.inputType(0).getRank();
  auto a = shift(node, 0, 2, rank - 2);
  auto b = shift(node, 1, 3, node.inputType(1).getRank() - 1);
  if (failed(a) || failed(b))
    return failure();
  return node.replaceWith<MatMulOp>(*a, *b, false, false);
}

static LogicalResult importQLinearMatMul(Node &node) {
  if (failed(requireInputs(node, Bias)))
    return failure();
  int64_t rank = node.inputType(0).getRank();
  for (int i : {0, static_cast<int>(B)})
    if (node.inputType(i).getRank() < 2)
      return node.error() << "expected matrices, got " << node.inputType(i)
                          << " as input " << i;
  int64_t columns = node.inputType(B).getRank();
  auto a = shift(node, 0, ZeroOfA, rank - 2);
  auto b = shift(node, B, ZeroOfB, columns - 1);
  auto scaleOfA = alignInput(node, ScaleOfA, rank, rank - 2);
  auto scaleOfB = alignInput(node, ScaleOfB, columns, columns - 1);
  if (failed(a) || failed(b) || failed(scaleOfA) || failed(scaleOfB))
    return failure();
  auto sums = node.create<MatMulOp>(*a, *b, false, false);
  return failed(sums) ? failure()
                      : bindQuantized(node, *sums, *scaleOfA, *scaleOfB);
}

//===-- convolutions ------------------------------------------------------===//

static LogicalResult importConvInteger(Node &node) {
  if (failed(requireInputs(node, 2)))
    return failure();
  auto x = shift(node, 0, 2, 1), w = shift(node, 1, 3, 0);
  if (failed(x) || failed(w))
    return failure();
  auto sums = createConvolution(node, *x, *w, /*bias=*/Value());
  if (failed(sums))
    return failure();
  node.setOutput(0, *sums);
  return success();
}

static LogicalResult importQLinearConv(Node &node) {
  if (failed(requireInputs(node, Bias)))
    return failure();
  int64_t rank = node.inputType(0).getRank();
  auto x = shift(node, 0, ZeroOfA, 1), w = shift(node, B, ZeroOfB, 0);
  auto scaleOfW = alignInput(node, ScaleOfB, rank, 1);
  if (failed(x) || failed(w) || failed(scaleOfW))
    return failure();
  auto sums = createConvolution(node, *x, *w, node.input(Bias));
  return failed(sums)
             ? failure()
             : bindQuantized(node, *sums, node.input(ScaleOfA), *scaleOfW);
}

void addQuantizedProducts(NodeImporters &importers) {
  importers.add("ConvInteger", importConvInteger);
  importers.add("MatMulInteger", importMatMulInteger);
  importers.add("QLinearConv", importQLinearConv);
  importers.add("QLinearMatMul", importQLinearMatMul);
}

} // namespace tvm::onnx_import
