// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/LinalgToTE/Converter.h"

#include "conversion/Constants/Constants.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::linalg_to_te {

//===-- scalars and elements ----------------------------------------------===//

Type getStoredType(Type element) {
  return element.isInteger(1) ? IntegerType::get(element.getContext(), 8)
                              : element;
}

Value toStored(te::TEBuilder &b, Value scalar) {
  return scalar.getType().isInteger(1) ? b.toStorage(scalar) : scalar;
}

Value fromStored(te::TEBuilder &b, Value stored, Type type) {
  return type.isInteger(1) ? b.toBool(stored) : stored;
}

Value readElement(te::TEBuilder &b, Converter &converter, Value old,
                  te::Axes indices, Value padding) {
  Value tensor = converter.getTensor(old);
  Value stored =
      b.read(tensor, indices, padding ? toStored(b, padding) : Value());
  return fromStored(b, stored, getElementTypeOrSelf(old));
}

/// Builds a `tensor.extract` in a body: elements outside of the tensor are
/// zeros, where a `cf.assert` would have ended the program.
static Value extractElement(te::TEBuilder &b, Converter &converter,
                            tensor::ExtractOp op, const IRMapping &mapping) {
  SmallVector<te::Index> indices;
  for (Value index : op.getIndices())
    indices.push_back(te::Index(mapping.lookupOrDefault(index)));
  Value zero = arith::ConstantOp::create(b.builder, b.loc,
                                         b.builder.getZeroAttr(op.getType()));
  return readElement(b, converter, op.getTensor(), indices, zero);
}

void cloneBody(te::TEBuilder &b, Converter &converter,
               ArrayRef<Operation *> ops, te::Axes loops, IRMapping &mapping) {
  for (Operation *op : ops) {
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      mapping.map(index.getResult(), b.value(loops[index.getDim()]));
    else if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      mapping.map(extract.getResult(),
                  extractElement(b, converter, extract, mapping));
    else if (!isa<cf::AssertOp>(op))
      b.builder.clone(*op, mapping);
  }
}

InFlightDiagnostic refuse(Operation *op) {
  return op->emitOpError("cannot become tensor expressions: ");
}

//===-- tensors -----------------------------------------------------------===//

Value Converter::createFilled(Value old, Value element) {
  OpBuilder::InsertionGuard guard(builder);
  te::TEBuilder b(builder, old.getLoc());
  b.moveOutside();
  return b.compute(getStoredType(element.getType()), getSizes(old),
                   [&](te::Axes) { return toStored(b, element); });
}

Value Converter::getTensor(Value old) {
  if (Value known = values.lookupOrNull(old))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  te::TEBuilder(builder, old.getLoc()).moveOutside();
  Value element;
  if (auto fill = old.getDefiningOp<linalg::FillOp>())
    element = getScalar(fill.value());
  else // a tensor.empty
    element = arith::ConstantOp::create(
        builder, old.getLoc(), builder.getZeroAttr(getElementTypeOrSelf(old)));
  Value tensor = createFilled(old, element);
  values.map(old, tensor);
  return tensor;
}

SmallVector<OpFoldResult> Converter::getScalars(ArrayRef<OpFoldResult> old) {
  return llvm::map_to_vector(old, [&](OpFoldResult size) -> OpFoldResult {
    auto value = dyn_cast<Value>(size);
    return value ? OpFoldResult(getScalar(value)) : size;
  });
}

