// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_REDUNDANTTOKENS_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_REDUNDANTTOKENS_H

#include "transforms/VTA/Analysis/AccessHistory.h"
#include "transforms/VTA/Analysis/TokenOrder.h"

namespace tvm::vta {

/// The tokens of a program that are redundant because other tokens order all
/// conflicting instructions. When the k-th push and the k-th pop of a queue are
/// removed, all others of the queue keep their partners. The proof does not
/// rely on the capacity of queues.
class RedundantTokens {
public:
  /// Two conflicting instructions, of which the first finishes before the other
  /// starts, and the tokens that prove it.
  struct OrderedPair {
    InstructionOpInterface before, after;
    Module from, to;
    /// Number of its module's instructions in front of `before`.
    unsigned index;
    llvm::SmallVector<unsigned, 2> path;
  };

  explicit RedundantTokens(ProgramOp program);

  /// Whether the program terminates, so that the results are valid.
  bool isComplete() const { return order.getBlocked().empty(); }
  llvm::ArrayRef<TokenOrder::Token> getTokens() const {
    return order.getTokens();
  }
  bool isRedundant(unsigned token) const {
    return getTokens()[token].pop && !needed[token];
  }
  /// The pairs that a redundant token orders as well, without pairs that follow
  /// from other pairs.
  llvm::SmallVector<const OrderedPair *> getPairs(unsigned token) const;

  /// Whether an operation only carries tokens.
  static bool isCarrier(mlir::Operation *op);

private:
  using Instruction = TokenOrder::Instruction;

  void collectTaken(ProgramOp program);
  void orderAll(ProgramOp program);
  /// The last instruction of `from` that must finish before `instruction`
  /// starts, does so, and is not yet known to have finished.
  std::optional<unsigned> findBefore(const Instruction &instruction,
                                     Module from,
                                     llvm::ArrayRef<Access> accesses) const;
  void addPair(const Instruction &instruction, Module from, unsigned before);
  /// Adds to `path` the tokens by which `taker` knows at operation `position`
  /// that instruction `before` of `from` has finished.
  void findPath(Module taker, unsigned position, Module from, unsigned before,
                llvm::SmallVectorImpl<unsigned> &path);
  unsigned findToken(Module taker, unsigned position, Module from,
                     unsigned before) const;

  TokenOrder order;
  std::vector<bool> needed;
  /// The positions of operations in the stream.
  llvm::DenseMap<mlir::Operation *, unsigned> positions;
  /// The tokens that each module takes, in order.
  std::array<std::vector<unsigned>, runtime::vta::kNumModules> taken;
  AccessHistory history;
  std::array<std::vector<InstructionOpInterface>, runtime::vta::kNumModules>
      instructions;
  /// The instructions that each module knows to have finished because of needed
  /// tokens.
  std::array<Clock, runtime::vta::kNumModules> known = {};
  /// The pairs per waiting module and awaited module; both indices increase.
  std::array<std::array<std::vector<OrderedPair>, runtime::vta::kNumModules>,
             runtime::vta::kNumModules>
      pairs;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_REDUNDANTTOKENS_H
