// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/ShapeHelpers.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

//===-- axes --------------------------------------------------------------===//

static FailureOr<SmallVector<int64_t>>
normalizeAxes(Node &node, ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    auto positive = requireAxis(node, axis, rank);
    if (failed(positive))
      return failure();
    result.push_back(*positive);
  }
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

static SmallVector<int64_t> allAxes(int64_t first, int64_t rank) {
  return llvm::to_vector(llvm::seq<int64_t>(first, std::max(first, rank)));
}

static UnitAttr unitIf(Node &node, bool condition) {
  return condition ? node.builder().getUnitAttr() : UnitAttr();
}

static ReduceKindAttr kindAttr(Node &node, ReduceKind kind) {
  return ReduceKindAttr::get(node.builder().getContext(), kind);
}

static FailureOr<Value> createReduce(Node &node, Value x, ReduceKind kind,
                                     ArrayRef<int64_t> axes, bool keepdims) {
  auto op = node.create<ReduceOp>(x, kindAttr(node, kind),
                                  node.builder().getDenseI64ArrayAttr(axes),
                                  unitIf(node, keepdims));
  if (failed(op))
    return failure();
  return (*op).getResult();
}

//===-- reductions --------------------------------------------------------===//

/// Reduces over `axes`; an empty list means all axes or none.
static LogicalResult importReduceOver(Node &node, ReduceKind kind,
                                      ArrayRef<int64_t> axes) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  int64_t rank = node.inputType(0).getRank();
  auto normal = normalizeAxes(node, axes, rank);
  if (failed(normal))
    return failure();
  if (axes.empty() && !node.getInt("noop_with_empty_axes", 0))
    normal = allAxes(0, rank);
  auto result =
      createReduce(node, *x, kind, *normal, node.getInt("keepdims", 1));
  if (failed(result))
    return failure();
  node.setOutput(0, *result);
  return success();
}

template <ReduceKind kind> static LogicalResult importOldReduce(Node &node) {
  return importReduceOver(node, kind, node.getInts("axes", {}));
}

/// One number per dimension of input 0: 0 for axes that input 1 does not
/// contain.
static Value createReduced(Expansion &expansion, Node &node) {
  int64_t rank = node.inputType(0).getRank();
  Value axes = node.input(1);
  Value rows = expansion.create<OneHotOp>(axes, node.constant({rank}),
                                          node.constant({0, 1}), -1);
  Value reduced = expansion.create<ReduceOp>(
      rows, kindAttr(node, ReduceKind::Sum),
      node.builder().getDenseI64ArrayAttr({0}), UnitAttr());
  if (!node.inputType(1).isDynamicDim(0) ||
      node.getInt("noop_with_empty_axes", 0))
    return reduced;
  Value count = expansion.create<SizeOp>(axes);
  Value isEmpty = expansion.create<EqualOp>(count, node.constant({0}));
  return expansion.create<WhereOp>(isEmpty, node.constant({1}), reduced);
}

/// The rank of the result if the axes are not constant.
static FailureOr<int64_t> getReducedRank(Node &node, bool keepdims) {
  int64_t rank = node.inputType(0).getRank();
  RankedTensorType axes = node.inputType(1);
  if (axes.getRank() != 1)
    return node.error() << "expected axes of one dimension, got " << axes;
  if (keepdims)
    return rank;
  if (!axes.isDynamicDim(0))
    return rank - axes.getDimSize(0);
  if (RankedTensorType declared = node.declaredOutputType(0))
    return declared.getRank();
  return sizeError(node) << "expected a known number of axes, or a result of "
                            "known rank";
}

static LogicalResult importDynamicReduce(Node &node, ReduceKind kind) {
  auto x = node.requiredInput(0);
  bool keepdims = node.getInt("keepdims", 1);
  if (failed(x))
    return failure();
  auto rank = getReducedRank(node, keepdims);
  if (failed(rank))
    return failure();
  Expansion expansion(node);
  Value reduced = createReduced(expansion, node);
  Value result =
      expansion.create<DynamicReduceOp>(*x, reduced, kind, *rank, keepdims);
  expansion.bind(0, result);
  return expansion.result();
}

template <ReduceKind kind> static LogicalResult importReduce(Node &node) {
  if (!node.hasInput(1))
    return importReduceOver(node, kind, {});
  if (auto axes = node.constantInts(1))
    return importReduceOver(node, kind, *axes);
  RankedTensorType type = node.inputType(1);
  if (type.getRank() == 1 && type.getDimSize(0) == 0)
    return importReduceOver(node, kind, {});
  return importDynamicReduce(node, kind);
}

template <ReduceKind kind>
static void addReduce(NodeImporters &importers, StringRef name,
                      int64_t axesAreInputSince = 18) {
  importers.add(name, importOldReduce<kind>);
  importers.add(name, importReduce<kind>, axesAreInputSince);
}

template <typename Op> static LogicalResult importArgReduce(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto axis =
      requireAxis(node, node.getInt("axis", 0), node.inputType(0).getRank());
  if (failed(axis))
    return failure();
  return node.replaceWith<Op>(
      *x, node.builder().getI64IntegerAttr(*axis),
      unitIf(node, node.getInt("keepdims", 1)),
      unitIf(node, node.getInt("select_last_index", 0)));
}

//===-- softmax -----------------------------------------------------------===//

template <typename Op> static LogicalResult importSoftmax(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto axis =
      requireAxis(node, node.getInt("axis", -1), node.inputType(0).getRank());
  if (failed(axis))
    return failure();
  return node.replaceWith<Op>(*x, node.builder().getDenseI64ArrayAttr(*axis));
}