OpFoldResult Converter::getSize(Value old, int64_t dim) {
  auto type = cast<RankedTensorType>(old.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  if (auto empty = old.getDefiningOp<tensor::EmptyOp>())
    return getScalars(empty.getMixedSizes())[dim];
  if (auto fill = old.getDefiningOp<linalg::FillOp>())
    return getSize(fill.output(), dim);
  return te::TEBuilder(builder, old.getLoc()).dim(getTensor(old), dim);
}

SmallVector<OpFoldResult> Converter::getSizes(Value old) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(old.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(getSize(old, dim));
  return sizes;
}

//===-- operations --------------------------------------------------------===//

LogicalResult Converter::convertConstant(arith::ConstantOp op) {
  auto elements = dyn_cast<ElementsAttr>(op.getValue());
  if (!elements) {
    values.map(op.getResult(), builder.clone(*op)->getResult(0));
    return success();
  }
  SmallVector<char> buffer;
  auto bytes = getForeignBytes(elements, buffer);
  if (!bytes)
    return refuse(op) << llvm::toString(bytes.takeError());
  auto type = cast<RankedTensorType>(op.getType());
  type = type.clone(getStoredType(type.getElementType()));
  values.map(op.getResult(),
             arith::ConstantOp::create(
                 builder, op.getLoc(),
                 DenseElementsAttr::getFromRawBuffer(type, *bytes)));
  return success();
}

void Converter::convertDim(tensor::DimOp op) {
  auto dim = op.getConstantIndex();
  if (dim)
    values.map(op.getResult(),
               getValueOrCreateConstantIndexOp(builder, op.getLoc(),
                                               getSize(op.getSource(), *dim)));
  else
    values.map(op.getResult(), tensor::DimOp::create(builder, op.getLoc(),
                                                     getTensor(op.getSource()),
                                                     getScalar(op.getIndex()))
                                   .getResult());
}

void Converter::convertExtract(tensor::ExtractOp op) {
  te::TEBuilder b(builder, op.getLoc());
  auto indices = llvm::map_to_vector(op.getIndices(),
                                     [&](Value v) { return getScalar(v); });
  Value stored = tensor::ExtractOp::create(builder, op.getLoc(),
                                           getTensor(op.getTensor()), indices);
  values.map(op.getResult(), fromStored(b, stored, op.getType()));
}

LogicalResult Converter::convertTensorOperation(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<linalg::FillOp, tensor::EmptyOp>([](auto) { return success(); })
      .Case([&](linalg::GenericOp generic) {
        return convertGeneric(*this, generic);
      })
      .Case(
          [&](arith::ConstantOp constant) { return convertConstant(constant); })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto reshape) { return convertReshape(*this, reshape); })
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp>(
          [&](auto slice) { return convertSlice(*this, slice); })
      .Case([&](tensor::PadOp pad) { return convertPad(*this, pad); })
      .Case([&](tensor::GenerateOp generate) {
        return convertGenerate(*this, generate);
      })
      .Case([&](tensor::CastOp cast) {
        convertCast(*this, cast);
        return success();
      })
      .Case([&](tensor::SplatOp splat) {
        convertSplat(*this, splat);
        return success();
      })
      .Case([&](tensor::DimOp dim) {
        convertDim(dim);
        return success();
      })
      .Case([&](tensor::ExtractOp extract) {
        convertExtract(extract);
        return success();
      })
      .Default([](Operation *other) {
        return refuse(other) << "it has no counterpart";
      });
}

static bool isScalarOperation(Operation *op) {
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

LogicalResult Converter::convertOperation(Operation *op) {
  builder.setInsertionPoint(op);
  for (Type type : op->getResultTypes())
    if (isa<UnrankedTensorType>(type))
      return refuse(op) << "expected ranked tensors, got " << type;
  if (!isScalarOperation(op))
    return convertTensorOperation(op);
  builder.clone(*op, values); // maps the results
  return success();
}

//===-- functions ---------------------------------------------------------===//

static bool isBoolTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isInteger(1);
}

static Type getStoredTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.clone(getStoredType(tensor.getElementType())) : type;
}

/// Gives bool arguments their storage type. Existing uses get a cast, which is
/// mapped to the argument.
void Converter::convertArguments() {
  builder.setInsertionPointToStart(&function.getBody().front());
  for (BlockArgument argument : function.getArguments()) {
    values.map(argument, argument);
    if (!isBoolTensor(argument.getType()))
      continue;
    auto cast = UnrealizedConversionCastOp::create(
        builder, argument.getLoc(), argument.getType(), argument);
    argument.replaceAllUsesExcept(cast.getResult(0), cast);
    argument.setType(getStoredTensor(argument.getType()));
    values.map(cast.getResult(0), argument);
  }
}

LogicalResult Converter::convertReturn(func::ReturnOp op) {
  builder.setInsertionPoint(op);
  SmallVector<Value> results;
  for (Value value : op.getOperands()) {
    if (!isa<RankedTensorType>(value.getType()))
      return refuse(op) << "expected results that are ranked tensors, got "
                        << value.getType();
    results.push_back(getTensor(value));
  }
  op.getOperandsMutable().assign(results);
  return success();
}

/// Converts bools in the signature to bytes, and records their original type.
static void convertSignature(func::FuncOp function) {
  auto dtype = StringAttr::get(function.getContext(), "bool");
  SmallVector<Type> inputs, results;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (isBoolTensor(type))
      function.setArgAttr(i, "graph.dtype", dtype);
    inputs.push_back(getStoredTensor(type));
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    if (isBoolTensor(type))
      function.setResultAttr(i, "graph.dtype", dtype);
    results.push_back(getStoredTensor(type));
  }
  function.setFunctionType(
      FunctionType::get(function.getContext(), inputs, results));
}

LogicalResult Converter::convert() {
  convertArguments();
  Block &block = function.getBody().front();
  auto old = llvm::map_to_vector(block.without_terminator(),
                                 [](Operation &op) { return &op; });
  bool hasFailed = false;
  for (Operation *op : old) {
    if (isa<UnrealizedConversionCastOp>(op) || succeeded(convertOperation(op)))
      continue;
    hasFailed = true;
    for (Value result : op->getResults())
      values.map(result, result); // continue to report all errors
  }
  if (hasFailed ||
      failed(convertReturn(cast<func::ReturnOp>(block.getTerminator()))))
    return failure();
  for (Operation *op : llvm::reverse(old))
    op->erase();
  convertSignature(function);
  return success();
}

} // namespace tvm::linalg_to_te
