// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_VTA_RANDOMPROGRAMS_H
#define TVM_TEST_TRANSFORMS_VTA_RANDOMPROGRAMS_H

#include "dialects/VTA/VTAProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <random>

namespace tvm::vta {

/// Small programs; of each module at most a few instructions, so that all their
/// states can be visited.
class RandomPrograms {
public:
  RandomPrograms(mlir::MLIRContext *context, unsigned seed)
      : builder(context), random(seed) {}

  /// A stream of instructions on ranges of buffers without tokens, in which
  /// nothing is read before it is written.
  mlir::OwningOpRef<mlir::ModuleOp> create();

  /// A stream of instructions of the hardware without tokens, which reach
  /// beyond a memory or read an accumulator too early now and then.
  mlir::OwningOpRef<mlir::ModuleOp> createOfHardware();

  /// Drops, moves or doubles a token, or moves or grows what an instruction
  /// reads or writes. False if that changes nothing, or is no program.
  bool mutate(ProgramOp program);

  /// Inserts a push anywhere, and a pop of its queue anywhere behind.
  void addToken(ProgramOp program);

  /// Gives the program's accelerator short queues.
  void shortenQueues(ProgramOp program);

  unsigned pick(unsigned count) { return random() % count; }

private:
  void createInstruction();
  RangeAttr pickRange();
  bool mutateToken(mlir::Operation *token);
  bool mutateRange(mlir::Operation *instruction);

  void createBuffers();
  template <typename Body>
  void createTransfer(Body body, llvm::StringRef buffer);
  void createHardwareInstruction();
  runtime::vta::Transfer pickRectangle(runtime::vta::MemoryType type);
  template <typename Body> Body pickLoops();
  runtime::vta::Gemm pickGemm();
  runtime::vta::Alu pickAlu();
  bool mutateField(mlir::Operation *instruction);

  mlir::OpBuilder builder;
  std::mt19937 random;
};

} // namespace tvm::vta

#endif // TVM_TEST_TRANSFORMS_VTA_RANDOMPROGRAMS_H
