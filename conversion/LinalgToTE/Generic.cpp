// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/LinalgToTE/Converter.h"
#include "conversion/LinalgToTE/Reduction.h"

using namespace mlir;

namespace tvm::linalg_to_te {

namespace {

/// Converter of one `linalg.generic`. Its loops become axes: first the loops
/// that index the results, in the order of the dimensions, then the reduction
/// loops.
class GenericConverter {
public:
  GenericConverter(Converter &converter, linalg::GenericOp op)
      : converter(converter), op(op), b(converter.getBuilder(), op.getLoc()) {}
  LogicalResult convert();

private:
  LogicalResult check();
  LogicalResult findAxes();
  OpFoldResult getLoopSize(unsigned loop);
  SmallVector<te::Index> getLoops(te::Axes axes, te::Axes reduction);
  SmallVector<Type> getElementTypes();
  IRMapping mapInputs(te::Axes loops);
  SmallVector<Value> getYielded(const IRMapping &mapping);

  SmallVector<Value> computeElements();
  FailureOr<SmallVector<Value>> reduce();
  SmallVector<Value> computeValues(const Reduction &reduction, te::Axes loops);
  SmallVector<Value> combine(const Reduction &reduction, ValueRange accumulated,
                             ValueRange values);
  FailureOr<SmallVector<Value>> getIdentity(const Reduction &reduction);
  SmallVector<Value> addStart(const Reduction &reduction, ValueRange reduced);

  Converter &converter;
  linalg::GenericOp op;
  te::TEBuilder b;
  SmallVector<std::optional<unsigned>> spatial; // loop of a dimension, or none
  SmallVector<unsigned> reduced;                // loops
  SmallVector<OpFoldResult> dims, reductionSizes;
};

} // namespace

//===-- loops -------------------------------------------------------------===//

LogicalResult GenericConverter::check() {
  if (!op.hasPureTensorSemantics())
    return refuse(op) << "expected operands that are tensors";
  for (Operation &inner : *op.getBody())
    if (inner.getNumRegions())
      return refuse(op) << "expected a body without regions, got '"
                        << inner.getName() << "'";
  auto maps = op.getIndexingMapsArray();
  if (!llvm::all_equal(ArrayRef(maps).drop_front(op.getNumDpsInputs())))
    return refuse(op) << "expected one indexing map for all results";
  return success();
}

LogicalResult GenericConverter::findAxes() {
  auto kinds = op.getIteratorTypesArray();
  AffineMap map = op.getIndexingMapsArray().back();
  unsigned numSpatial = 0;
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    bool isParallel =
        loop && kinds[loop.getPosition()] == utils::IteratorType::parallel &&
        !llvm::is_contained(spatial, loop.getPosition());
    if (!isParallel && !isa<AffineConstantExpr>(expr))
      return refuse(op) << "expected results that are indexed by parallel "
                           "loops, each by one, got "
                        << AffineMapAttr::get(map);
    numSpatial += isParallel;
    spatial.push_back(isParallel ? std::optional(loop.getPosition())
                                 : std::nullopt);
    dims.push_back(isParallel ? getLoopSize(loop.getPosition())
                              : b.builder.getIndexAttr(1));
  }
  for (auto [loop, kind] : llvm::enumerate(kinds))
    if (kind == utils::IteratorType::reduction) {
      reduced.push_back(loop);
      reductionSizes.push_back(getLoopSize(loop));
    }
  if (numSpatial + reduced.size() != kinds.size())
    return refuse(op) << "expected results that are indexed by all parallel "
                         "loops, got "
                      << AffineMapAttr::get(map);
  return success();
}

OpFoldResult GenericConverter::getLoopSize(unsigned loop) {
  int64_t size = op.getStaticLoopRanges()[loop];
  if (!ShapedType::isDynamic(size))
    return b.builder.getIndexAttr(size);
  Value operand;
  unsigned dim = 0;
  // Linalg's verifier ensures that there is one.
  (void)op.mapIterationSpaceDimToOperandDim(loop, operand, dim);
  return converter.getSize(operand, dim);
}

SmallVector<te::Index> GenericConverter::getLoops(te::Axes axes,
                                                  te::Axes reduction) {
  SmallVector<te::Index> loops(op.getNumLoops(), te::Index(0));
  for (auto [axis, loop] : llvm::zip(axes, spatial))
    if (loop)
      loops[*loop] = axis;
  for (auto [axis, loop] : llvm::zip(reduction, reduced))
    loops[loop] = axis;
  return loops;
}

//===-- bodies ------------------------------------------------------------===//

SmallVector<Type> GenericConverter::getElementTypes() {
  return llvm::map_to_vector(op->getResultTypes(), [](Type type) {
    return getStoredType(getElementTypeOrSelf(type));
  });
}