/// Before opset 13, all axes from `axis` on count as one.
template <typename Op> static LogicalResult importOldSoftmax(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  int64_t rank = node.inputType(0).getRank();
  int64_t axis = node.getInt("axis", 1);
  axis = axis < 0 ? axis + rank : axis;
  if (axis < 0 || axis > rank)
    return node.error() << "expected an axis of " << rank << " dimensions, got "
                        << axis;
  return node.replaceWith<Op>(
      *x, node.builder().getDenseI64ArrayAttr(allAxes(axis, rank)));
}

//===-- cumulation --------------------------------------------------------===//

template <ReduceKind kind> static LogicalResult importCumulate(Node &node) {
  auto x = node.requiredInput(0);
  auto axis = node.requiredInput(1);
  if (failed(x) || failed(axis))
    return failure();
  UnitAttr exclusive = unitIf(node, node.getInt("exclusive", 0));
  UnitAttr reverse = unitIf(node, node.getInt("reverse", 0));
  auto constant = node.constantInts(1);
  if (!constant)
    return node.replaceWith<DynamicCumulateOp>(*x, *axis, kindAttr(node, kind),
                                               exclusive, reverse);
  if (constant->size() != 1)
    return node.error() << "expected one axis, got " << constant->size();
  auto normal =
      requireAxis(node, constant->front(), node.inputType(0).getRank());
  if (failed(normal))
    return failure();
  return node.replaceWith<CumulateOp>(*x, kindAttr(node, kind),
                                      node.builder().getI64IntegerAttr(*normal),
                                      exclusive, reverse);
}

//===-- normalizations ----------------------------------------------------===//

/// `(x - mean) / (deviation + 1e-9)`
static LogicalResult importMeanVarianceNormalization(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto axes = normalizeAxes(node, node.getInts("axes", {0, 2, 3}),
                            node.inputType(0).getRank());
  if (failed(axes))
    return failure();
  auto mean = createReduce(node, *x, ReduceKind::Mean, *axes, true);
  if (failed(mean))
    return failure();
  auto centered = node.create<SubOp>(*x, *mean);
  if (failed(centered))
    return failure();
  auto square = node.create<MulOp>(*centered, *centered);
  if (failed(square))
    return failure();
  auto variance = createReduce(node, *square, ReduceKind::Mean, *axes, true);
  if (failed(variance))
    return failure();
  auto deviation = node.create<SqrtOp>(*variance);
  if (failed(deviation))
    return failure();
  Value epsilon = node.scalar(getElementTypeOrSelf(*x), 1e-9);
  auto divisor = node.create<AddOp>(*deviation, epsilon);
  if (failed(divisor))
    return failure();
  return node.replaceWith<DivOp>(*centered, *divisor);
}

/// Divides elements by their norm; 0 where the norm is 0.
static LogicalResult importLpNormalization(Node &node) {
  auto x = node.requiredInput(0);
  int64_t p = node.getInt("p", 2);
  if (failed(x))
    return failure();
  if (p != 1 && p != 2)
    return node.error() << "expected p of 1 or 2, got " << p;
  auto axis =
      requireAxis(node, node.getInt("axis", -1), node.inputType(0).getRank());
  if (failed(axis))
    return failure();
  auto norm = createReduce(node, *x, p == 1 ? ReduceKind::L1 : ReduceKind::L2,
                           *axis, true);
  if (failed(norm))
    return failure();
  Type type = getElementTypeOrSelf(*x);
  auto isZero = node.create<EqualOp>(*norm, node.scalar(type, 0));
  if (failed(isZero))
    return failure();
  auto divisor = node.create<WhereOp>(*isZero, node.scalar(type, 1), *norm);
  if (failed(divisor))
    return failure();
  return node.replaceWith<DivOp>(*x, *divisor);
}

template <typename Op>
static void addSoftmax(NodeImporters &importers, StringRef name) {
  importers.add(name, importOldSoftmax<Op>);
  importers.add(name, importSoftmax<Op>, 13);
}

void addReduction(NodeImporters &importers) {
  addReduce<ReduceKind::L1>(importers, "ReduceL1");
  addReduce<ReduceKind::L2>(importers, "ReduceL2");
  addReduce<ReduceKind::LogSum>(importers, "ReduceLogSum");
  addReduce<ReduceKind::LogSumExp>(importers, "ReduceLogSumExp");
  addReduce<ReduceKind::Max>(importers, "ReduceMax");
  addReduce<ReduceKind::Mean>(importers, "ReduceMean");
  addReduce<ReduceKind::Min>(importers, "ReduceMin");
  addReduce<ReduceKind::Prod>(importers, "ReduceProd");
  addReduce<ReduceKind::Sum>(importers, "ReduceSum", 13);
  addReduce<ReduceKind::SumSquare>(importers, "ReduceSumSquare");
  addSoftmax<HardmaxOp>(importers, "Hardmax");
  addSoftmax<LogSoftmaxOp>(importers, "LogSoftmax");
  addSoftmax<SoftmaxOp>(importers, "Softmax");
  importers.add("ArgMax", importArgReduce<ArgMaxOp>);
  importers.add("ArgMin", importArgReduce<ArgMinOp>);
  importers.add("CumProd", importCumulate<ReduceKind::Prod>);
  importers.add("CumSum", importCumulate<ReduceKind::Sum>);
  importers.add("LpNormalization", importLpNormalization);
  importers.add("MeanVarianceNormalization", importMeanVarianceNormalization);
}

} // namespace tvm::onnx_import
