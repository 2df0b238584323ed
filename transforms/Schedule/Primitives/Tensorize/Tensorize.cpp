// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Tensorize/IntrinsicMatch.h"
#include "transforms/Schedule/Primitives/Tensorize/TileBlock.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
class Tensorizer {
public:
  Tensorizer(TileNest &nest, te::TensorIntrinOp intrin)
      : nest(nest), intrin(intrin) {}

  DiagnosedSilenceableFailure check();
  void build(RewriterBase &rewriter);

private:
  DiagnosedSilenceableFailure refuse(const Twine &why) {
    auto failure = emitSilenceableFailure(nest.block,
                                          "cannot tensorize with @" +
                                              intrin.getSymName() + ": " + why);
    failure.attachNote(intrin.getLoc()) << "declared here";
    return failure;
  }
  DiagnosedSilenceableFailure chooseRegions();
  DiagnosedSilenceableFailure checkType(const OperandView &view, Type taken,
                                        const Twine &name);
  std::optional<int64_t> getConstant(AffineExpr expr) const;
  bool isWhole(const OperandView &view) const;
  MemRefType getType(const OperandView &view) const;
  te::RegionAttr getBox(const OperandView &view) const;
  Value buildView(OpBuilder &builder, Region &region, const OperandView &view,
                  Type taken) const;
  void buildLowering(OpBuilder &builder, ArrayRef<Region *> from, Region &to);

  TileNest &nest;
  te::TensorIntrinOp intrin;
  std::vector<OperandView> views; // inputs, then the result
  SmallVector<Region *> init, body;
};
} // namespace

/// (P7)
DiagnosedSilenceableFailure Tensorizer::chooseRegions() {
  bool hasInit = nest.numInit > 0;
  if (!intrin.reduces() ||
      (hasInit && !nest.reducesOutside() && !intrin.getCompute().empty()))
    body = {&intrin.getCompute()};
  else if (hasInit && !nest.reducesOutside())
    body = {&intrin.getReset(), &intrin.getUpdate()};
  else
    body = {&intrin.getUpdate()};
  if (hasInit && nest.reducesOutside())
    init = {&intrin.getReset()};
  if (!init.empty() && init.front()->empty())
    return refuse("expected a region 'reset': the reduction goes on outside of "
                  "the tile");
  if (body.front()->empty())
    return refuse("expected a region 'update': the tile goes on with a "
                  "reduction");
  return DiagnosedSilenceableFailure::success();
}

/// The value of `expr`, over the tile's axes and captures, if it is constant.
std::optional<int64_t> Tensorizer::getConstant(AffineExpr expr) const {
  te::BlockOp block = nest.block;
  MLIRContext *context = block.getContext();
  SmallVector<Value> operands(nest.operands);
  SmallVector<AffineExpr> axes, captures;
  for (auto [axis, unit] : llvm::enumerate(nest.units))
    axes.push_back(nest.outer.getResult(axis).floorDiv(unit));
  for (Value capture : block.getCaptures()) {
    bool isIndex = capture.getType().isIndex();
    captures.push_back(isIndex ? getAffineDimExpr(operands.size(), context)
                               : getAffineConstantExpr(0, context));
    if (isIndex)
      operands.push_back(capture);
  }
  AffineMap map = AffineMap::get(
      operands.size(), 0, expr.replaceDimsAndSymbols(axes, captures), context);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  auto constant = dyn_cast<AffineConstantExpr>(map.getResult(0));
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

bool Tensorizer::isWhole(const OperandView &view) const {
  te::BlockOp block = nest.block;
  auto type = cast<MemRefType>(block.getCaptures()[view.capture].getType());
  return view.dims.size() == view.sizes.size() &&
         type.getShape() == ArrayRef(view.sizes) &&
         llvm::all_of(view.strides, [](int64_t stride) { return stride == 1; });
}

/// The type of the view as it is built.
MemRefType Tensorizer::getType(const OperandView &view) const {
  te::BlockOp block = nest.block;
  auto type = cast<MemRefType>(block.getCaptures()[view.capture].getType());
  if (isWhole(view))
    return type;
  SmallVector<int64_t> offsets, strides, shape, keptStrides;
  for (AffineExpr base : view.base)
    offsets.push_back(getConstant(base).value_or(ShapedType::kDynamic));
  auto all = cast<MemRefType>(memref::SubViewOp::inferResultType(
      type, offsets, view.sizes, view.strides));
  int64_t offset = 0;
  std::tie(strides, offset) = all.getStridesAndOffset();
  for (unsigned d : view.dims) {
    shape.push_back(view.sizes[d]);
    keptStrides.push_back(strides[d]);
  }
  return MemRefType::get(
      shape, type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), offset, keptStrides),
      type.getMemorySpace());
}