/// Maps inputs to the elements that the body uses, and adds its outside values.
IRMapping GenericConverter::mapInputs(te::Axes loops) {
  IRMapping mapping = converter.getValues();
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (argument.use_empty())
      continue;
    if (op.isScalar(input)) {
      mapping.map(argument, converter.getScalar(input->get()));
      continue;
    }
    AffineMap map = op.getMatchingIndexingMap(input);
    auto indices = llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
      return te::Index::compose(expr, map, loops);
    });
    mapping.map(argument, readElement(b, converter, input->get(), indices));
  }
  return mapping;
}

SmallVector<Value> GenericConverter::getYielded(const IRMapping &mapping) {
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value v) { return toStored(b, mapping.lookupOrDefault(v)); });
}

SmallVector<Value> GenericConverter::computeElements() {
  SmallVector<Operation *> ops;
  for (Operation &inner : op.getBody()->without_terminator())
    ops.push_back(&inner);
  return b.compute(getElementTypes(), dims, [&](te::Axes axes) {
    SmallVector<te::Index> loops = getLoops(axes, {});
    IRMapping mapping = mapInputs(loops);
    for (auto [init, argument] :
         llvm::zip(op.getDpsInits(), op.getRegionOutputArgs()))
      if (!argument.use_empty())
        mapping.map(argument, readElement(b, converter, init, axes));
    cloneBody(b, converter, ops, loops, mapping);
    return getYielded(mapping);
  });
}

//===-- reductions --------------------------------------------------------===//

SmallVector<Value> GenericConverter::computeValues(const Reduction &reduction,
                                                   te::Axes loops) {
  IRMapping mapping = mapInputs(loops);
  cloneBody(b, converter, reduction.valueOps, loops, mapping);
  return llvm::map_to_vector(reduction.values, [&](Value v) {
    return toStored(b, mapping.lookupOrDefault(v));
  });
}

SmallVector<Value> GenericConverter::combine(const Reduction &reduction,
                                             ValueRange accumulated,
                                             ValueRange values) {
  IRMapping mapping = converter.getValues();
  for (auto [argument, old, stored, value] : llvm::zip(
           op.getRegionOutputArgs(), reduction.values, accumulated, values)) {
    mapping.map(argument, fromStored(b, stored, argument.getType()));
    mapping.map(old, fromStored(b, value, old.getType()));
  }
  cloneBody(b, converter, reduction.combineOps, {}, mapping);
  return getYielded(mapping);
}

/// The start values of a reduction without a combiner: the neutral element, or
/// the constant start values of linalg's reduction.
FailureOr<SmallVector<Value>>
GenericConverter::getIdentity(const Reduction &reduction) {
  SmallVector<Value> identity;
  for (Value init : op.getDpsInits()) {
    TypedAttr start =
        reduction.neutral ? reduction.neutral : getFillConstant(init);
    if (!start)
      return refuse(op) << "expected a reduction by one operation, or one that "
                           "starts from a linalg.fill of constants";
    Value scalar = arith::ConstantOp::create(b.builder, b.loc, start);
    identity.push_back(toStored(b, scalar));
  }
  return identity;
}

/// `reduced`, combined with the start value of linalg's reduction.
SmallVector<Value> GenericConverter::addStart(const Reduction &reduction,
                                              ValueRange reduced) {
  return b.compute(getElementTypes(), dims, [&](te::Axes axes) {
    SmallVector<Value> starts, values;
    for (auto [init, tensor] : llvm::zip(op.getDpsInits(), reduced)) {
      starts.push_back(b.read(converter.getTensor(init), axes));
      values.push_back(b.read(tensor, axes));
    }
    return combine(reduction, starts, values);
  });
}

FailureOr<SmallVector<Value>> GenericConverter::reduce() {
  auto reduction = analyzeReduction(op);
  if (failed(reduction))
    return failure();
  auto body = [&](te::Axes axes, te::Axes summed) {
    return computeValues(*reduction, getLoops(axes, summed));
  };
  SmallVector<Value> results;
  if (reduction->combiner) {
    results.push_back(b.reduce(*reduction->combiner, getElementTypes().front(),
                               dims, reductionSizes,
                               [&](te::Axes axes, te::Axes summed) {
                                 return body(axes, summed).front();
                               }));
  } else {
    auto identity = getIdentity(*reduction);
    if (failed(identity))
      return failure();
    results = b.reduce(*identity, dims, reductionSizes, body,
                       [&](ValueRange accumulated, ValueRange values) {
                         return combine(*reduction, accumulated, values);
                       });
  }
  if (reduction->neutral && !isNeutral(*reduction, op.getDpsInits().front()))
    results = addStart(*reduction, results);
  return results;
}

LogicalResult GenericConverter::convert() {
  if (failed(check()) || failed(findAxes()))
    return failure();
  FailureOr<SmallVector<Value>> results =
      reduced.empty() ? computeElements() : reduce();
  if (failed(results))
    return failure();
  for (auto [old, result] : llvm::zip(op->getResults(), *results))
    converter.map(old, result);
  return success();
}

LogicalResult convertGeneric(Converter &converter, linalg::GenericOp op) {
  return GenericConverter(converter, op).convert();
}

} // namespace tvm::linalg_to_te
