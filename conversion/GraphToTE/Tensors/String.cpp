// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of the runtime's functions on strings
// (runtime/library/StringLibrary.h).

#include "conversion/GraphToTE/LibraryCalls.h"

#include "dialects/Graph/Checks/OperatorChecks.h"
#include "dialects/Graph/Tensors/GraphString.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

static Attribute getInts(Definition &d, ArrayRef<int64_t> ints) {
  return d.b.builder.getDenseI64ArrayAttr(ints);
}

/// Builds all texts as one tensor, and their sizes.
static Results defineStrings(StringsOp op, Definition &d) {
  std::string bytes;
  SmallVector<int64_t> sizes;
  for (auto text : op.getTexts().getAsRange<StringAttr>()) {
    bytes += text.getValue();
    sizes.push_back(text.size());
  }
  return callLibrary(d, "tvm_strings",
                     {d.b.builder.getStringAttr(bytes), getInts(d, sizes)}, {});
}

static Results defineStringConcat(StringConcatOp op, Definition &d) {
  return callLibrary(d, "tvm_string_concat", getInts(d, getRank(op.getX())),
                     d.operands);
}

static Results defineStringEqual(StringEqualOp op, Definition &d) {
  return callLibrary(d, "tvm_string_equal", getInts(d, getRank(op.getX())),
                     d.operands);
}

static Results defineStringLookup(StringLookupOp op, Definition &d) {
  return callLibrary(d, "tvm_string_lookup", getInts(d, getRank(op.getX())),
                     d.operands);
}

static Results defineStringNormalize(StringNormalizeOp op, Definition &d) {
  int64_t letters = static_cast<int64_t>(op.getLetters());
  return callLibrary(d, "tvm_string_normalize",
                     getInts(d, {letters, op.getCaseSensitive()}), d.operands);
}

template <typename Op>
static Results callSplit(Op op, Definition &d, StringRef name) {
  return callLibrary(
      d, name,
      {op.getDelimiterAttr(),
       getInts(d, {getRank(op.getX()), static_cast<int64_t>(op.getLimit())})},
      d.operands.take_front());
}

static Results defineStringCountParts(StringCountPartsOp op, Definition &d) {
  return callSplit(op, d, "tvm_string_count_parts");
}

static Results defineStringSplit(StringSplitOp op, Definition &d) {
  return callSplit(op, d, "tvm_string_split");
}

static Results defineCountNGrams(CountNGramsOp op, Definition &d) {
  return callLibrary(d, "tvm_count_ngrams",
                     {getInts(d, getRank(op.getX())), op.getPoolAttr(),
                      op.getStartsAttr(), op.getColumnsAttr(),
                      op.getRangeAttr()},
                     d.operands);
}

void attachStringDefinitions(MLIRContext *context) {
  attachTensor<StringsOp, defineStrings>(context);
  attachTensor<StringConcatOp, defineStringConcat>(context);
  attachTensor<StringEqualOp, defineStringEqual>(context);
  attachTensor<StringLookupOp, defineStringLookup>(context);
  attachTensor<StringNormalizeOp, defineStringNormalize>(context);
  attachTensor<StringCountPartsOp, defineStringCountParts>(context);
  attachTensor<StringSplitOp, defineStringSplit>(context);
  attachTensor<CountNGramsOp, defineCountNGrams>(context);
}

} // namespace tvm
