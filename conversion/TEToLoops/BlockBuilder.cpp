// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TEToLoops/BlockBuilder.h"

#include "dialects/TE/TEBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm {

namespace {

/// Values that a block takes from outside, in order of first use.
struct Captures {
  llvm::SetVector<Value> tensors, scalars;
  SmallVector<Operation *> constants;
};

/// Copies the body of a computation into a block.
class BodyBuilder {
public:
  BodyBuilder(OpBuilder &builder, te::ComputeOp compute)
      : builder(builder), compute(compute) {}

  OpBuilder &builder;
  te::ComputeOp compute;
  IRMapping mapping; // tensors -> memref arguments, axes -> axis arguments

  SmallVector<Value> cloneBody();

private:
  Value readAffine(te::ReadOp read, ValueRange indices);
  Value buildSubscript(AffineExpr expr, te::ReadOp read, ValueRange indices);
  Value readPadded(te::ReadOp read, ValueRange indices);
  Value convertRead(te::ReadOp read);
  Value load(te::ReadOp read, ValueRange indices);
  bool isAxisOrCapture(Value value);
};

} // namespace

static Captures collectCaptures(te::ComputeOp compute) {
  Captures captures;
  llvm::SetVector<Operation *> constants;
  for (Region *region : {&compute.getBody(), &compute.getCombine()})
    region->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        if (compute->isProperAncestor(
                operand.getParentRegion()->getParentOp()) ||
            operand.getParentRegion()->getParentOp() == compute)
          continue;
        Operation *producer = operand.getDefiningOp();
        if (isa<RankedTensorType>(operand.getType()))
          captures.tensors.insert(operand);
        else if (producer && matchPattern(producer, m_Constant()))
          constants.insert(producer);
        else
          captures.scalars.insert(operand);
      }
    });
  for (Value identity : compute.getIdentity()) {
    if (matchPattern(identity, m_Constant()))
      constants.insert(identity.getDefiningOp());
    else
      captures.scalars.insert(identity);
  }
  captures.constants = constants.takeVector();
  return captures;
}

bool BodyBuilder::isAxisOrCapture(Value value) {
  return isa<BlockArgument>(value);
}

Value BodyBuilder::load(te::ReadOp read, ValueRange indices) {
  Value memref = mapping.lookup(read.getTensor());
  if (llvm::all_of(indices, [&](Value v) { return isAxisOrCapture(v); }))
    return readAffine(read, indices);
  auto expanded =
      affine::expandAffineMap(builder, read.getLoc(), read.getMap(), indices);
  return memref::LoadOp::create(builder, read.getLoc(), memref, *expanded);
}

Value BodyBuilder::readAffine(te::ReadOp read, ValueRange indices) {
  return affine::AffineLoadOp::create(builder, read.getLoc(),
                                      mapping.lookup(read.getTensor()),
                                      read.getMap(), indices);
}

/// Whether subscript `expr` of a read is inside [0, size) at all axes of static
/// extent. False if it has other operands.
static bool isInside(AffineExpr expr, int64_t size, te::ReadOp read,
                     te::ComputeOp compute) {
  if (ShapedType::isDynamic(size))
    return false;
  SmallVector<std::optional<int64_t>> lower, upper;
  for (Value operand : read.getIndices()) {
    auto axis = dyn_cast<BlockArgument>(operand);
    bool isAxis = axis && axis.getOwner() == &compute.getBody().front();
    int64_t extent = isAxis ? compute.getStaticExtents()[axis.getArgNumber()]
                            : ShapedType::kDynamic;
    bool isKnown = isAxis && !ShapedType::isDynamic(extent);
    lower.push_back(isKnown ? std::optional<int64_t>(0) : std::nullopt);
    upper.push_back(isKnown ? std::optional<int64_t>(extent - 1)
                            : std::nullopt);
  }
  unsigned dims = read.getMap().getNumDims();
  unsigned symbols = read.getMap().getNumSymbols();
  auto low = getBoundForAffineExpr(expr, dims, symbols, lower, upper, false);
  auto high = getBoundForAffineExpr(expr, dims, symbols, lower, upper, true);
  return low && high && *low >= 0 && *high < size;
}

