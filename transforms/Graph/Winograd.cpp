// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Networks/WinogradMatrices.h"
#include "dialects/Graph/Networks/WinogradTiles.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "transforms/CostModel/WinogradCost.h"
#include "transforms/Graph/AlgorithmRemarks.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/DecisionKeeper.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Graph/Precision/QuantizedConvolution.h"
#include "transforms/Target/CPU.h"

#include <cmath>

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_WINOGRADPASS
#include "transforms/Graph/Passes.h.inc"

/// The tile that the compiler takes where nobody asks for another one. That
/// estimates of several tiles choose faster kernels is not confirmed
/// (README.md); the tuner tries the others.
static constexpr int64_t kUsualTile = 4;

/// The matrix G for tiles of the result of size `tile`.
static Value createWeightTransform(OpBuilder &builder, Location loc,
                                   int64_t tile) {
  SmallVector<float> elements;
  for (const std::vector<double> &row : WinogradMatrices::get(tile).weight)
    elements.append(row.begin(), row.end());
  auto type = RankedTensorType::get(
      {getWinogradDataTile(tile), kWinogradWindow}, builder.getF32Type());
  return ConstantOp::create(builder, loc,
                            DenseElementsAttr::get(type, ArrayRef(elements)));
}

static Value createEinsum(OpBuilder &builder, Location loc, ValueRange inputs,
                          StringRef equation) {
  return EinsumOp::create(builder, loc, inputs, equation);
}

/// `G w G^T` for each pair of channels of `weight` in OIHW.
static Value transformWeight(OpBuilder &builder, Value weight, int64_t tile) {
  Location loc = weight.getLoc();
  Value matrix = createWeightTransform(builder, loc, tile);
  Value rows = createEinsum(builder, loc, {matrix, weight}, "yh,oihw->ywio");
  return createEinsum(builder, loc, {matrix, rows}, "xw,ywio->yxio");
}

/// The reason why the algorithm cannot compute `op`; nothing where it can.
static std::optional<StringRef> getObstacle(ConvOp op) {
  auto isOne = [](int64_t n) { return n == 1; };
  auto weight = op.getWeight().getType();
  if (!weight.getElementType().isF32() || weight.getRank() != 4 ||
      weight.getDimSize(2) != kWinogradWindow ||
      weight.getDimSize(3) != kWinogradWindow)
    return "its weights are not 3x3 of f32";
  if (op.getLayout() != "NCHW" || op.getKernelLayout() != "OIHW" ||
      op.getAutoPad() != "NOTSET")
    return "its layout or padding is not ONNX's default";
  if (!llvm::all_of(op.getStrides(), isOne) ||
      !llvm::all_of(op.getDilations(), isOne) || op.getGroup() != 1)
    return "its strides, dilations or groups are not 1";
  if (op.getType().getNumDynamicDims() != op.getType().isDynamicDim(0) ||
      !weight.hasStaticShape())
    return "its channels or the sizes of its images are not static";
  if (!ConstantExpressions().isConstant(op.getWeight()))
    return "its weights are not constant";
  return std::nullopt;
}

static ConvolutionShape getShape(ConvOp op) {
  ArrayRef<int64_t> result = op.getType().getShape();
  int64_t images = ShapedType::isDynamic(result[0]) ? 1 : result[0];
  return {images, result[2], result[3], op.getWeight().getType().getDimSize(1),
          result[1]};
}

/// The cycles of one core for the convolution `shape` by `algorithm`.
static double estimate(Attribute algorithm, const ConvolutionShape &shape,
                       const CoreModel &core) {
  auto winograd = dyn_cast<WinogradAttr>(algorithm);
  return winograd ? estimateWinograd(shape, winograd.getTile(), core)
                  : estimateDirect(shape, core);
}

static void reportUses(func::FuncOp function) {
  llvm::MapVector<Attribute, int> counts;
  function.walk([&](WinogradConvOp op) { ++counts[op.getAlgorithm()]; });
  for (auto [algorithm, count] : counts)
    function.emitRemark() << count << " convolution" << (count == 1 ? "" : "s")
                          << " by " << describeAlgorithm(algorithm);
}

namespace {
/// An algorithm, with the reason for it as half a sentence.
struct Choice {
  Attribute algorithm;
  std::string reason;
  /// The cycles of one core by each algorithm, where these decided.
  SmallVector<std::pair<Attribute, double>> estimates;
};

/// Decides on the algorithm of convolutions.
struct AlgorithmChoice {
  /// Records a decision on `op`, or obeys the recorded one. Fails, with a
  /// diagnostic, where the recorded one is not possible.
  LogicalResult decide(ConvOp op) const;
  Choice choose(ConvOp op, std::optional<StringRef> obstacle) const;
  Choice chooseByEstimates(ConvOp op) const;

