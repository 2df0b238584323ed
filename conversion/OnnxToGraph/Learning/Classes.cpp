// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Labels and scores of classes, which ai.onnx.ml's classifiers share.

#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/Learning/ClassicalLearning.h"
#include "conversion/OnnxToGraph/Tensors/Strings.h"

#include "dialects/Graph/Tensors/GraphIndexing.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

FailureOr<Classes> readClasses(Node &node, StringRef ints) {
  constexpr llvm::StringLiteral strings = "classlabels_strings";
  auto post = readPostTransform(node);
  if (failed(post) || failed(checkOneOf(node, {ints.str(), strings.str()})))
    return failure();
  Classes classes;
  classes.post = *post;
  SmallVector<std::string> texts = node.getStrings(strings);
  SmallVector<int64_t> numbers = node.getInts(ints, {});
  classes.count = static_cast<int64_t>(texts.size() + numbers.size());
  if (classes.count < 2)
    return node.error() << "expected labels of two classes or more, got "
                        << classes.count;
  if (texts.empty()) {
    classes.labels = node.constant(numbers);
    return classes;
  }
  Expansion e(node);
  classes.labels = createStrings(e, node, texts);
  if (e.failed())
    return failure();
  return classes;
}

FailureOr<Value> scorePair(Node &node, Expansion &e, Value score,
                           PostTransform post, bool isShare) {
  if (post == PostTransform::Probit)
    return node.error() << "post_transform 'PROBIT' of the score of one of two "
                           "classes is not supported";
  if (isShare && post == PostTransform::None)
    return e.concat({e.create<SubOp>(e.scalar(score, 1), score), score}, 1);
  Value scores = e.concat({e.create<NegOp>(score), score}, 1);
  return applyPostTransform(node, e, scores, post);
}

LogicalResult bindClasses(Node &node, Expansion &e, const Classes &classes,
                          FailureOr<Value> scores, Value votes) {
  if (failed(scores))
    return failure();
  Value best = e.create<ArgMaxOp>(votes ? votes : *scores,
                                  node.builder().getI64IntegerAttr(1),
                                  UnitAttr(), UnitAttr());
  e.bind(0, e.create<GatherOp>(classes.labels, best, 0));
  e.bind(1, e.cast(*scores, node.builder().getF32Type()));
  return e.result();
}

} // namespace tvm::onnx_import
