// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TEToLinalg/TEToLinalg.h"
#include "dialects/TE/TEBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace tvm {

namespace {

/// Replaces one `te.compute`.
class ComputeConverter {
public:
  ComputeConverter(RewriterBase &rewriter, te::ComputeOp compute)
      : rewriter(rewriter), compute(compute), loc(compute.getLoc()),
        extents(compute.getMixedExtents()) {}
  void convert();

private:
  // Operands.
  std::optional<AffineMap> getIndexingMap(te::ReadOp read);
  bool isWholeDim(Value tensor, int64_t dim, OpFoldResult extent);
  void addReads();
  void addReductionSizes();
  SmallVector<Value> createInits();
  // Body.
  void replaceRead(te::ReadOp read);
  Value extract(te::ReadOp read);
  Value extractInside(te::ReadOp read, ValueRange subscripts);
  SmallVector<Value> takeYielded();
  SmallVector<Value> combine(ValueRange accumulated, ValueRange values);
  void buildBody(linalg::GenericOp generic);

  RewriterBase &rewriter;
  te::ComputeOp compute;
  Location loc;
  SmallVector<OpFoldResult> extents;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  DenseMap<Operation *, unsigned> inputOf; // read -> its operand
  Block *body = nullptr;
};

} // namespace

//===-- operands ----------------------------------------------------------===//

/// Whether a loop of `extent` steps over dimension `dim` visits all of it, as
/// linalg assumes.
bool ComputeConverter::isWholeDim(Value tensor, int64_t dim,
                                  OpFoldResult extent) {
  int64_t size = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  if (auto constant = getConstantIntValue(extent))
    return size == *constant;
  auto equal =
      ValueBoundsConstraintSet::areEqual({tensor, dim}, cast<Value>(extent));
  return ShapedType::isDynamic(size) && succeeded(equal) && *equal;
}

/// The subscripts as a map of the axes, if linalg can read there: without a
/// condition, at affine subscripts that do not imply other loop extents.
std::optional<AffineMap> ComputeConverter::getIndexingMap(te::ReadOp read) {
  if (read.getPadding() || read->getParentOp() != compute)
    return std::nullopt;
  SmallVector<AffineExpr> axes;
  for (Value index : read.getIndices()) {
    auto axis = dyn_cast<BlockArgument>(index);
    if (!axis || axis.getOwner()->getParentOp() != compute)
      return std::nullopt;
    axes.push_back(rewriter.getAffineDimExpr(axis.getArgNumber()));
  }
  AffineMap map = read.getMap();
  ArrayRef<AffineExpr> operands(axes);
  map = map.replaceDimsAndSymbols(operands.take_front(map.getNumDims()),
                                  operands.drop_front(map.getNumDims()),
                                  extents.size(), 0);
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    if (auto axis = dyn_cast<AffineDimExpr>(expr))
      if (!isWholeDim(read.getTensor(), i, extents[axis.getPosition()]))
        return std::nullopt;
  return map;
}

void ComputeConverter::addReads() {
  compute.getBody().walk([&](te::ReadOp read) {
    auto map = getIndexingMap(read);
    if (!map)
      return;
    unsigned i = 0;
    while (i < inputs.size() &&
           (inputs[i] != read.getTensor() || maps[i] != *map))
      ++i;
    if (i == inputs.size()) {
      inputs.push_back(read.getTensor());
      maps.push_back(*map);
    }
    inputOf[read] = i;
  });
}

/// Adds operands for the extents of loops: linalg derives an extent from an
/// operand that the loop indexes alone. An added operand is not read; it has
/// the extents that no other operand determines.
void ComputeConverter::addReductionSizes() {
  llvm::SmallBitVector known(extents.size());
  for (AffineMap map : maps)
    for (AffineExpr expr : map.getResults())
      if (auto axis = dyn_cast<AffineDimExpr>(expr))
        known.set(axis.getPosition());
  SmallVector<AffineExpr> axes;
  SmallVector<OpFoldResult> sizes;
  for (unsigned i = compute.getNumSpatial(); i < extents.size(); ++i)
    if (!known.test(i)) {
      axes.push_back(rewriter.getAffineDimExpr(i));
      sizes.push_back(extents[i]);
    }
  if (axes.empty())
    return;
  inputs.push_back(
      tensor::EmptyOp::create(rewriter, loc, sizes, rewriter.getI8Type()));
  maps.push_back(
      AffineMap::get(extents.size(), 0, axes, rewriter.getContext()));
}

