#ifndef TVM_CONVERSION_ONNXTOGRAPH_LEARNING_CLASSICALLEARNING_H
#define TVM_CONVERSION_ONNXTOGRAPH_LEARNING_CLASSICALLEARNING_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// The last step of ai.onnx.ml's models that give numbers.
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

/// Classes of a classifier, two or more.
struct Classes {
  mlir::Value labels; ///< a vector of i64, or of strings
  int64_t count = 0;
  PostTransform post = PostTransform::None;
};

/// Attributes `ints` or classlabels_strings, and post_transform.
mlir::FailureOr<Classes> readClasses(Node &node, llvm::StringRef ints);

/// Scores of two classes from that of the second, [N, 1] -> [N, 2]. The first
/// has the opposite, or what is left of 1 by a share that is not transformed.
mlir::FailureOr<mlir::Value> scorePair(Node &node, Expansion &e,
                                       mlir::Value score, PostTransform post,
                                       bool isShare);

/// Output 1 is `scores`, [N, ...]; output 0 is labels of classes, the first
/// with the most `votes`, [N, classes], which are the scores if not given.
mlir::LogicalResult bindClasses(Node &node, Expansion &e,
                                const Classes &classes,
                                mlir::FailureOr<mlir::Value> scores,
                                mlir::Value votes = {});

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_LEARNING_CLASSICALLEARNING_H
