#ifndef TVM_CONVERSION_ONNXTOGRAPH_CLASSICALLEARNING_H
#define TVM_CONVERSION_ONNXTOGRAPH_CLASSICALLEARNING_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// What ai.onnx.ml's models of numbers do last.
enum class PostTransform { None, Softmax, Logistic, SoftmaxZero, Probit };

/// Attribute `post_transform`, by name.
mlir::FailureOr<PostTransform> readPostTransform(Node &node);

/// `scores`, [N, classes], after `transform`.
mlir::Value applyPostTransform(Node &node, Expansion &e, mlir::Value scores,
                               PostTransform transform);

/// A list of floats as a constant of `type` (f32 or f64) and `shape`.
mlir::Value createFloats(Node &node, mlir::Type type,
                         llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<double> values);

/// Elements of a list of floats, or of the tensor that is given instead.
mlir::FailureOr<llvm::SmallVector<double>>
readNumbers(Node &node, llvm::StringRef list, llvm::StringRef tensor);

/// Input 0, a matrix of numbers, as f32 (f64 stays).
mlir::FailureOr<mlir::Value> readFeatures(Node &node, Expansion &e);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_CLASSICALLEARNING_H
