// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Returns at most `maxFindings` faults; see the pass.
std::vector<Finding> checkProgram(ProgramOp program, unsigned maxFindings);

/// Reports the faults as errors. Fails if there is one, or if the program is
/// not yet a stream.
mlir::LogicalResult verifyBehaviour(ProgramOp program, unsigned maxFindings);

/// Replaces `vta.vthreads`; see the pass. Fails, with a diagnostic, where the
/// program has tokens, or does not have the shape of the published pattern.
mlir::LogicalResult expandVirtualThreads(ProgramOp program,
                                         bool publishedPattern);

/// Folds micro-ops and instructions into loops, see the pass.
void foldMicroOps(ProgramOp program);

/// Folds explicit tokens into dependency bits, see the pass.
mlir::LogicalResult foldTokens(ProgramOp program);

/// Orders conflicting instructions; see the pass. Fails, with a diagnostic,
/// where the program has tokens or virtual threads.
mlir::LogicalResult insertTokens(ProgramOp program);

/// The attribute of a program with a #vta.removed_token per removed token.
constexpr llvm::StringLiteral kRemovedTokens = "vta.removed_tokens";

/// Removes redundant tokens; see the pass. Fails, with a diagnostic, where the
/// program is not a stream, or waits forever.
mlir::LogicalResult removeRedundantTokens(ProgramOp program);

/// Checks the paths of `kRemovedTokens`; see the pass. Fails, with a
/// diagnostic, at the first path that does not order its instructions.
mlir::LogicalResult verifyRemovedTokens(ProgramOp program);

/// Replaces a function on tiles by a program; see the pass. Fails, with a
/// diagnostic, where the function contains other operations or does not fit.
mlir::FailureOr<ProgramOp> lowerTiles(mlir::func::FuncOp function);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_PASSES_H
