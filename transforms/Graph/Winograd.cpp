#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
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

/// The matrix G of F(4x4, 3x3).
static Value createWeightTransform(OpBuilder &builder, Location loc) {
  static constexpr float kRows[6][3] = {{1.f / 4, 0, 0},
                                        {-1.f / 6, -1.f / 6, -1.f / 6},
                                        {-1.f / 6, 1.f / 6, -1.f / 6},
                                        {1.f / 24, 1.f / 12, 1.f / 6},
                                        {1.f / 24, -1.f / 12, 1.f / 6},
                                        {0, 0, 1}};
  auto type = RankedTensorType::get({6, 3}, builder.getF32Type());
  return ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef(&kRows[0][0], 18)));
}

static Value createEinsum(OpBuilder &builder, Location loc, ValueRange inputs,
                          StringRef equation) {
  return EinsumOp::create(builder, loc, inputs, equation);
}

/// `G w G^T` for each pair of channels of `weight` in OIHW.
static Value transformWeight(OpBuilder &builder, Value weight) {
  Location loc = weight.getLoc();
  Value matrix = createWeightTransform(builder, loc);
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

static void reportUses(func::FuncOp function) {
  int count = 0;
  function.walk([&](WinogradConvOp) { ++count; });
  if (count)
    function.emitRemark() << count << " convolution" << (count == 1 ? "" : "s")
                          << " by Winograd's F(4x4, 3x3)";
}

namespace {
/// An algorithm, with the reason for it as half a sentence.
struct Choice {
  bool isWinograd;
  std::string reason;
  /// The cycles of one core by sums and by Winograd's algorithm, where these
  /// decided.
  std::optional<std::pair<double, double>> estimates;
};

/// Decides on the algorithm of convolutions.
struct AlgorithmChoice {
  /// Records a decision on `op`, or obeys the recorded one. Fails, with a
  /// diagnostic, where the recorded one is not possible.
  LogicalResult decide(ConvOp op) const;
  Choice choose(ConvOp op, std::optional<StringRef> obstacle) const;

  CoreModel core;
  bool force;        // wherever it is possible
  bool onlyRecorded; // nowhere else
};
} // namespace

static void emitAlgorithmRemark(ConvOp op, const Choice &choice) {
  using Arg = remark::detail::Remark::Arg;
  StringRef name = choice.isWinograd ? "winograd" : "direct";
  remark::detail::InFlightRemark remark = remark::passed(
      op.getLoc(),
      remark::RemarkOpts::name(name).category(kAlgorithmRemarkCategory));
  if (!remark)
    return; // remarks are disabled
  remark << Arg(kNodeArgument, getNodeName(op.getLoc()))
         << Arg(kReasonArgument, choice.reason);
  if (auto estimates = choice.estimates)
    remark << Arg(kDirectArgument, std::llround(estimates->first))
           << Arg(kWinogradArgument, std::llround(estimates->second));
}

Choice AlgorithmChoice::choose(ConvOp op,
                               std::optional<StringRef> obstacle) const {
  if (op.getAlgorithmAttr())
    return {
        op.isWinograd(), "the program, --strategies or --database says so", {}};
  if (obstacle)
    return {false, obstacle->str(), {}};
  if (onlyRecorded)
    return {false, "--winograd=never, -O0 or --level asks for it", {}};
  if (force)
    return {true, "--winograd=always asks for it", {}};
  // Another order of additions would change quantized integers.
  if (isQuantized(op))
    return {false, "its numbers are quantized", {}};
  ConvolutionShape shape = getShape(op);
  double direct = estimateDirect(shape, core);
  double winograd = estimateWinograd(shape, core);
  return {winograd < direct, "it takes fewer cycles",
          std::pair(direct, winograd)};
}

LogicalResult AlgorithmChoice::decide(ConvOp op) const {
  std::optional<StringRef> obstacle = getObstacle(op);
  Attribute recorded = op.getAlgorithmAttr();
  if (recorded && op.isWinograd() && obstacle)
    return op.emitOpError("cannot be computed by ")
           << recorded << ": " << *obstacle;
  Choice choice = choose(op, obstacle);
  emitAlgorithmRemark(op, choice);
  if (recorded)
    return success();
  MLIRContext *context = op.getContext();
  if (choice.isWinograd)
    op.setAlgorithmAttr(WinogradAttr::get(context, kWinogradTile));
  else
    op.setAlgorithmAttr(DirectAttr::get(context));
  return success();
}

namespace {
/// Carries the decision out.
struct UseWinograd : OpRewritePattern<ConvOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.isWinograd())
      return rewriter.notifyMatchFailure(op, "has another algorithm");
    Value weight = transformWeight(rewriter, op.getWeight());
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