  CoreModel core;
  bool force;        // wherever it is possible
  bool onlyRecorded; // nowhere else
};
} // namespace

static void emitAlgorithmRemark(ConvOp op, const Choice &choice) {
  using Arg = remark::detail::Remark::Arg;
  StringRef name = isa<WinogradAttr>(choice.algorithm) ? "winograd" : "direct";
  remark::detail::InFlightRemark remark = remark::passed(
      op.getLoc(),
      remark::RemarkOpts::name(name).category(kAlgorithmRemarkCategory));
  if (!remark)
    return; // remarks are disabled
  remark << Arg(kNodeArgument, getNodeName(op.getLoc()))
         << Arg(kAlgorithmArgument, describeAlgorithm(choice.algorithm))
         << Arg(kReasonArgument, choice.reason);
  for (auto [algorithm, cycles] : choice.estimates)
    remark << Arg(describeAlgorithm(algorithm), std::llround(cycles));
}

Choice AlgorithmChoice::chooseByEstimates(ConvOp op) const {
  ConvolutionShape shape = getShape(op);
  SmallVector<std::pair<Attribute, double>> estimates;
  for (Attribute algorithm : getAlgorithms(op.getContext()))
    estimates.emplace_back(algorithm, estimate(algorithm, shape, core));
  auto best = estimates.front();
  for (auto candidate : estimates) {
    auto winograd = dyn_cast<WinogradAttr>(candidate.first);
    if (winograd && winograd.getTile() == kUsualTile &&
        candidate.second < best.second)
      best = candidate;
  }
  return {best.first, "it takes fewer cycles", estimates};
}

Choice AlgorithmChoice::choose(ConvOp op,
                               std::optional<StringRef> obstacle) const {
  if (Attribute recorded = op.getAlgorithmAttr())
    return {recorded, "the program, --strategies or --database says so", {}};
  Attribute direct = DirectAttr::get(op.getContext());
  if (obstacle)
    return {direct, obstacle->str(), {}};
  if (onlyRecorded)
    return {direct, "--winograd=never, -O0 or --level asks for it", {}};
  if (force)
    return {WinogradAttr::get(op.getContext(), kUsualTile),
            "--winograd=always asks for it",
            {}};
  // Another order of additions would change quantized integers.
  if (isQuantized(op))
    return {direct, "its numbers are quantized", {}};
  return chooseByEstimates(op);
}

LogicalResult AlgorithmChoice::decide(ConvOp op) const {
  std::optional<StringRef> obstacle = getObstacle(op);
  Attribute recorded = op.getAlgorithmAttr();
  if (recorded && op.isWinograd() && obstacle)
    return op.emitOpError("cannot be computed by ")
           << recorded << ": " << *obstacle;
  Choice choice = choose(op, obstacle);
  emitAlgorithmRemark(op, choice);
  op.setAlgorithmAttr(choice.algorithm);
  return success();
}

namespace {
/// Carries the decision out.
struct UseWinograd : OpRewritePattern<ConvOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvOp op,
                                PatternRewriter &rewriter) const override {
    auto algorithm = dyn_cast_if_present<WinogradAttr>(op.getAlgorithmAttr());
    if (!algorithm)
      return rewriter.notifyMatchFailure(op, "has another algorithm");
    Value weight =
        transformWeight(rewriter, op.getWeight(), algorithm.getTile());
    rewriter.replaceOpWithNewOp<WinogradConvOp>(
        op, op.getType(), op.getX(), weight, op.getBias(), op.getPads());
    return success();
  }
};

struct WinogradPass : impl::WinogradPassBase<WinogradPass> {
  using WinogradPassBase::WinogradPassBase;
  void runOnOperation() override {
    auto cpu = target::CPU::get(getOperation());
    if (failed(cpu))
      return signalPassFailure();
    AlgorithmChoice choice{CoreModel(*cpu), force, onlyRecorded};
    bool isDecided = true;
    getOperation().walk(
        [&](ConvOp op) { isDecided &= succeeded(choice.decide(op)); });
    if (!isDecided)
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<UseWinograd>(&getContext());
    DecisionKeeper keeper;
    walkAndApplyPatterns(getOperation(), std::move(patterns), &keeper);
    reportUses(getOperation());
  }
};
} // namespace

} // namespace tvm::graph
