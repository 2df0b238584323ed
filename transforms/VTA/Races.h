// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_RACES_H
#define TVM_TRANSFORMS_VTA_RACES_H

#include "transforms/VTA/Analysis/Accesses.h"
#include "transforms/VTA/Analysis/TokenOrder.h"
#include "transforms/VTA/Names.h"
#include "transforms/VTA/Passes.h"

namespace tvm::vta {

using AccessMap = llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Access>>;

/// Two unordered instructions that access the same elements, of which at least
/// one writes.
struct Race {
  /// The instructions in the order of the stream.
  const TokenOrder::Instruction *first, *second;
  bool firstWrites, secondWrites;
  mlir::Attribute memory;
  /// An interval that contains all elements that both access.
  int64_t begin, end;
};

/// Finds the races of a program from the order that tokens give its
/// instructions and from the instructions' accesses.
class RaceFinder {
public:
  RaceFinder(const TokenOrder &order, const AccessMap &accesses)
      : order(order), accesses(accesses) {}

  /// Calls `visit` for each pair and memory until it returns false.
  void find(llvm::function_ref<bool(const Race &)> visit) const;

private:
  using Instruction = TokenOrder::Instruction;

  bool findBetween(Module one, Module other,
                   llvm::function_ref<bool(const Race &)> visit) const;
  bool findOf(const Instruction *first, const Instruction *second,
              llvm::function_ref<bool(const Race &)> visit) const;

  const TokenOrder &order;
  const AccessMap &accesses;
};

/// The finding for a race, with a note at the first instruction, and a note
/// with the missing edge and a token that could provide it.
Finding describe(const Race &race, const TokenOrder &order, const Names &names);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_RACES_H