/// (P7) Where the operand's type states a constant, the view must have it.
DiagnosedSilenceableFailure
Tensorizer::checkType(const OperandView &view, Type taken, const Twine &name) {
  te::BlockOp block = nest.block;
  Type buffer = block.getCaptures()[view.capture].getType();
  std::string text;
  if (!cast<MemRefType>(buffer).isStrided()) {
    llvm::raw_string_ostream(text) << "expected a buffer with strides for "
                                   << name << ", got '" << buffer << "'";
    return refuse(text);
  }
  MemRefType given = getType(view);
  auto type = cast<MemRefType>(taken);
  llvm::raw_string_ostream(text)
      << "expected '" << type << "' for " << name << ", got '" << given << "'";
  SmallVector<int64_t> strides, givenStrides;
  int64_t offset = 0, givenOffset = 0;
  if (type.getMemorySpace() != given.getMemorySpace() ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      failed(given.getStridesAndOffset(givenStrides, givenOffset)))
    return refuse(text);
  strides.push_back(offset);
  givenStrides.push_back(givenOffset);
  for (auto [stride, givenStride] : llvm::zip_equal(strides, givenStrides))
    if (!ShapedType::isDynamic(stride) && stride != givenStride)
      return refuse(text);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure Tensorizer::check() {
  if (auto d = matchIntrinsic(nest, intrin, views); !d.succeeded())
    return d;
  if (auto d = chooseRegions(); !d.succeeded())
    return d;
  for (ArrayRef<Region *> regions : {ArrayRef(init), ArrayRef(body)})
    for (Region *region : regions) {
      // `reset` takes the last one.
      auto taken = ArrayRef(views).take_back(region->getNumArguments());
      for (auto [i, view] : llvm::enumerate(taken))
        if (auto d = checkType(view, region->getArgument(i).getType(),
                               i + 1 < taken.size() ? "operand " + Twine(i)
                                                    : "the result");
            !d.succeeded())
          return d;
    }
  return DiagnosedSilenceableFailure::success();
}

te::RegionAttr Tensorizer::getBox(const OperandView &view) const {
  SmallVector<int64_t> sizes;
  for (auto [size, stride] : llvm::zip_equal(view.sizes, view.strides))
    sizes.push_back((size - 1) * stride + 1);
  // A view of the whole buffer begins at 0 for all bindings.
  SmallVector<AffineExpr> base(view.base);
  if (isWhole(view))
    llvm::fill(base, getAffineConstantExpr(0, intrin->getContext()));
  return nest.getRegion(view.capture, base, sizes);
}

Value Tensorizer::buildView(OpBuilder &builder, Region &region,
                            const OperandView &view, Type taken) const {
  te::BlockOp block = nest.block;
  Location loc = block.getLoc();
  unsigned numAxes = nest.units.size();
  Value result = region.getArgument(numAxes + view.capture);
  MemRefType type = getType(view);
  if (!isWhole(view)) {
    SmallVector<OpFoldResult> offsets;
    for (AffineExpr base : view.base) {
      if (auto constant = getConstant(base)) {
        offsets.push_back(builder.getIndexAttr(*constant));
        continue;
      }
      AffineMap map = AffineMap::get(numAxes, block.getCaptures().size(), base);
      SmallVector<Value> operands(region.getArguments());
      affine::canonicalizeMapAndOperands(&map, &operands);
      // Axes are dims where the block's body is put in place.
      offsets.push_back(buildIndex(builder, loc, asDims(map), operands));
    }
    auto asAttributes = [&](ArrayRef<int64_t> values) {
      return getAsIndexOpFoldResult(builder.getContext(), values);
    };
    result = memref::SubViewOp::create(builder, loc, type, result, offsets,
                                       asAttributes(view.sizes),
                                       asAttributes(view.strides));
  }
  if (type != taken)
    result = memref::CastOp::create(builder, loc, taken, result);
  return result;
}

/// Appends the lowerings, one after the other, to a region of the tile.
void Tensorizer::buildLowering(OpBuilder &builder, ArrayRef<Region *> from,
                               Region &to) {
  for (Region *lowering : from) {
    IRMapping mapping;
    auto taken = ArrayRef(views).take_back(lowering->getNumArguments());
    for (auto [argument, view] :
         llvm::zip_equal(lowering->getArguments(), taken))
      mapping.map(argument, buildView(builder, to, view, argument.getType()));
    for (Operation &op : lowering->front().without_terminator())
      builder.clone(op, mapping);
  }
  te::YieldOp::create(builder, nest.block.getLoc());
}

void Tensorizer::build(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(nest.loops.front());
  bool goesOn = intrin.reduces() && body.size() == 1 &&
                body.front() == &intrin.getUpdate();
  SmallVector<Attribute> reads;
  for (const OperandView &view :
       goesOn ? ArrayRef(views) : ArrayRef(views).drop_back())
    reads.push_back(getBox(view));
  te::BlockOp tile =
      buildTileBlock(rewriter, nest, rewriter.getArrayAttr(reads),
                     rewriter.getArrayAttr(getBox(views.back())));
  if (!goesOn)
    tile.setKinds(SmallVector<bool>(nest.units.size(), false));
  for (auto [from, to] :
       {std::pair(&init, &tile.getInit()), std::pair(&body, &tile.getBody())}) {
    if (from->empty())
      continue;
    OpBuilder::InsertionGuard inside(rewriter);
    createRegion(rewriter, tile, *to);
    buildLowering(rewriter, *from, *to);
  }
  becomeTile(rewriter, nest, tile);
}

DiagnosedSilenceableFailure tensorize(RewriterBase &rewriter, Loop loop,
                                      te::TensorIntrinOp intrin,
                                      te::BlockOp &block) {
  TileNest nest;
  std::string action = ("tensorize with @" + intrin.getSymName()).str();
  if (auto d = getTileNest(loop, action, nest); !d.succeeded())
    return d;
  Tensorizer tensorizer(nest, intrin);
  if (auto d = tensorizer.check(); !d.succeeded())
    return d;
  tensorizer.build(rewriter);
  block = nest.block;
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
