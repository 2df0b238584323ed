// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_LEARNING_CLASSICALLEARNING_H
#define TVM_CONVERSION_ONNXTOGRAPH_LEARNING_CLASSICALLEARNING_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// The last step of ai.onnx.ml's models with numeric results.
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

/// The elements of a list of floats, or of the tensor that replaces it.
mlir::FailureOr<llvm::SmallVector<double>>
readNumbers(Node &node, llvm::StringRef list, llvm::StringRef tensor);

/// Input 0, a matrix of numbers, as f32 (f64 stays).
mlir::FailureOr<mlir::Value> readFeatures(Node &node, Expansion &e);

/// Classes of a classifier, two or more.
struct Classes {
  mlir::Value labels; ///< a vector of i64, or of strings
  int64_t count = 0;
  PostTransform post = PostTransform::None;
};

/// Attributes `ints` or classlabels_strings, and post_transform.
mlir::FailureOr<Classes> readClasses(Node &node, llvm::StringRef ints);

/// The scores of two classes from the score of the second, [N, 1] -> [N, 2].
/// The first score is the opposite, or the complement to 1 for a share that is
/// not transformed.
mlir::FailureOr<mlir::Value> scorePair(Node &node, Expansion &e,
                                       mlir::Value score, PostTransform post,
                                       bool isShare);

/// Binds output 1 to `scores`, [N, ...], and output 0 to labels of classes: the
/// first class with the most `votes`, [N, classes], by default the scores.
mlir::LogicalResult bindClasses(Node &node, Expansion &e,
                                const Classes &classes,
                                mlir::FailureOr<mlir::Value> scores,
                                mlir::Value votes = {});

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_LEARNING_CLASSICALLEARNING_H
