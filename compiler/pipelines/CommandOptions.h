// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_PIPELINES_COMMANDOPTIONS_H
#define TVM_COMPILER_PIPELINES_COMMANDOPTIONS_H

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace tvm::compiler {

/// The attribute of modules with the command's options.
inline constexpr llvm::StringLiteral kOptionsAttrName = "tvm.options";

/// The use of Winograd's algorithm for convolutions: where it is faster,
/// nowhere, or wherever it is possible.
enum class Winograd { Auto, Never, Always };

/// The words of options in the command and in the attribute. The words of
/// Winograd are in the order of the enumeration.
inline constexpr llvm::StringLiteral kWinogradWords[] = {"auto", "never",
                                                         "always"};
inline constexpr llvm::StringLiteral kFusionWords[] = {"auto", "never"};
inline constexpr llvm::StringLiteral kReferenceLevels[] = {"graph", "te",
                                                           "loops"};
inline constexpr llvm::StringLiteral kMixedPrecisions[] = {"bf16", "f16"};

/// The options of the command, besides the target, on which the IR depends. A
/// module records them as a dictionary, so that pipelines treat a dump like the
/// command.
struct CommandOptions {
  unsigned optLevel = 3; // 0 to 3
  /// The level that is executed without optimisation, "graph", "te" or "loops";
  /// empty: optimised code.
  std::string referenceLevel;
  Winograd winograd = Winograd::Auto;
  /// "auto": operators share kernels; "never": each is a kernel of its own.
  std::string fusion = "auto";
  /// The type in which products of f32 are computed, "bf16" or "f16"; empty:
  /// f32.
  std::string mixedPrecision;
  /// Targets of plug-ins, and files (*.mlir) of patterns, to which parts of the
  /// model are assigned.
  std::vector<std::string> partition;
  /// The name of the entry function.
  std::string symbol = "tvm_main";
  /// The text of the target up to level `loops`, if the module is compiled for
  /// another one afterwards (--multiversion).
  std::string assumed;

  /// Records the options that differ from their defaults.
  void record(mlir::ModuleOp module) const;

  /// The options that `module` records. Fails, with a diagnostic, if the
  /// attribute has other contents.
  static mlir::FailureOr<CommandOptions> get(mlir::ModuleOp module);
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_PIPELINES_COMMANDOPTIONS_H