/// Result `expr` of a read's map as a value. Divisions by constants stay affine
/// if possible, because later passes would not recognise them as arithmetic.
Value BodyBuilder::buildSubscript(AffineExpr expr, te::ReadOp read,
                                  ValueRange indices) {
  AffineMap map = read.getMap();
  if (te::hasDivision(expr) &&
      llvm::all_of(indices, [&](Value v) { return isAxisOrCapture(v); }))
    return affine::AffineApplyOp::create(
        builder, read.getLoc(),
        AffineMap::get(map.getNumDims(), map.getNumSymbols(), expr), indices);
  return affine::expandAffineExpr(builder, read.getLoc(), expr,
                                  indices.take_front(map.getNumDims()),
                                  indices.drop_front(map.getNumDims()));
}

Value BodyBuilder::readPadded(te::ReadOp read, ValueRange indices) {
  Location loc = read.getLoc();
  Value memref = mapping.lookup(read.getTensor());
  auto type = cast<MemRefType>(memref.getType());
  AffineMap map = read.getMap();
  SmallVector<Value> subscripts;
  for (AffineExpr expr : map.getResults())
    subscripts.push_back(buildSubscript(expr, read, indices));
  Value inside;
  auto require = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    Value test = arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
    inside = inside ? arith::AndIOp::create(builder, loc, inside, test) : test;
  };
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (isInside(map.getResult(i), type.getDimSize(i), read, compute))
      continue;
    Value size =
        type.isDynamicDim(i)
            ? memref::DimOp::create(builder, loc, memref, i).getResult()
            : arith::ConstantIndexOp::create(builder, loc, type.getDimSize(i))
                  .getResult();
    // The unsigned comparison tests both ends at once.
    require(arith::CmpIPredicate::ult, subscripts[i], size);
  }
  if (!inside)
    return load(read, indices);
  auto choice = scf::IfOp::create(builder, loc, read.getType(), inside,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(builder, loc, load(read, indices));
  builder.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(builder, loc,
                       mapping.lookupOrDefault(read.getPadding()));
  return choice.getResult(0);
}

Value BodyBuilder::convertRead(te::ReadOp read) {
  SmallVector<Value> indices = llvm::map_to_vector(
      read.getIndices(), [&](Value v) { return mapping.lookupOrDefault(v); });
  return read.getPadding() ? readPadded(read, indices) : load(read, indices);
}

SmallVector<Value> BodyBuilder::cloneBody() {
  for (Operation &op : compute.getBody().front().without_terminator()) {
    if (auto read = dyn_cast<te::ReadOp>(op)) {
      mapping.map(read.getResult(), convertRead(read));
      continue;
    }
    Operation *clone = builder.clone(op, mapping);
    // Reads inside of nested regions (scf.if) are converted in place.
    SmallVector<te::ReadOp> nested;
    clone->walk([&](te::ReadOp read) { nested.push_back(read); });
    for (te::ReadOp read : nested) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(read);
      BodyBuilder inner(builder, compute);
      inner.mapping = mapping;
      read.replaceAllUsesWith(inner.convertRead(read));
      read.erase();
    }
  }
  return llvm::map_to_vector(compute.getYield().getValues(), [&](Value v) {
    return mapping.lookupOrDefault(v);
  });
}

/// Fills `region` with a block of the axes and captures. Returns the mapping
/// from outside values to its arguments.
static IRMapping createRegion(OpBuilder &builder, Region &region,
                              te::ComputeOp compute, const Captures &captures,
                              TypeRange captureTypes) {
  Location loc = compute.getLoc();
  Block *block = builder.createBlock(&region);
  for (unsigned i = 0; i < compute.getNumAxes(); ++i)
    block->addArgument(builder.getIndexType(), loc);
  for (Type type : captureTypes)
    block->addArgument(type, loc);
  IRMapping mapping;
  unsigned argument = compute.getNumAxes();
  mapping.map(compute.getAxes(), block->getArguments().take_front(argument));
  for (Value tensor : captures.tensors)
    mapping.map(tensor, block->getArgument(argument++));
  for (Value scalar : captures.scalars)
    mapping.map(scalar, block->getArgument(argument++));
  for (Operation *constant : captures.constants)
    builder.clone(*constant, mapping);
  return mapping;
}

static SmallVector<Value> combine(OpBuilder &builder, te::ComputeOp compute,
                                  IRMapping &mapping, ValueRange accumulated,
                                  ValueRange values) {
  if (compute.getCombiner())
    return te::buildCombine(builder, compute.getLoc(), *compute.getCombiner(),
                            accumulated, values);
  Block &block = compute.getCombine().front();
  mapping.map(block.getArguments().take_front(values.size()), accumulated);
  mapping.map(block.getArguments().drop_front(values.size()), values);
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value v) { return mapping.lookupOrDefault(v); });
}

