// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support vector machines: SVMRegressor and SVMClassifier.

#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/Learning/ClassicalLearning.h"

#include "dialects/Graph/Networks/GraphMatMul.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {

enum class Kernel { Linear, Poly, Rbf, Sigmoid };

/// The attributes that both operators have.
struct Machine {
  Kernel kernel = Kernel::Linear;
  double gamma = 0, offset = 0, degree = 0;
  SmallVector<double> vectors, coefficients, rho;
};

} // namespace

static FailureOr<Kernel> readKernel(Node &node) {
  std::string name = node.getString("kernel_type", "LINEAR");
  auto kernel = llvm::StringSwitch<std::optional<Kernel>>(name)
                    .Case("LINEAR", Kernel::Linear)
                    .Case("POLY", Kernel::Poly)
                    .Case("RBF", Kernel::Rbf)
                    .Case("SIGMOID", Kernel::Sigmoid)
                    .Default(std::nullopt);
  if (!kernel)
    return node.error() << "expected kernel_type LINEAR, POLY, RBF or SIGMOID, "
                           "got '"
                        << name << "'";
  return *kernel;
}

static FailureOr<Machine> readMachine(Node &node) {
  auto kernel = readKernel(node);
  auto vectors = readNumbers(node, "support_vectors", "");
  auto coefficients = readNumbers(node, "coefficients", "");
  auto rho = readNumbers(node, "rho", "");
  auto parameters = readNumbers(node, "kernel_params", "");
  if (failed(kernel) || failed(vectors) || failed(coefficients) ||
      failed(rho) || failed(parameters))
    return failure();
  if (rho->empty() || coefficients->empty())
    return node.error() << "expected coefficients and rho";
  if (!parameters->empty() && parameters->size() != 3)
    return node.error() << "expected gamma, coef0 and degree as kernel_params, "
                           "got "
                        << parameters->size() << " numbers";
  parameters->resize(3, 0);
  return Machine{*kernel,
                 (*parameters)[0],
                 (*parameters)[1],
                 (*parameters)[2],
                 *vectors,
                 *coefficients,
                 *rho};
}

/// `list` as a matrix of `rows` rows, with as many columns as `x`.
static FailureOr<Value> createRows(Node &node, Value x, StringRef name,
                                   ArrayRef<double> list, int64_t rows) {
  auto type = cast<RankedTensorType>(x.getType());
  auto count = static_cast<int64_t>(list.size());
  if (rows < 1 || count == 0 || count % rows != 0 ||
      (!type.isDynamicDim(1) && type.getDimSize(1) * rows != count))
    return node.error() << "expected " << rows << " rows of " << name
                        << " for features " << type << ", got " << count
                        << " numbers";
  return createFloats(node, type.getElementType(), {rows, count / rows}, list);
}

/// Squared distances, from differences, because differences of squares would
/// cancel.
static Value measureDistances(Expansion &e, Value x, Value vectors) {
  Value difference = e.create<SubOp>(e.unsqueeze(x, {1}), vectors);
  return e.reduce(e.create<MulOp>(difference, difference), ReduceKind::Sum,
                  {2});
}

/// The kernel of each row of `x` and each of `vectors`: [N, vectors].
static Value applyKernel(Expansion &e, const Machine &machine, Kernel kernel,
                         Value x, Value vectors) {
  auto number = [&](double value) { return e.scalar(x, value); };
  if (kernel == Kernel::Rbf)
    return e.create<ExpOp>(e.create<MulOp>(measureDistances(e, x, vectors),
                                           number(-machine.gamma)));
  Value product = e.create<MatMulOp>(x, vectors, false, true);
  if (kernel == Kernel::Linear)
    return product;
  Value scaled = e.create<AddOp>(
      e.create<MulOp>(product, number(machine.gamma)), number(machine.offset));
  return kernel == Kernel::Sigmoid
             ? e.create<TanhOp>(scaled)
             : e.create<PowOp>(scaled, number(machine.degree));
}

