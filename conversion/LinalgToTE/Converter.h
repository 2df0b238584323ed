// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_LINALGTOTE_CONVERTER_H
#define TVM_CONVERSION_LINALGTOTE_CONVERTER_H

#include "dialects/TE/TEBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace tvm::linalg_to_te {

/// Converter of a function, operation by operation: new operations are built
/// behind the old ones, which are erased at the end. Tensors of bools become
/// tensors of bytes.
class Converter {
public:
  explicit Converter(mlir::func::FuncOp function)
      : function(function), builder(function.getContext()) {}

  mlir::LogicalResult convert();

  mlir::OpBuilder &getBuilder() { return builder; }

  /// The tensor for `old`. An empty tensor gets elements, zeros.
  mlir::Value getTensor(mlir::Value old);
  /// The scalar for `old`.
  mlir::Value getScalar(mlir::Value old) { return values.lookupOrDefault(old); }
  mlir::OpFoldResult getSize(mlir::Value old, int64_t dim);
  llvm::SmallVector<mlir::OpFoldResult> getSizes(mlir::Value old);
  llvm::SmallVector<mlir::OpFoldResult>
  getScalars(llvm::ArrayRef<mlir::OpFoldResult> old);
  /// The scalars for old values, for cloning bodies.
  const mlir::IRMapping &getValues() { return values; }
  void map(mlir::Value old, mlir::Value value) { values.map(old, value); }

private:
  void convertArguments();
  mlir::LogicalResult convertReturn(mlir::func::ReturnOp op);
  mlir::LogicalResult convertOperation(mlir::Operation *op);
  mlir::LogicalResult convertConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult convertTensorOperation(mlir::Operation *op);
  void convertDim(mlir::tensor::DimOp op);
  void convertExtract(mlir::tensor::ExtractOp op);
  mlir::Value createFilled(mlir::Value old, mlir::Value element);

  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  mlir::IRMapping values; // old -> new
};

/// The element type in memory: bools are bytes.
mlir::Type getStoredType(mlir::Type element);

/// An element of the tensor for `old`, as a scalar of the element type of
/// `old`.
mlir::Value readElement(te::TEBuilder &b, Converter &converter, mlir::Value old,
                        te::Axes indices, mlir::Value padding = nullptr);
/// A scalar in its form in memory.
mlir::Value toStored(te::TEBuilder &b, mlir::Value scalar);
/// A scalar in its form in bodies.
mlir::Value fromStored(te::TEBuilder &b, mlir::Value stored, mlir::Type type);

/// Reports that `op` cannot be converted; the reason is appended to the result.
mlir::InFlightDiagnostic refuse(mlir::Operation *op);

/// Converts a `linalg.generic` on tensors to a `te.compute`. Fails after a
/// diagnostic if no `te.compute` is equivalent.
mlir::LogicalResult convertGeneric(Converter &converter,
                                   mlir::linalg::GenericOp op);

/// Conversions of operations of the `tensor` dialect. They fail after a
/// diagnostic.
mlir::LogicalResult convertReshape(Converter &converter,
                                   mlir::tensor::ExpandShapeOp op);
mlir::LogicalResult convertReshape(Converter &converter,
                                   mlir::tensor::CollapseShapeOp op);
mlir::LogicalResult convertSlice(Converter &converter,
                                 mlir::tensor::ExtractSliceOp op);
mlir::LogicalResult convertSlice(Converter &converter,
                                 mlir::tensor::InsertSliceOp op);
mlir::LogicalResult convertPad(Converter &converter, mlir::tensor::PadOp op);
mlir::LogicalResult convertGenerate(Converter &converter,
                                    mlir::tensor::GenerateOp op);
void convertCast(Converter &converter, mlir::tensor::CastOp op);
void convertSplat(Converter &converter, mlir::tensor::SplatOp op);

/// Clones operations of a body into the body of a `te.compute` that is being
/// built. `mapping` has their outside values.
void cloneBody(te::TEBuilder &b, Converter &converter,
               llvm::ArrayRef<mlir::Operation *> ops, te::Axes loops,
               mlir::IRMapping &mapping);

} // namespace tvm::linalg_to_te

#endif // TVM_CONVERSION_LINALGTOTE_CONVERTER_H
