#ifndef TVM_COMPILER_PIPELINES_H
#define TVM_COMPILER_PIPELINES_H

#include "compiler/Levels.h"
#include "mlir/Pass/PassManager.h"
#include "transforms/Schedule/Support/DotProduct.h"

#include <string>
#include <vector>

namespace tvm::compiler {

/// Where Winograd's algorithm computes convolutions: where it is faster,
/// nowhere, or wherever it is possible.
enum class Winograd { Auto, Never, Always };

/// What the pipelines have to know of the command.
struct PipelineOptions {
  unsigned optLevel = 3;
  /// Simplify the graph, group operators into kernels, schedule the loops.
  bool simplify = true;
  bool fuse = true;
  bool schedule = true;
  Winograd winograd = Winograd::Auto;
  /// "bf16" or "f16", in which products of f32 are computed; empty: in f32.
  std::string mixedPrecision;
  /// Targets of plug-ins, and files (*.mlir) of patterns, that parts of the
  /// model are for.
  std::vector<std::string> partition;
  /// Run the schedules that kernels bring.
  bool applyGiven = true;
  /// Say what the rules' schedules could not do, too; those of `given`, names
  /// of kernels that bring theirs, say it always.
  bool scheduleRemarks = true;
  std::vector<std::string> given;
  /// Bits of the target's vector registers.
  unsigned vectorBits = 256;
  unsigned vectorsPerCycle = 2;
  unsigned numRegisters = 16;
  /// Bytes of the first- and second-level caches of a core, and of the last
  /// one, which cores share.
  int64_t nearBytes = 32 << 10;
  int64_t cacheBytes = 1 << 20;
  int64_t sharedBytes = 32 << 20;
  int64_t numCores = 4;
  /// The target's instructions for products of bytes.
  schedule::DotProduct dotProduct = schedule::DotProduct::None;
  /// The target multiplies bf16 and bytes in matrix registers (x86's AMX).
  bool matrixUnit = false;
  /// What an epilogue reads is asked for during the sum before it.
  bool prefetchEpilogues = false;
  /// The target's arithmetic on vectors reads an operand from memory.
  bool memoryOperands = true;
  /// Architecture of the GPU that kernels are scheduled for; empty: none.
  std::string gpu;
  /// The target converts between f16 and f32.
  bool nativeF16 = true;
  /// Lower kernels, too, at level `llvm`. The kernel compiler would do it
  /// itself, on several threads and with its cache in front.
  bool lowerKernels = true;
  /// Say in the manifest what lies where in the arena.
  bool reportMemory = false;
  /// Name of the entry function.
  std::string symbol = "tvm_main";
};

/// Adds the passes that lead from the level before `level` to it, and fail for
/// a module of another level.
void buildPipeline(Level level, mlir::OpPassManager &manager,
                   const PipelineOptions &options);

/// Registers them for tvm-opt: `tvm-graph-pipeline`, `tvm-fused-pipeline`,
/// `tvm-te-pipeline`, `tvm-loops-pipeline`, `tvm-scheduled-pipeline`,
/// `tvm-llvm-pipeline`.
void registerPipelines();

} // namespace tvm::compiler

#endif // TVM_COMPILER_PIPELINES_H