//===-- regression --------------------------------------------------------===//

/// Returns the scores of `x`: sums of kernels with support vectors, or of
/// weighted features.
static FailureOr<Value> predict(Node &node, Expansion &e, Value x,
                                const Machine &machine) {
  int64_t count = node.getInt("n_supports", 0);
  if (count <= 0) {
    auto row = createRows(node, x, "coefficients", machine.coefficients, 1);
    if (failed(row))
      return failure();
    return applyKernel(e, machine, Kernel::Linear, x, *row);
  }
  auto vectors = createRows(node, x, "support_vectors", machine.vectors, count);
  if (failed(vectors))
    return failure();
  if (static_cast<int64_t>(machine.coefficients.size()) != count)
    return node.error() << "expected a coefficient for each of " << count
                        << " support vectors, got "
                        << machine.coefficients.size();
  Value column = createFloats(node, getElementTypeOrSelf(x), {count, 1},
                              machine.coefficients);
  return e.create<MatMulOp>(
      applyKernel(e, machine, machine.kernel, x, *vectors), column, false,
      false);
}

static LogicalResult importSVMRegressor(Node &node) {
  Expansion e(node);
  auto x = readFeatures(node, e);
  auto machine = readMachine(node);
  auto post = readPostTransform(node);
  if (failed(x) || failed(machine) || failed(post))
    return failure();
  if (*post != PostTransform::None)
    return node.error() << "expected post_transform NONE";
  auto sum = predict(node, e, *x, *machine);
  if (failed(sum))
    return failure();
  Value y = e.create<AddOp>(*sum, e.scalar(*x, machine->rho.front()));
  if (node.getInt("one_class", 0) != 0) {
    Value isInside = e.create<LessOp>(e.scalar(y, 0), y);
    y = e.create<WhereOp>(isInside, e.scalar(y, 1), e.scalar(y, -1));
  }
  e.bind(0, e.cast(y, node.builder().getF32Type()));
  return e.result();
}

//===-- classification ----------------------------------------------------===//

namespace {

/// Tables of comparisons of each class with each later one.
struct Comparisons {
  SmallVector<double> weights;       // [vectors, pairs]
  SmallVector<double> first, second; // [pairs, classes]: 1 at the class
  int64_t numVectors = 0, numPairs = 0;
};

} // namespace

/// Builds the tables. Coefficients are [classes - 1, vectors]: a vector of
/// class c has the coefficients of the comparisons with the other classes, in
/// their order.
static Comparisons compareClasses(ArrayRef<double> coefficients,
                                  ArrayRef<int64_t> vectorsPerClass) {
  auto count = static_cast<int64_t>(vectorsPerClass.size());
  Comparisons result;
  SmallVector<int64_t> starts;
  for (int64_t size : vectorsPerClass) {
    starts.push_back(result.numVectors);
    result.numVectors += size;
  }
  result.numPairs = count * (count - 1) / 2;
  result.weights.assign(result.numVectors * result.numPairs, 0);
  result.first.assign(result.numPairs * count, 0);
  result.second.assign(result.numPairs * count, 0);
  int64_t pair = 0;
  auto addClass = [&](int64_t of, int64_t row) {
    for (int64_t v = starts[of]; v < starts[of] + vectorsPerClass[of]; ++v)
      result.weights[v * result.numPairs + pair] =
          coefficients[row * result.numVectors + v];
  };
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = i + 1; j < count; ++j, ++pair) {
      addClass(i, j - 1);
      addClass(j, i);
      result.first[pair * count + i] = 1;
      result.second[pair * count + j] = 1;
    }
  return result;
}

