#ifndef TVM_COMPILER_COMMANDOPTIONS_H
#define TVM_COMPILER_COMMANDOPTIONS_H

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace tvm::compiler {

/// The attribute of modules that records the command's options.
inline constexpr llvm::StringLiteral kOptionsAttrName = "tvm.options";

/// Where Winograd's algorithm computes convolutions: where it is faster,
/// nowhere, or wherever it is possible.
enum class Winograd { Auto, Never, Always };

/// The words of options, as the command and the attribute have them; those of
/// Winograd in the order of the enumeration.
inline constexpr llvm::StringLiteral kWinogradWords[] = {"auto", "never",
                                                         "always"};
inline constexpr llvm::StringLiteral kReferenceLevels[] = {"graph", "te",
                                                           "loops"};
inline constexpr llvm::StringLiteral kMixedPrecisions[] = {"bf16", "f16"};

/// The decisions of the command beside the target, as far as the IR depends on
/// them. A module records them as a dictionary, so that the pipelines do with a
/// dump what the command did.
struct CommandOptions {
  unsigned optLevel = 3; // 0 to 3
  /// The level that is executed naively, "graph", "te" or "loops"; empty: fast
  /// code.
  std::string referenceLevel;
  Winograd winograd = Winograd::Auto;
  /// "bf16" or "f16", in which products of f32 are computed; empty: in f32.
  std::string mixedPrecision;
  /// Targets of plug-ins, and files (*.mlir) of patterns, that parts of the
  /// model are for.
  std::vector<std::string> partition;
  /// Name of the entry function.
  std::string symbol = "tvm_main";
  /// The target that levels up to `loops` were for, as text, where the module
  /// is compiled for another one from there on (--multiversion).
  std::string assumed;

  /// Records the options that differ from the initial ones.
  void record(mlir::ModuleOp module) const;

  /// The options that `module` records. Fails, with a diagnostic, for an
  /// attribute that holds something else.
  static mlir::FailureOr<CommandOptions> get(mlir::ModuleOp module);
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_COMMANDOPTIONS_H
