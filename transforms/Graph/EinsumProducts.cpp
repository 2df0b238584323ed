// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Patterns.h"
#include "transforms/Graph/ShapeBuilders.h"

using namespace mlir;

namespace tvm::graph {

namespace {
/// The letters of a sum of products of two tensors, each kind in the order of
/// the result, `summed` in that of the first tensor.
struct ProductLetters {
  std::string batch;   // of both and of the result
  std::string rows;    // of the first
  std::string columns; // of the second
  std::string summed;  // of both, not of the result

  static std::optional<ProductLetters> get(const EinsumEquation &equation);
};

/// A tensor and what its dimensions are.
struct Lettered {
  Value tensor;
  std::string letters;

  int64_t getSize(char letter) const {
    return cast<RankedTensorType>(tensor.getType())
        .getDimSize(letters.find(letter));
  }
};
} // namespace

static bool isDistinct(StringRef letters) {
  for (char letter : letters)
    if (letters.count(letter) > 1)
      return false;
  return true;
}

std::optional<ProductLetters>
ProductLetters::get(const EinsumEquation &equation) {
  StringRef a = equation.inputs[0], b = equation.inputs[1];
  if (!isDistinct(a) || !isDistinct(b))
    return std::nullopt;
  ProductLetters letters;
  for (char letter : equation.output) {
    bool isOfA = a.contains(letter), isOfB = b.contains(letter);
    (isOfA && isOfB ? letters.batch
     : isOfA        ? letters.rows
                    : letters.columns)
        .push_back(letter);
  }
  for (char letter : a)
    if (!equation.output.contains(letter))
      letters.summed.push_back(letter);
  // A letter of one tensor alone is summed over before.
  auto isOfB = [&](char letter) { return b.contains(letter); };
  auto isOfOther = [&](char letter) {
    return a.contains(letter) || equation.output.contains(letter);
  };
  if (!llvm::all_of(letters.summed, isOfB) || !llvm::all_of(b, isOfOther) ||
      letters.summed.empty() || (letters.rows + letters.columns).empty())
    return std::nullopt;
  return letters;
}

/// The same with dimensions in the order of `letters`.
static Lettered transpose(OpBuilder &builder, Location loc, Lettered x,
                          const std::string &letters) {
  if (x.letters == letters)
    return x;
  auto order = llvm::map_to_vector(letters, [&](char letter) {
    return static_cast<int64_t>(x.letters.find(letter));
  });
  return {createTranspose(builder, loc, x.tensor, order), letters};
}

static Value reshape(OpBuilder &builder, Location loc, Value x,
                     ArrayRef<int64_t> shape) {
  bool isSame = cast<RankedTensorType>(x.getType()).getShape() == shape;
  return isSame ? x : createReshape(builder, loc, x, shape);
}

namespace {
/// A sum of products of two tensors is a batch of products of matrices, after
/// transposes, most of which become its flags.
struct EinsumProduct : OpRewritePattern<EinsumOp> {
  using OpRewritePattern<EinsumOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(EinsumOp op,
                                PatternRewriter &rewriter) const override {
    EinsumEquation equation(op.getEquation());
    auto type = cast<RankedTensorType>(op.getType());
    if (op.getInputs().size() != 2 || !type.hasStaticShape())
      return failure();
    Lettered a{op.getInputs()[0], equation.inputs[0].str()};
    Lettered b{op.getInputs()[1], equation.inputs[1].str()};
    auto letters = ProductLetters::get(equation);
    if (!letters || !areKnown(a, b))
      return failure();
    Location loc = op.getLoc();
    const auto &[batch, rows, columns, summed] = *letters;
    a = transpose(rewriter, loc, a, batch + rows + summed);
    b = transpose(rewriter, loc, b, batch + summed + columns);
    SmallVector<int64_t> sizes = getSizes(a, batch), whole = sizes;
    auto matrices = [&](int64_t height, int64_t width) {
      SmallVector<int64_t> shape(sizes);
      shape.append({height, width});
      return shape;
    };
    int64_t m = ShapedType::getNumElements(getSizes(a, rows)),
            n = ShapedType::getNumElements(getSizes(b, columns)),
            k = ShapedType::getNumElements(getSizes(a, summed));
    Value product =
        MatMulOp::create(rewriter, loc, type.clone(matrices(m, n)),
                         reshape(rewriter, loc, a.tensor, matrices(m, k)),
                         reshape(rewriter, loc, b.tensor, matrices(k, n)),
                         /*transpose_a=*/false, /*transpose_b=*/false);
    llvm::append_range(whole, getSizes(a, rows));
    llvm::append_range(whole, getSizes(b, columns));
    Lettered result{reshape(rewriter, loc, product, whole),
                    batch + rows + columns};
    rewriter.replaceOp(
        op, transpose(rewriter, loc, result, equation.output.str()).tensor);
    return success();
  }

private:
  /// All sizes are known, and equal where letters are.
  static bool areKnown(const Lettered &a, const Lettered &b) {
    for (const Lettered *x : {&a, &b})
      if (!cast<RankedTensorType>(x->tensor.getType()).hasStaticShape())
        return false;
    return llvm::all_of(a.letters, [&](char letter) {
      return b.letters.find(letter) == std::string::npos ||
             a.getSize(letter) == b.getSize(letter);
    });
  }

  static SmallVector<int64_t> getSizes(const Lettered &x,
                                       const std::string &letters) {
    return llvm::map_to_vector(letters,
                               [&](char letter) { return x.getSize(letter); });
  }
};
} // namespace

void populateEinsumPatterns(RewritePatternSet &patterns) {
  patterns.add<EinsumProduct>(patterns.getContext());
}

} // namespace tvm::graph
