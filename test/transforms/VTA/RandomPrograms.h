#ifndef TVM_TEST_TRANSFORMS_VTA_RANDOMPROGRAMS_H
#define TVM_TEST_TRANSFORMS_VTA_RANDOMPROGRAMS_H

#include "dialects/VTA/VTAProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <random>

namespace tvm::vta {

/// Programs of instructions on ranges of small buffers; of each module at most
/// a few, so that all their states can be visited.
class RandomPrograms {
public:
  RandomPrograms(mlir::MLIRContext *context, unsigned seed)
      : builder(context), random(seed) {}

  /// A stream without tokens, in which nothing is read before it is written.
  mlir::OwningOpRef<mlir::ModuleOp> create();

  /// Drops, moves or doubles a token, or moves or grows a range in its buffer.
  /// False if that changes nothing.
  bool mutate(ProgramOp program);

  unsigned pick(unsigned count) { return random() % count; }

private:
  void createInstruction();
  RangeAttr pickRange();
  bool mutateToken(mlir::Operation *token);
  bool mutateRange(mlir::Operation *instruction);

  mlir::OpBuilder builder;
  std::mt19937 random;
};

} // namespace tvm::vta

#endif // TVM_TEST_TRANSFORMS_VTA_RANDOMPROGRAMS_H