static void buildInit(OpBuilder &builder, te::ComputeOp compute,
                      IRMapping &mapping, ValueRange outputs, ValueRange axes) {
  SmallVector<Value> identity;
  if (compute.getCombiner()) {
    SmallVector<Type> types = llvm::map_to_vector(
        compute.getYield().getValues(), [](Value v) { return v.getType(); });
    identity = te::buildIdentity(builder, compute.getLoc(),
                                 *compute.getCombiner(), types);
  } else {
    for (Value value : compute.getIdentity())
      identity.push_back(mapping.lookup(value));
  }
  for (auto [value, output] : llvm::zip(identity, outputs))
    affine::AffineStoreOp::create(builder, compute.getLoc(), value, output,
                                  axes);
  te::YieldOp::create(builder, compute.getLoc());
}

/// Lets `block` declare a commutative combiner, if the declaration is complete:
/// its outside values and start values are constants.
static void declareCombiner(OpBuilder &builder, te::ComputeOp compute,
                            te::BlockOp block) {
  if (!compute.getCommutative())
    return;
  SmallVector<Attribute> identity;
  for (Value value : compute.getIdentity())
    if (Attribute constant; matchPattern(value, m_Constant(&constant)))
      identity.push_back(constant);
  SetVector<Value> outside;
  getUsedValuesDefinedAbove(compute.getCombine(), outside);
  if (identity.size() != compute.getIdentity().size() ||
      !llvm::all_of(outside,
                    [](Value v) { return matchPattern(v, m_Constant()); }))
    return;
  IRMapping mapping;
  Region &region = block.getCombine();
  compute.getCombine().cloneInto(&region, mapping);
  builder.setInsertionPointToStart(&region.front());
  for (Value value : outside) {
    Operation *constant = builder.clone(*value.getDefiningOp());
    replaceAllUsesInRegionWith(value, constant->getResult(0), region);
  }
  block.setIdentityAttr(builder.getArrayAttr(identity));
}

te::BlockOp buildBlock(OpBuilder &builder, te::ComputeOp compute,
                       ValueRange iters, ValueRange outputs,
                       const IRMapping &buffers, StringRef name) {
  Location loc = compute.getLoc();
  Captures captures = collectCaptures(compute);
  SmallVector<Value> operands;
  for (Value tensor : captures.tensors)
    operands.push_back(buffers.lookup(tensor));
  for (Value scalar : captures.scalars)
    operands.push_back(buffers.lookupOrDefault(scalar));
  unsigned firstOutput = compute.getNumAxes() + operands.size();
  llvm::append_range(operands, outputs);
  unsigned numSpatial = compute.getNumSpatial();
  SmallVector<bool> kinds(numSpatial, false);
  kinds.append(compute.getNumReduction(), true);
  auto block = te::BlockOp::create(
      builder, loc, name, iters, operands,
      builder.getMultiDimIdentityMap(compute.getNumAxes()), kinds);
  block.setRoleAttr(compute.getRoleAttr());
  OpBuilder::InsertionGuard guard(builder);
  declareCombiner(builder, compute, block);
  TypeRange types = ValueRange(operands).getTypes();
  if (compute.getNumReduction()) {
    Region &init = block.getInit();
    IRMapping mapping = createRegion(builder, init, compute, captures, types);
    buildInit(builder, compute, mapping,
              init.getArguments().drop_front(firstOutput),
              init.getArguments().take_front(numSpatial));
  }
  BodyBuilder body(builder, compute);
  Region &region = block.getBody();
  body.mapping = createRegion(builder, region, compute, captures, types);
  SmallVector<Value> values = body.cloneBody();
  ValueRange targets = region.getArguments().drop_front(firstOutput);
  ValueRange axes = region.getArguments().take_front(numSpatial);
  if (compute.getNumReduction()) {
    SmallVector<Value> accumulated;
    for (Value target : targets)
      accumulated.push_back(
          affine::AffineLoadOp::create(builder, loc, target, axes));
    values = combine(builder, compute, body.mapping, accumulated, values);
  }
  for (auto [value, target] : llvm::zip(values, targets))
    affine::AffineStoreOp::create(builder, loc, value, target, axes);
  te::YieldOp::create(builder, loc);
  return block;
}

} // namespace tvm