/// Compares all pairs of classes: scores are [N, pairs], and the winner of each
/// comparison gets a vote.
static LogicalResult compareAll(Node &node, Expansion &e, Value kernels,
                                const Machine &machine, const Classes &classes,
                                const Comparisons &pairs) {
  Type type = getElementTypeOrSelf(kernels);
  auto multiply = [&](Value x, ArrayRef<double> table, int64_t columns) {
    auto rows = static_cast<int64_t>(table.size()) / columns;
    return e.create<MatMulOp>(
        x, createFloats(node, type, {rows, columns}, table), false, false);
  };
  Value scores =
      e.create<AddOp>(multiply(kernels, pairs.weights, pairs.numPairs),
                      createFloats(node, type, pairs.numPairs, machine.rho));
  Value isFirst = e.cast(e.create<LessOp>(e.scalar(scores, 0), scores), type);
  Value isSecond = e.create<SubOp>(e.scalar(scores, 1), isFirst);
  Value votes =
      e.create<AddOp>(multiply(isFirst, pairs.first, classes.count),
                      multiply(isSecond, pairs.second, classes.count));
  FailureOr<Value> results =
      pairs.numPairs == 1
          ? scorePair(node, e, scores, classes.post, /*isShare=*/false)
          : applyPostTransform(node, e, scores, classes.post);
  return bindClasses(node, e, classes, results, votes);
}

static LogicalResult checkSizes(Node &node, const Machine &machine,
                                const Classes &classes,
                                ArrayRef<int64_t> vectorsPerClass) {
  auto numSizes = static_cast<int64_t>(vectorsPerClass.size());
  if (numSizes != classes.count ||
      llvm::any_of(vectorsPerClass, [](int64_t size) { return size < 0; }))
    return node.error() << "expected vectors_per_class for " << classes.count
                        << " classes, got " << numSizes;
  int64_t numPairs = classes.count * (classes.count - 1) / 2;
  int64_t wanted = (classes.count - 1) * llvm::sum_of(vectorsPerClass);
  auto numRho = static_cast<int64_t>(machine.rho.size());
  auto given = static_cast<int64_t>(machine.coefficients.size());
  if (numRho != numPairs || given != wanted)
    return node.error() << "expected " << numPairs << " rho and " << wanted
                        << " coefficients, got " << numRho << " and " << given;
  return success();
}

/// Imports a machine without support vectors: a row of coefficients per class.
static LogicalResult importLinearMachine(Node &node, Expansion &e, Value x,
                                         const Machine &machine,
                                         const Classes &classes) {
  auto rows =
      createRows(node, x, "coefficients", machine.coefficients, classes.count);
  if (failed(rows))
    return failure();
  Value scores =
      e.create<AddOp>(applyKernel(e, machine, Kernel::Linear, x, *rows),
                      e.scalar(x, machine.rho.front()));
  return bindClasses(node, e, classes,
                     applyPostTransform(node, e, scores, classes.post), scores);
}

static LogicalResult importSVMClassifier(Node &node) {
  Expansion e(node);
  auto x = readFeatures(node, e);
  auto machine = readMachine(node);
  auto classes = readClasses(node, "classlabels_ints");
  if (failed(x) || failed(machine) || failed(classes))
    return failure();
  if (!node.getFloats("prob_a", {}).empty())
    return node.error() << "prob_a, probabilities of classes, is not supported";
  SmallVector<int64_t> vectorsPerClass = node.getInts("vectors_per_class", {});
  if (vectorsPerClass.empty())
    return importLinearMachine(node, e, *x, *machine, *classes);
  if (failed(checkSizes(node, *machine, *classes, vectorsPerClass)))
    return failure();
  Comparisons pairs = compareClasses(machine->coefficients, vectorsPerClass);
  auto vectors = createRows(node, *x, "support_vectors", machine->vectors,
                            pairs.numVectors);
  if (failed(vectors))
    return failure();
  Value kernels = applyKernel(e, *machine, machine->kernel, *x, *vectors);
  return compareAll(node, e, kernels, *machine, *classes, pairs);
}

void addSupportVectors(NodeImporters &importers) {
  constexpr llvm::StringLiteral domain = "ai.onnx.ml";
  importers.add("SVMRegressor", importSVMRegressor, 1, domain);
  importers.add("SVMClassifier", importSVMClassifier, 1, domain);
}

} // namespace tvm::onnx_import
