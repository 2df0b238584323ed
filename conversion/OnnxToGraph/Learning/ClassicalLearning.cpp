// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of ai.onnx.ml on matrices of features.

#include "conversion/OnnxToGraph/Learning/ClassicalLearning.h"

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

//===-- linear models -----------------------------------------------------===//

/// Products of rows with coefficients, plus intercepts: [N, rows].
static FailureOr<Value> multiplyCoefficients(Node &node, Expansion &e, Value x,
                                             int64_t rows) {
  auto coefficients = readNumbers(node, "coefficients", "");
  auto intercepts = readNumbers(node, "intercepts", "");
  if (failed(coefficients) || failed(intercepts))
    return failure();
  auto count = static_cast<int64_t>(coefficients->size());
  int64_t features = cast<RankedTensorType>(x.getType()).getDimSize(1);
  if (rows < 1 || count == 0 || count % rows != 0 ||
      (!ShapedType::isDynamic(features) && features * rows != count))
    return node.error() << "expected coefficients of " << rows
                        << " rows for features " << x.getType() << ", got "
                        << count;
  Type type = getElementTypeOrSelf(x);
  Value matrix = createFloats(node, type, {rows, count / rows}, *coefficients);
  Value y = e.create<MatMulOp>(x, matrix, false, true);
  if (intercepts->empty())
    return y;
  auto size = static_cast<int64_t>(intercepts->size());
  return e.create<AddOp>(y, createFloats(node, type, size, *intercepts));
}

static LogicalResult importLinearRegressor(Node &node) {
  Expansion e(node);
  auto x = readFeatures(node, e);
  auto post = readPostTransform(node);
  if (failed(x) || failed(post))
    return failure();
  auto y = multiplyCoefficients(node, e, *x, node.getInt("targets", 1));
  if (failed(y))
    return failure();
  e.bind(0, e.cast(applyPostTransform(node, e, *y, *post),
                   node.builder().getF32Type()));
  return e.result();
}

/// Computes the scores of classes, and the label of the largest.
static LogicalResult importLinearClassifier(Node &node) {
  Expansion e(node);
  auto x = readFeatures(node, e);
  auto classes = readClasses(node, "classlabels_ints");
  if (failed(x) || failed(classes))
    return failure();
  auto rows = static_cast<int64_t>(node.getFloats("intercepts", {}).size());
  bool isPair = rows == 1 && classes->count == 2;
  if (rows != classes->count && !isPair)
    return node.error() << "expected an intercept for each of "
                        << classes->count << " classes, got " << rows;
  auto scores = multiplyCoefficients(node, e, *x, rows);
  if (failed(scores))
    return failure();
  return bindClasses(
      node, e, *classes,
      isPair ? scorePair(node, e, *scores, classes->post, /*isShare=*/false)
             : applyPostTransform(node, e, *scores, classes->post));
}

//===-- features ----------------------------------------------------------===//

static LogicalResult importScaler(Node &node) {
  Expansion e(node);
  auto x = node.requiredInput(0);
  auto offset = readNumbers(node, "offset", "");
  auto scale = readNumbers(node, "scale", "");
  if (failed(x) || failed(offset) || failed(scale))
    return failure();
  Type f32 = node.builder().getF32Type();
  auto list = [&](ArrayRef<double> values) {
    return createFloats(node, f32, static_cast<int64_t>(values.size()), values);
  };
  if (offset->empty() || scale->empty())
    return node.error() << "expected offset and scale";
  Value centered = e.create<SubOp>(e.cast(*x, f32), list(*offset));
  e.bind(0, e.create<MulOp>(centered, list(*scale)));
  return e.result();
}

static LogicalResult importNormalizer(Node &node) {
  constexpr double kMinSize = 1e-30;
  Expansion e(node);
  auto x = readFeatures(node, e);
  if (failed(x))
    return failure();
  std::string norm = node.getString("norm", "MAX");
  if (norm != "MAX" && norm != "L1" && norm != "L2")
    return node.error() << "expected norm MAX, L1 or L2, got '" << norm << "'";
  Value wide = e.cast(*x, node.builder().getF32Type());
  Value size =
      norm == "MAX"
          ? e.reduce(e.create<AbsOp>(wide), ReduceKind::Max, {1})
          : e.reduce(wide, norm == "L1" ? ReduceKind::L1 : ReduceKind::L2, {1});
  Value divisor = e.create<MaxOp>(size, e.scalar(size, kMinSize));
  e.bind(0, e.create<DivOp>(wide, e.unsqueeze(divisor, {1})));
  return e.result();
}

