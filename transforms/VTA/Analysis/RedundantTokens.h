#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_REDUNDANTTOKENS_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_REDUNDANTTOKENS_H

#include "transforms/VTA/Analysis/AccessHistory.h"
#include "transforms/VTA/Analysis/TokenOrder.h"

namespace tvm::vta {

/// Which tokens of a program are not needed for the order of what conflicts:
/// other tokens order the same instructions. When the k-th push and the k-th
/// pop of a queue go, all others of the queue keep their partners. Room in
/// queues is not counted on.
class RedundantTokens {
public:
  /// Two conflicting instructions, the first of which finishes before the
  /// other starts, and the tokens that say so.
  struct OrderedPair {
    InstructionOpInterface before, after;
    Module from, to;
    /// Number of its module's instructions in front of `before`.
    unsigned index;
    llvm::SmallVector<unsigned, 2> path;
  };

  explicit RedundantTokens(ProgramOp program);

  /// Whether the program ends, so that the rest is known.
  bool isComplete() const { return order.getBlocked().empty(); }
  llvm::ArrayRef<TokenOrder::Token> getTokens() const {
    return order.getTokens();
  }
  bool isRedundant(unsigned token) const {
    return getTokens()[token].pop && !needed[token];
  }
  /// Pairs that a redundant token orders as well; of those that imply each
  /// other the strictest.
  llvm::SmallVector<const OrderedPair *> getPairs(unsigned token) const;

  /// Whether an operation does nothing but carry tokens.
  static bool isCarrier(mlir::Operation *op);

private:
  using Instruction = TokenOrder::Instruction;

  void collectTaken(ProgramOp program);
  void orderAll(ProgramOp program);
  /// The last instruction of `from`, that is not known to have finished, that
  /// finishes before `instruction` starts and has to.
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
  /// Positions in the stream.
  llvm::DenseMap<mlir::Operation *, unsigned> positions;
  /// Tokens in the order in which a module takes them.
  std::array<std::vector<unsigned>, runtime::vta::kNumModules> taken;
  AccessHistory history;
  std::array<std::vector<InstructionOpInterface>, runtime::vta::kNumModules>
      instructions;
  /// The instructions that each module knows to have finished, from needed
  /// tokens.
  std::array<Clock, runtime::vta::kNumModules> known = {};
  /// Pairs per module that waits and module that it waits for; both grow.
  std::array<std::array<std::vector<OrderedPair>, runtime::vta::kNumModules>,
             runtime::vta::kNumModules>
      pairs;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_REDUNDANTTOKENS_H
