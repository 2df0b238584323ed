// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Tensors/Strings.h"

#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/InputChecks.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "dialects/Graph/Tensors/GraphString.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

bool isString(Value tensor) {
  return isa<StringType>(getElementTypeOrSelf(tensor));
}

Value createStrings(Expansion &expansion, Node &node,
                    ArrayRef<std::string> texts) {
  SmallVector<StringRef> refs(texts.begin(), texts.end());
  return expansion.create<StringsOp>(node.builder().getStrArrayAttr(refs),
                                     static_cast<int64_t>(texts.size()));
}

/// The first `count` elements of `x`.
static Value takeFirst(Expansion &expansion, Node &node, Value x, Value count) {
  return expansion.create<DynamicSliceOp>(x, node.constant({0}), count,
                                          node.constant({0}), Value());
}

//===-- pairs -------------------------------------------------------------===//

/// Broadcasts both operands to the shape of the result.
static void broadcast(Expansion &expansion, Value &x, Value &y) {
  if (typeOf(x) == typeOf(y) && typeOf(x).hasStaticShape())
    return;
  auto expand = [&](Value from, Value like) {
    int64_t rank = typeOf(like).getRank();
    Value shape = expansion.create<ShapeOp>(like, 0, rank);
    return expansion.create<ExpandOp>(from, shape);
  };
  x = expand(x, y);
  if (x)
    y = expand(y, x);
}

template <typename Op> static LogicalResult importPairs(Node &node) {
  auto x = node.requiredInput(0), y = node.requiredInput(1);
  if (failed(x) || failed(y))
    return failure();
  Expansion expansion(node);
  Value lhs = *x, rhs = *y;
  broadcast(expansion, lhs, rhs);
  expansion.bind(0, expansion.create<Op>(lhs, rhs));
  return expansion.result();
}

LogicalResult importStringEqual(Node &node) {
  return importPairs<StringEqualOp>(node);
}

//===-- string_normalizer -------------------------------------------------===//

static LogicalResult importStringNormalizer(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  std::string action = node.getString("case_change_action", "NONE");
  auto letters = symbolizeStringCase(StringRef(action).lower());
  if (!letters)
    return node.error() << "expected case_change_action NONE, LOWER or UPPER, "
                           "got '"
                        << action << "'";
  RankedTensorType type = typeOf(*x);
  bool isRow = type.getRank() == 2 && type.getDimSize(0) == 1;
  if (!isString(*x) || (type.getRank() != 1 && !isRow))
    return node.error() << "expected strings [C] or [1, C], got " << type;
  Expansion expansion(node);
  SmallVector<int64_t> front = {0};
  Value list = isRow ? expansion.create<SqueezeOp>(*x, front) : *x;
  Value words = createStrings(expansion, node, node.getStrings("stopwords"));
  if (failed(expansion.result()))
    return failure();
  auto normalized = node.create<StringNormalizeOp>(
      list, words, *letters, node.getInt("is_case_sensitive", 0) != 0);
  if (failed(normalized))
    return failure();
  Value result = takeFirst(expansion, node, normalized->getResult(),
                           normalized->getNumber());
  expansion.bind(0,
                 isRow ? expansion.create<UnsqueezeOp>(result, front) : result);
  return expansion.result();
}

//===-- string_split ------------------------------------------------------===//

static LogicalResult importStringSplit(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  std::string delimiter = node.getString("delimiter", "");
  int64_t limit =
      node.hasAttribute("maxsplit") ? node.getInt("maxsplit", -1) : -1;
  Expansion expansion(node);
  Value counts = expansion.create<StringCountPartsOp>(*x, delimiter, limit);
  Value most = expansion.reduceAll(counts, ReduceKind::Max);
  if (failed(expansion.result()))
    return failure();
  // The maximum of an empty list is negative.
  Value size = expansion.create<MaxOp>(most, expansion.scalar(most, 0));
  expansion.bind(0,
                 expansion.create<StringSplitOp>(*x, size, delimiter, limit));
  expansion.bind(1, counts);
  return expansion.result();
}

//===-- tf_idf_vectorizer -------------------------------------------------===//

/// Replaces strings by numbers: equal for equal strings, -1 for strings that
/// are not in the pool. `pool` becomes numbers, too.
static Value numberStrings(Expansion &expansion, Node &node, Value x,
                           SmallVectorImpl<int64_t> &pool) {
  SmallVector<std::string> words;
  for (const std::string &word : node.getStrings("pool_strings")) {
    auto *known = llvm::find(words, word);
    pool.push_back(known - words.begin());
    if (known == words.end())
      words.push_back(word);
  }
  return expansion.create<StringLookupOp>(
      x, createStrings(expansion, node, words));
}

/// Selects the columns of sequences that occur, times their weight.
static Value weigh(Expansion &expansion, Node &node, Value counts,
                   ArrayRef<int64_t> columns, StringRef mode) {
  if (mode == "IDF")
    counts = expansion.create<MinOp>(counts, expansion.scalar(counts, 1));
  SmallVector<float> weights = node.getFloats("weights", {});
  if (mode == "TF" || weights.empty() || failed(expansion.result()))
    return counts;
  int64_t width = typeOf(counts).getShape().back();
  SmallVector<float> ofColumns(width, 1);
  for (auto [column, weight] : llvm::zip(columns, weights))
    ofColumns[column] = weight;
  auto type = RankedTensorType::get(width, node.builder().getF32Type());
  auto owner = std::make_shared<SmallVector<float>>(ofColumns);
  ArrayRef<char> bytes(reinterpret_cast<const char *>(owner->data()),
                       owner->size() * sizeof(float));
  Value factors = ConstantOp::create(node.builder(), node.loc(),
                                     createConstant(type, "", bytes, owner));
  return expansion.create<MulOp>(counts, factors);
}

static LogicalResult importTfIdfVectorizer(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  std::string mode = node.getString("mode", "");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    return node.error() << "expected mode TF, IDF or TFIDF, got '" << mode
                        << "'";
  constexpr int64_t kMaxSkipped = 1 << 16;
  if (failed(checkRange(node, "max_skip_count", 0, kMaxSkipped)))
    return failure();
  SmallVector<int64_t> columns = node.getInts("ngram_indexes", {});
  size_t numWeights = node.getFloats("weights", {}).size();
  if (numWeights && numWeights != columns.size())
    return node.error() << "expected " << columns.size() << " weights, got "
                        << numWeights;
  Expansion expansion(node);
  SmallVector<int64_t> pool = node.getInts("pool_int64s", {});
  Value numbers = *x;
  if (isString(numbers))
    numbers = numberStrings(expansion, node, numbers, pool);
  else
    numbers = expansion.create<CastOp>(numbers, node.builder().getI64Type());
  SmallVector<int64_t> range = {node.getInt("min_gram_length", 0),
                                node.getInt("max_gram_length", 0),
                                node.getInt("max_skip_count", -1)};
  Value counts = expansion.create<CountNGramsOp>(
      numbers, pool, node.getInts("ngram_counts", {}), columns, range);
  expansion.bind(0, weigh(expansion, node, counts, columns, mode));
  return expansion.result();
}

void addString(NodeImporters &importers) {
  importers.add("StringConcat", importPairs<StringConcatOp>, 20);
  importers.add("StringNormalizer", importStringNormalizer, 10);
  importers.add("StringSplit", importStringSplit, 20);
  importers.add("TfIdfVectorizer", importTfIdfVectorizer, 9);
  addLabelEncoder(importers);
}

} // namespace tvm::onnx_import
