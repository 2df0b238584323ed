// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_COMPILATION_COMPILATION_H
#define TVM_COMPILER_COMPILATION_COMPILATION_H

#include "codegen/Kernels/CacheFolder.h"
#include "codegen/Kernels/KernelCompiler.h"
#include "compiler/Driver.h"
#include "compiler/Stages.h"
#include "compiler/Targets.h"
#include "compiler/pipelines/CommandOptions.h"
#include "compiler/pipelines/Pipelines.h"
#include "compiler/reuse/CompiledKernels.h"
#include "compiler/schedules/Strategies.h"
#include "tuner/database/Database.h"

namespace tvm::compiler {

/// A module at level `llvm` for one CPU.
struct Variant {
  Entry entry;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<CompiledKernels> kernels;
};

/// One compilation, from a model to an artefact. Each step returns failure
/// after it has reported an error.
class Compilation {
public:
  Compilation(const Options &options, const Sink &sink,
              const mlir::DialectRegistry &registry,
              Observer *observer = nullptr);
  /// Lowers a model, or the file at `path`, to level `llvm`.
  mlir::LogicalResult lower(std::optional<llvm::ArrayRef<char>> model,
                            llvm::StringRef path);
  /// The same, then compiles its kernels and writes the artefact `output`.
  mlir::LogicalResult run(std::optional<llvm::ArrayRef<char>> model,
                          llvm::StringRef path, llvm::StringRef output);

private:
  // Compilation.cpp
  /// Forwards the remarks that the options or the observer ask for.
  void enableRemarks();

  // Advance.cpp
  /// Reads a model or a dump.
  mlir::LogicalResult read(std::optional<llvm::ArrayRef<char>> model,
                           llvm::StringRef path);
  PipelineOptions getPipelineOptions();
  /// Records the options of the compilation in `of`; with several CPUs, what
  /// concerns the one of `entry`.
  void record(mlir::ModuleOp of, const Entry &entry) const;
  /// Advances a module. `variant` names its CPU, if it is one of several.
  mlir::LogicalResult advance(mlir::ModuleOp module, Level to,
                              const PipelineOptions &pipeline,
                              llvm::StringRef variant = "",
                              CompiledKernels *kernels = nullptr);

  // Given.cpp
  /// Refuses options for schedules if the model is at level `from`.
  mlir::LogicalResult checkSchedules(Level from);
  /// Reads the user's strategies, and gives operators of a model at level
  /// `level` the decisions in them, and the decisions that the database has.
  mlir::LogicalResult giveDecisions(Level level);
  /// Writes the decisions on operators, or tells the observer of them.
  mlir::LogicalResult tellDecisions();
  /// Opens the database, if there is one.
  mlir::LogicalResult openDatabase();
  /// The context in which the database is asked for strategies and decisions.
  tuner::RecordContext getAsked() const;
  /// Records the user's schedules and strategies, in this order of precedence,
  /// on a model at level `level`: the pipeline to level `loops` gives them to
  /// the kernels. Dumps before that level also record strategies of the
  /// database.
  mlir::LogicalResult recordGiven(Level level);
  /// Records strategies of the database on the model at level `level`, whose
  /// kernels a copy shows that is lowered to level `loops`.
  mlir::LogicalResult recordEarly(Level level);
  /// Gives kernels strategies of the database, if the model does not record
  /// them already.
  mlir::LogicalResult giveRecords(mlir::ModuleOp loops);
  /// Checks what the user gave for kernels, and tells the observer which of
  /// them have strategies of the database.
  mlir::LogicalResult checkGiven(mlir::ModuleOp loops);

  // Variants.cpp
  /// Lowers a copy per CPU from the first level that depends on the CPU.
  mlir::LogicalResult lowerVariants(Level from);
  /// Whether kernels of a module at level `from` need not be scheduled if an
  /// earlier compilation did it. Somebody who observes levels sees all kernels,
  /// and a plug-in may have changed.
  bool canReuseKernels(Level from) const;
  /// Checks the required attributes, and the function of `entry`, of a module
  /// at level `llvm`, which may come from a file.
  mlir::LogicalResult checkLowered(mlir::ModuleOp lowered, const Entry &entry);

  // Code.cpp
  /// Opens the cache of kernels, if the options want it; warns of one that
  /// cannot be trusted.
  void openCache();
  codegen::CompileOptions getCompileOptions() const;
  /// Compiles the kernels of all variants.
  mlir::LogicalResult
  compileVariants(std::vector<codegen::CompiledModule> &objects);
  /// Links objects of all variants to the bytes of a library.
  mlir::LogicalResult link(llvm::ArrayRef<codegen::CompiledModule> objects,
                           std::string &linked);
  /// Writes the artefact.
  mlir::LogicalResult write(llvm::StringRef output, llvm::StringRef linked,
                            llvm::ArrayRef<codegen::CompiledModule> objects);

  /// Whether nodes of the model cannot be compiled.
  bool hasMissingNodes() const {
    return observer && !observer->missing.empty();
  }
  /// Shows the observer a module at `level`.
  void report(mlir::ModuleOp module, Level level) {
    if (observer)
      observer->reach(module, level);
  }

  const Options &options;
  CommandOptions recorded; // of the command and the dump
  Observer *observer;
  mlir::MLIRContext context;
  Stages stages;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Targets targets;
  Strategies strategies;
  std::optional<TakenDecisions> taken; // to be written
  std::optional<tuner::Database> database;
  bool isRecordedEarly = false; // recordEarly
  codegen::CacheFolder cache;
  std::vector<Variant> variants;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_COMPILATION_COMPILATION_H