/// The start values of results: empty tensors, or the identity of the
/// reduction.
SmallVector<Value> ComputeConverter::createInits() {
  auto dims = ArrayRef(extents).take_front(compute.getNumSpatial());
  auto types = llvm::map_to_vector(compute.getResultTypes(), [](Type type) {
    return getElementTypeOrSelf(type);
  });
  SmallVector<Value> inits, identity(compute.getIdentity());
  for (Type type : types)
    inits.push_back(tensor::EmptyOp::create(rewriter, loc, dims, type));
  if (compute.getCombiner())
    identity = te::buildIdentity(rewriter, loc, *compute.getCombiner(), types);
  for (auto [init, start] : llvm::zip(inits, identity))
    init = linalg::FillOp::create(rewriter, loc, start, init).getResult(0);
  return inits;
}

//===-- body --------------------------------------------------------------===//

Value ComputeConverter::extract(te::ReadOp read) {
  auto subscripts =
      affine::expandAffineMap(rewriter, loc, read.getMap(), read.getIndices());
  if (read.getPadding())
    return extractInside(read, *subscripts);
  return tensor::ExtractOp::create(rewriter, loc, read.getTensor(),
                                   *subscripts);
}

/// The element at `subscripts` if that is inside, otherwise the padding.
Value ComputeConverter::extractInside(te::ReadOp read, ValueRange subscripts) {
  Value tensor = read.getTensor();
  Value inside;
  for (auto [i, subscript] : llvm::enumerate(subscripts)) {
    Value size = getValueOrCreateConstantIndexOp(
        rewriter, loc, tensor::getMixedSize(rewriter, loc, tensor, i));
    // The unsigned comparison tests both ends at once.
    Value test = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult,
                                       subscript, size);
    inside = inside ? arith::AndIOp::create(rewriter, loc, inside, test) : test;
  }
  auto choice = scf::IfOp::create(
      rewriter, loc, inside,
      [&](OpBuilder &builder, Location loc) {
        Value element =
            tensor::ExtractOp::create(builder, loc, tensor, subscripts);
        scf::YieldOp::create(builder, loc, element);
      },
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc, read.getPadding());
      });
  return choice.getResult(0);
}

void ComputeConverter::replaceRead(te::ReadOp read) {
  auto input = inputOf.find(read);
  rewriter.setInsertionPoint(read);
  rewriter.replaceOp(read, input == inputOf.end()
                               ? extract(read)
                               : Value(body->getArgument(input->second)));
}

/// Removes the terminator of the body and returns its values.
SmallVector<Value> ComputeConverter::takeYielded() {
  auto yield = cast<te::YieldOp>(body->back());
  SmallVector<Value> values(yield.getValues());
  rewriter.eraseOp(yield);
  rewriter.setInsertionPointToEnd(body);
  return values;
}

SmallVector<Value> ComputeConverter::combine(ValueRange accumulated,
                                             ValueRange values) {
  if (compute.getCombiner())
    return te::buildCombine(rewriter, loc, *compute.getCombiner(), accumulated,
                            values);
  SmallVector<Value> arguments(accumulated);
  llvm::append_range(arguments, values);
  rewriter.inlineBlockBefore(&compute.getCombine().front(), body, body->end(),
                             arguments);
  return takeYielded();
}

void ComputeConverter::buildBody(linalg::GenericOp generic) {
  body = rewriter.createBlock(&generic.getRegion());
  for (Value operand : generic->getOperands())
    body->addArgument(getElementTypeOrSelf(operand), loc);
  SmallVector<Value> axes;
  for (unsigned i = 0; i < extents.size(); ++i)
    axes.push_back(linalg::IndexOp::create(rewriter, loc, i));
  rewriter.mergeBlocks(&compute.getBody().front(), body, axes);
  SmallVector<te::ReadOp> reads;
  body->walk([&](te::ReadOp read) { reads.push_back(read); });
  for (te::ReadOp read : reads)
    replaceRead(read);
  SmallVector<Value> values = takeYielded();
  if (compute.getNumReduction())
    values = combine(body->getArguments().drop_front(inputs.size()), values);
  linalg::YieldOp::create(rewriter, loc, values);
  for (Value axis : axes)
    if (axis.use_empty())
      rewriter.eraseOp(axis.getDefiningOp());
}

void ComputeConverter::convert() {
  addReads();
  addReductionSizes();
  SmallVector<Value> inits = createInits();
  unsigned numSpatial = compute.getNumSpatial();
  AffineMap axes = rewriter.getMultiDimIdentityMap(extents.size());
  maps.append(inits.size(),
              AffineMap::get(extents.size(), 0,
                             axes.getResults().take_front(numSpatial),
                             rewriter.getContext()));
  SmallVector<utils::IteratorType> kinds(numSpatial,
                                         utils::IteratorType::parallel);
  kinds.append(compute.getNumReduction(), utils::IteratorType::reduction);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, compute.getResultTypes(), inputs, inits, maps, kinds);
  buildBody(generic);
  rewriter.replaceOp(compute, generic);
}

void convertComputeToLinalg(RewriterBase &rewriter, te::ComputeOp compute) {
  ComputeConverter(rewriter, compute).convert();
}

} // namespace tvm
