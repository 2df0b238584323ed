// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEIntrinsics.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace tvm::te {

std::optional<SmallVector<int64_t>> getSteps(AffineExpr expr, unsigned numDims,
                                             unsigned first, unsigned count) {
  SmallVector<int64_t> steps;
  for (unsigned i = first; i < first + count; ++i) {
    AffineExpr dim = getAffineDimExpr(i, expr.getContext());
    auto step = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(expr.replace(dim, dim + 1) - expr, numDims, 0));
    if (!step)
      return std::nullopt;
    steps.push_back(step.getValue());
  }
  return steps;
}

AffineMap getSubscripts(ReadOp read) {
  auto compute = read->getParentOfType<ComputeOp>();
  SmallVector<AffineExpr> axes;
  for (Value index : read.getIndices())
    axes.push_back(getAffineDimExpr(cast<BlockArgument>(index).getArgNumber(),
                                    read.getContext()));
  ArrayRef<AffineExpr> all(axes);
  unsigned numDims = read.getMap().getNumDims();
  return read.getMap().replaceDimsAndSymbols(all.take_front(numDims),
                                             all.drop_front(numDims),
                                             compute.getNumAxes(), 0);
}

//===-- hardware_intrin ---------------------------------------------------===//

ParseResult
parseAccessedBuffers(OpAsmParser &parser,
                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &buffers,
                     SmallVectorImpl<Type> &types, ArrayAttr &modes) {
  SmallVector<Attribute> parsed;
  auto parseOne = [&]() -> ParseResult {
    StringRef keyword;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<AccessMode> mode = symbolizeAccessMode(keyword);
    if (!mode)
      return parser.emitError(loc, "expected r, w or rw, got ") << keyword;
    parsed.push_back(AccessModeAttr::get(parser.getContext(), *mode));
    return failure(parser.parseOperand(buffers.emplace_back()) ||
                   parser.parseColonType(types.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(parseOne))
    return failure();
  modes = parser.getBuilder().getArrayAttr(parsed);
  return success();
}

void printAccessedBuffers(OpAsmPrinter &printer, Operation *,
                          OperandRange buffers, TypeRange, ArrayAttr modes) {
  llvm::interleaveComma(llvm::zip(buffers, modes.getAsRange<AccessModeAttr>()),
                        printer, [&](auto entry) {
                          auto [buffer, mode] = entry;
                          printer << stringifyAccessMode(mode.getValue()) << ' '
                                  << buffer << " : " << buffer.getType();
                        });
}

LogicalResult HardwareIntrinOp::verify() {
  if (getModes().size() == getBuffers().size()) // C1
    return success();
  return emitOpError("expected ")
         << getBuffers().size() << " modes, got " << getModes().size();
}

void HardwareIntrinOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (auto [operand, mode] : llvm::zip(
           getBuffersMutable(), getModes().getAsRange<AccessModeAttr>())) {
    if (mode.getValue() != AccessMode::Write)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (mode.getValue() != AccessMode::Read)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

//===-- tensor_intrin -----------------------------------------------------===//

ComputeOp TensorIntrinOp::getComputation() {
  return getBehaviour()
      .front()
      .getTerminator()
      ->getOperand(0)
      .getDefiningOp<ComputeOp>();
}

bool TensorIntrinOp::reduces() {
  return getComputation().getNumReduction() > 0;
}

/// (C1)
static LogicalResult verifyBehaviour(TensorIntrinOp op) {
  Block &body = op.getBehaviour().front();
  for (Type type : body.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return op.emitOpError("expected tensors of static shape, got ") << type;
  }
  auto yield = dyn_cast_or_null<YieldOp>(body.empty() ? nullptr : &body.back());
  if (!yield || yield.getNumOperands() != 1)
    return op.emitOpError("expected a behaviour that yields one tensor");
  auto compute = yield.getOperand(0).getDefiningOp<ComputeOp>();
  if (!compute || compute->getNumResults() != 1 ||
      llvm::is_contained(compute.getStaticExtents(), ShapedType::kDynamic))
    return op.emitOpError("expected a behaviour that yields a te.compute of "
                          "constant extents with one result");
  for (Operation &other : body.without_terminator())
    if (&other != compute && !matchPattern(&other, m_Constant()))
      return other.emitOpError("expected constants and one te.compute in a "
                               "behaviour");
  return success();
}

namespace {
/// The range of subscripts of one argument, per dimension: first and last
/// index.
using Reach = SmallVector<std::pair<int64_t, int64_t>>;
} // namespace

static LogicalResult verifyRead(ReadOp read, ComputeOp compute, Reach &reach) {
  bool isOfAxes = llvm::all_of(read.getIndices(), [&](Value index) {
    auto axis = dyn_cast<BlockArgument>(index);
    return axis && axis.getOwner() == &compute.getBody().front();
  });
  if (read.getPadding() || !isOfAxes)
    return read.emitOpError("expected a read at axes, without padding");
  AffineMap map = getSubscripts(read);
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    auto steps = getSteps(expr, map.getNumDims(), 0, map.getNumDims());
    if (!steps)
      return read.emitOpError("expected subscripts that are linear in axes");
    SmallVector<AffineExpr> zeros(map.getNumDims(),
                                  getAffineConstantExpr(0, read.getContext()));
    int64_t first =
        cast<AffineConstantExpr>(expr.replaceDims(zeros)).getValue();
    int64_t last = first;
    for (auto [step, extent] : llvm::zip(*steps, compute.getStaticExtents()))
      (step < 0 ? first : last) += step * (extent - 1);
    reach[d] = {std::min(reach[d].first, first),
                std::max(reach[d].second, last)};
  }
  return success();
}

/// (C2) for one operation of the computation.
static LogicalResult verifyScalar(Operation &op, ComputeOp compute) {
  if (op.getNumRegions())
    return op.emitOpError("expected no operation with regions in a behaviour");
  if (isa<ReadOp>(op))
    return success();
  if (llvm::is_contained(op.getOperandTypes(), IndexType::get(op.getContext())))
    return op.emitOpError("expected axes to be used in subscripts only");
  return success();
}

/// (C2)
static LogicalResult verifyReads(TensorIntrinOp op) {
  ComputeOp compute = op.getComputation();
  for (Operation &scalar : compute.getBody().front().without_terminator())
    if (failed(verifyScalar(scalar, compute)))
      return failure();
  for (Block &combine : compute.getCombine())
    for (Operation &scalar : combine.without_terminator())
      if (failed(verifyScalar(scalar, compute)))
        return failure();
  for (BlockArgument argument : op.getBehaviour().getArguments()) {
    ArrayRef<int64_t> shape = cast<ShapedType>(argument.getType()).getShape();
    Reach reach(shape.size(), {INT64_MAX, INT64_MIN}), all;
    for (int64_t size : shape)
      all.push_back({0, size - 1});
    for (Operation *user : argument.getUsers())
      if (auto read = dyn_cast<ReadOp>(user))
        if (failed(verifyRead(read, compute, reach)))
          return failure();
    if (argument.use_empty() || reach != all)
      return op.emitOpError("expected reads of all of argument ")
             << argument.getArgNumber();
  }
  return success();
}

/// (C3)
static LogicalResult verifyLowering(TensorIntrinOp op, Region &region,
                                    StringRef name, TypeRange tensors) {
  if (region.empty())
    return success();
  auto fits = [](auto pair) {
    auto [type, tensor] = pair;
    auto memref = dyn_cast<MemRefType>(type);
    auto shaped = cast<ShapedType>(tensor);
    return memref && memref.getShape() == shaped.getShape() &&
           memref.getElementType() == shaped.getElementType();
  };
  if (region.getNumArguments() != tensors.size() ||
      !llvm::all_of(llvm::zip(region.getArgumentTypes(), tensors), fits))
    return op.emitOpError("expected a region '")
           << name << "' on memrefs for " << tensors << ", got "
           << region.getArgumentTypes();
  auto yield = dyn_cast_or_null<YieldOp>(
      region.front().empty() ? nullptr : &region.front().back());
  if (!yield || yield.getNumOperands())
    return op.emitOpError("expected a region '")
           << name << "' that ends with an empty te.yield";
  return success();
}

LogicalResult TensorIntrinOp::verifyRegions() {
  if (failed(verifyBehaviour(*this)) || failed(verifyReads(*this)))
    return failure();
  SmallVector<Type> all(getBehaviour().getArgumentTypes());
  all.push_back(getComputation().getResult(0).getType());
  if (failed(verifyLowering(*this, getCompute(), "compute", all)) ||
      failed(verifyLowering(*this, getReset(), "reset",
                            ArrayRef(all).take_back(1))) ||
      failed(verifyLowering(*this, getUpdate(), "update", all)))
    return failure();
  bool hasParts = !getReset().empty() && !getUpdate().empty();
  if (getCompute().empty() && !hasParts) // C4
    return emitOpError("expected a region 'compute', or 'reset' and 'update'");
  if (!reduces() && !(getReset().empty() && getUpdate().empty()))
    return emitOpError("expected no 'reset' and no 'update' where the "
                       "behaviour does not reduce");
  return success();
}

} // namespace tvm::te
