// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_TOKENORDER_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_TOKENORDER_H

#include "dialects/VTA/VTAProgram.h"

#include <array>
#include <deque>

namespace tvm::vta {

/// The number of finished instructions per module.
using Clock = std::array<unsigned, runtime::vta::kNumModules>;

/// Sets `clock` to the maximum of both.
void join(Clock &clock, const Clock &other);

/// The order of a program's instructions that follows from tokens and from the
/// capacity of queues. Modules execute in order, and queues are first in, first
/// out. The partners of pushes and pops, and of pops and the room that they
/// make, do not depend on timing, so one execution shows the order of all.
class TokenOrder {
public:
  struct Instruction {
    InstructionOpInterface op;
    Module module;
    /// The number of this module's instructions in front of it.
    unsigned index;
    /// The instructions that have always finished when it starts.
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
    /// The operation that takes it; null if there is none.
    mlir::Operation *pop;
    /// The instructions that have finished when it is given.
    Clock finished;
  };

  /// The capacity of queues: as configured, or unlimited.
  enum class Room { AsConfigured, Unlimited };

  explicit TokenOrder(ProgramOp program, Room room = Room::AsConfigured);

  /// The executed instructions of all modules, in the legal order that is
  /// closest to the stream's order.
  llvm::ArrayRef<Instruction> getExecuted() const { return executed; }
  /// The instructions of one module.
  llvm::SmallVector<const Instruction *> getExecuted(Module module) const;
  llvm::ArrayRef<Blocked> getBlocked() const { return blocked; }
  /// The first instruction that never reaches its module, because the module's
  /// command queue is full; null if there is none. All instructions behind it
  /// are stuck, too.
  mlir::Operation *getStuck() const { return stuck; }
  /// The given tokens, in order per queue.
  llvm::ArrayRef<Token> getTokens() const { return tokens; }

private:
  llvm::SmallVector<Instruction> executed;
  llvm::SmallVector<Blocked> blocked;
  llvm::SmallVector<Token> tokens;
  mlir::Operation *stuck = nullptr;
};

/// The modules that put tokens into `queue` and take them.
std::pair<Module, Module> getEnds(TokenQueue queue);

/// Whether `before` has always finished when `after` starts.
bool isOrdered(const TokenOrder::Instruction &before,
               const TokenOrder::Instruction &after);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_TOKENORDER_H