/// Replaces missing values, which are marked by a number or by NaN.
static LogicalResult importImputer(Node &node) {
  Expansion e(node);
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Type type = node.inputType(0).getElementType();
  Value isMissing, values;
  if (isa<FloatType>(type)) {
    auto list = readNumbers(node, "imputed_value_floats", "");
    if (failed(list))
      return failure();
    float replaced = node.getFloat("replaced_value_float", 0);
    auto count = static_cast<int64_t>(list->size());
    values = createFloats(node, node.builder().getF32Type(), count, *list);
    isMissing = std::isnan(replaced)
                    ? e.create<IsNaNOp>(*x)
                    : e.create<EqualOp>(*x, node.scalar(type, replaced));
  } else {
    values = node.constant(node.getInts("imputed_value_int64s", {}));
    Value replaced = node.scalar(type, node.getInt("replaced_value_int64", 0));
    isMissing = e.create<EqualOp>(*x, replaced);
  }
  if (cast<RankedTensorType>(values.getType()).getDimSize(0) == 0)
    return node.error() << "expected values to impute, got none";
  e.bind(0, e.create<WhereOp>(isMissing, e.cast(values, type), *x));
  return e.result();
}

/// Unknown categories are zeros everywhere.
static LogicalResult importOneHotEncoder(Node &node) {
  Expansion e(node);
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  SmallVector<int64_t> categories = node.getInts("cats_int64s", {});
  if (categories.empty() || node.getInt("zeros", 1) == 0)
    return node.error() << "expected cats_int64s, and zeros for others";
  int64_t rank = node.inputType(0).getRank();
  Value i64 = e.cast(*x, node.builder().getI64Type());
  Value hit =
      e.create<EqualOp>(e.unsqueeze(i64, {rank}), node.constant(categories));
  e.bind(0, e.cast(hit, node.builder().getF32Type()));
  return e.result();
}

/// Concatenates the columns of all inputs.
static LogicalResult importFeatureVectorizer(Node &node) {
  auto inputs = node.requiredInputs();
  if (failed(inputs))
    return failure();
  Expansion e(node);
  SmallVector<int64_t> sizes = node.getInts("inputdimensions", {});
  if (inputs->empty() || sizes.size() != inputs->size())
    return node.error() << "expected an element of inputdimensions for each of "
                        << inputs->size() << " inputs, got " << sizes.size();
  SmallVector<Value> columns;
  for (auto [i, input, size] : llvm::enumerate(*inputs, sizes)) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getRank() != 2 || type.getDimSize(1) != size)
      return node.error() << "expected a matrix of " << size << " columns, got "
                          << type;
    columns.push_back(e.cast(input, node.builder().getF32Type()));
  }
  e.bind(0, e.concat(columns, 1));
  return e.result();
}

/// Selects elements of the last dimension; a row is a matrix with one row.
static LogicalResult importArrayFeatureExtractor(Node &node) {
  if (failed(node.requireInputs(2)))
    return failure();
  Expansion e(node);
  Value x = node.input(0);
  int64_t rank = node.inputType(0).getRank();
  if (rank == 0)
    return node.error() << "expected a row or more, got " << node.inputType(0);
  if (rank == 1)
    x = e.unsqueeze(x, {0});
  e.bind(0, e.create<GatherOp>(x, e.reshape(node.input(1), {-1}),
                               std::max<int64_t>(rank - 1, 1)));
  return e.result();
}

void addClassicalLearning(NodeImporters &importers) {
  constexpr llvm::StringLiteral domain = "ai.onnx.ml";
  importers.add("LinearRegressor", importLinearRegressor, 1, domain);
  importers.add("LinearClassifier", importLinearClassifier, 1, domain);
  importers.add("Scaler", importScaler, 1, domain);
  importers.add("Normalizer", importNormalizer, 1, domain);
  importers.add("Imputer", importImputer, 1, domain);
  importers.add("OneHotEncoder", importOneHotEncoder, 1, domain);
  importers.add("FeatureVectorizer", importFeatureVectorizer, 1, domain);
  importers.add("ArrayFeatureExtractor", importArrayFeatureExtractor, 1,
                domain);
}

} // namespace tvm::onnx_import
