#ifndef TVM_TRANSFORMS_VTA_PASSES_H
#define TVM_TRANSFORMS_VTA_PASSES_H

#include "dialects/VTA/VTADialect.h"
#include "dialects/VTA/VTAProgram.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::vta {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/VTA/Passes.h.inc"

/// A fault of a program, at `op`.
struct Finding {
  struct Note {
    mlir::Operation *op;
    std::string text;
  };

  mlir::Operation *op;
  std::string text;
  std::vector<Note> notes;
};

/// At most `maxFindings` of them, see the pass.
std::vector<Finding> checkProgram(ProgramOp program, unsigned maxFindings);

/// Reports them as errors. Fails if there is one, or if the program is no
/// stream yet.
mlir::LogicalResult verifyBehaviour(ProgramOp program, unsigned maxFindings);

/// Replaces `vta.vthreads`, see the pass. Fails, with a diagnostic, where the
/// program has tokens, or not the shape of the published pattern.
mlir::LogicalResult expandVirtualThreads(ProgramOp program,
                                         bool publishedPattern);

/// Folds micro-ops and instructions into loops, see the pass.
void foldMicroOps(ProgramOp program);

/// Folds explicit tokens into dependency bits, see the pass.
mlir::LogicalResult foldTokens(ProgramOp program);

/// Orders what conflicts, see the pass. Fails, with a diagnostic, where the
/// program has tokens or virtual threads.
mlir::LogicalResult insertTokens(ProgramOp program);

/// The attribute of a program that has a #vta.removed_token for each.
constexpr llvm::StringLiteral kRemovedTokens = "vta.removed_tokens";

/// Removes tokens that are not needed, see the pass. Fails, with a
/// diagnostic, where the program is no stream, or waits forever.
mlir::LogicalResult removeRedundantTokens(ProgramOp program);

/// Follows the paths of `kRemovedTokens`, see the pass. Fails, with a
/// diagnostic, at the first that does not order what it should.
mlir::LogicalResult verifyRemovedTokens(ProgramOp program);

/// Replaces a function on tiles by a program, see the pass. Fails, with a
/// diagnostic, where it has anything else, and where it does not fit.
mlir::FailureOr<ProgramOp> lowerTiles(mlir::func::FuncOp function);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_PASSES_H
