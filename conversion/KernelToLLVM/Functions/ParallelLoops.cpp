// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Functions/ParallelLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tvm {

SmallVector<Value> getCounts(ImplicitLocOpBuilder &builder,
                             scf::ParallelOp loop, const IRMapping &mapping) {
  SmallVector<Value> counts;
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  for (auto [lower, upper, step] :
       llvm::zip(loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    Value length =
        arith::SubIOp::create(builder, mapping.lookupOrDefault(upper),
                              mapping.lookupOrDefault(lower));
    length = arith::MaxSIOp::create(builder, length, zero);
    if (!isConstantIntValue(step, 1))
      length = arith::CeilDivSIOp::create(builder, length,
                                          mapping.lookupOrDefault(step));
    counts.push_back(length);
  }
  return counts;
}

/// Maps the loop's induction variables for the iteration with the given index.
static void mapInductionVars(ImplicitLocOpBuilder &builder,
                             scf::ParallelOp loop, Value index,
                             ArrayRef<Value> counts, IRMapping &mapping) {
  for (int64_t i = counts.size() - 1; i >= 0; --i) {
    Value position = index;
    if (i > 0) {
      position = arith::RemUIOp::create(builder, index, counts[i]);
      index = arith::DivUIOp::create(builder, index, counts[i]);
    }
    if (!isConstantIntValue(loop.getStep()[i], 1))
      position = arith::MulIOp::create(
          builder, position, mapping.lookupOrDefault(loop.getStep()[i]));
    if (!isConstantIntValue(loop.getLowerBound()[i], 0))
      position = arith::AddIOp::create(
          builder, position, mapping.lookupOrDefault(loop.getLowerBound()[i]));
    mapping.map(loop.getInductionVars()[i], position);
  }
}

void cloneIteration(ImplicitLocOpBuilder &builder, scf::ParallelOp loop,
                    Value index, ArrayRef<Value> counts, IRMapping &mapping) {
  mapInductionVars(builder, loop, index, counts, mapping);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
}

Value multiply(ImplicitLocOpBuilder &builder, ArrayRef<Value> counts) {
  Value product = counts.front();
  for (Value count : counts.drop_front())
    product = arith::MulIOp::create(builder, product, count);
  return product;
}

} // namespace tvm
