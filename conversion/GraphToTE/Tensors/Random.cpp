// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Tensors/GraphRandom.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

namespace {
/// Philox4x32-10 with a counter whose upper half is 0, in i32 arithmetic.
class Philox {
public:
  Philox(te::TEBuilder &b, uint64_t key)
      : b(b), i32(b.builder.getI32Type()), i64(b.builder.getI64Type()),
        key{static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)} {}

  /// Four random words.
  std::array<Value, 4> run(Value counter);

private:
  Value word(uint32_t value) {
    return b.constantInt(i32, static_cast<int32_t>(value));
  }
  Value low(Value x) {
    return arith::TruncIOp::create(b.builder, b.loc, i32, x);
  }
  Value high(Value x) {
    return low(
        arith::ShRUIOp::create(b.builder, b.loc, x, b.constantInt(i64, 32)));
  }
  Value exclusiveOr(Value lhs, Value rhs) {
    return arith::XOrIOp::create(b.builder, b.loc, lhs, rhs);
  }
  /// The 64-bit product of `factor` and `x`.
  Value multiply(uint32_t factor, Value x) {
    return b.mul(b.constantInt(i64, factor),
                 arith::ExtUIOp::create(b.builder, b.loc, i64, x));
  }

  te::TEBuilder &b;
  Type i32, i64;
  std::array<uint32_t, 2> key;
};
} // namespace

std::array<Value, 4> Philox::run(Value counter) {
  constexpr int kRounds = 10;
  constexpr uint32_t kFactors[] = {0xD2511F53, 0xCD9E8D57};
  constexpr uint32_t kIncrements[] = {0x9E3779B9, 0xBB67AE85};
  std::array<Value, 4> c{low(counter), high(counter), word(0), word(0)};
  for (int round = 0; round < kRounds; ++round) {
    Value first = multiply(kFactors[0], c[0]);
    Value second = multiply(kFactors[1], c[2]);
    c = {exclusiveOr(exclusiveOr(high(second), c[1]), word(key[0])),
         low(second), exclusiveOr(exclusiveOr(high(first), c[3]), word(key[1])),
         low(first)};
    for (int i : {0, 1})
      key[i] += kIncrements[i];
  }
  return c;
}

static Results defineRandomBits(RandomBitsOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        IndexArithmetic a{d.b};
        Value linear = a.constant(0);
        for (auto [axis, size] : llvm::zip(axes, *dims))
          linear = a.add(a.mul(linear, d.b.value(size)), d.b.value(axis));
        Value counter = d.b.value(te::Index(linear), d.b.builder.getI64Type());
        return Philox(d.b, op.getSeed()).run(counter)[op.getWord()];
      })};
}

void attachRandomDefinitions(MLIRContext *context) {
  attachTensor<RandomBitsOp, defineRandomBits>(context);
}

} // namespace tvm
