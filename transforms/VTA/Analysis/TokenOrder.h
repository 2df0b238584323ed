#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_TOKENORDER_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_TOKENORDER_H

#include "dialects/VTA/VTAProgram.h"

#include <array>
#include <deque>

namespace tvm::vta {

/// Per module how many of its instructions have finished.
using Clock = std::array<unsigned, runtime::vta::kNumModules>;

/// Adds what `other` says.
void join(Clock &clock, const Clock &other);

/// The order of a program's instructions that follows from tokens and from room
/// in queues. Modules execute in order, queues are first in, first out:
/// which push a pop waits for, and which pop or start makes the room for what,
/// does not depend on timing, so a single execution shows what holds in all.
class TokenOrder {
public:
  struct Instruction {
    InstructionOpInterface op;
    Module module;
    /// Number of this module's instructions in front of it.
    unsigned index;
    /// The instructions that have finished in any case when it starts.
    Clock finished;
  };

  /// An operation that waits forever for a token, or for room for one.
  struct Blocked {
    mlir::Operation *op;
    TokenQueue queue;
    bool isFull;
  };

  struct Token {
    TokenQueue queue;
    mlir::Operation *push;
    /// The instruction that takes it; null if none does.
    mlir::Operation *pop;
    /// The instructions that have finished when it is given.
    Clock finished;
  };

  /// Whether queues are as deep as the configuration says.
  enum class Room { AsConfigured, Unlimited };

  explicit TokenOrder(ProgramOp program, Room room = Room::AsConfigured);

  /// The executed instructions of all modules, in the legal order that is
  /// nearest to the stream's.
  llvm::ArrayRef<Instruction> getExecuted() const { return executed; }
  /// The instructions of one module.
  llvm::SmallVector<const Instruction *> getExecuted(Module module) const;
  llvm::ArrayRef<Blocked> getBlocked() const { return blocked; }
  /// The first instruction that never comes to its module, because the module's
  /// command queue is full; null if there is none. Those behind it do not,
  /// either.
  mlir::Operation *getStuck() const { return stuck; }
  /// The tokens that are given, per queue in this order.
  llvm::ArrayRef<Token> getTokens() const { return tokens; }

private:
  llvm::SmallVector<Instruction> executed;
  llvm::SmallVector<Blocked> blocked;
  llvm::SmallVector<Token> tokens;
  mlir::Operation *stuck = nullptr;
};

/// The modules that put tokens into `queue` and take them.
std::pair<Module, Module> getEnds(TokenQueue queue);

/// Whether `before` has finished in any case when `after` starts.
bool isOrdered(const TokenOrder::Instruction &before,
               const TokenOrder::Instruction &after);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_TOKENORDER_H
