// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSES_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSES_H

#include "dialects/VTA/VTAInstructions.h"
#include "transforms/VTA/Analysis/IndexSet.h"

namespace tvm::vta {

/// The elements of one memory that an instruction reads or writes.
struct Access {
  /// A memory of the chip (MemoryAttr, where `out` is represented by the
  /// accumulator), a vta.sram without an address, or a vta.dram
  /// (FlatSymbolRefAttr).
  mlir::Attribute memory;
  /// The indices of the elements; bytes for DRAM.
  IndexSet elements;
  bool isWrite;
};

/// The accesses of a program's instructions. They are queried in the order of
/// the stream, because the micro-ops are those loaded before.
class AccessCollector {
public:
  explicit AccessCollector(ProgramOp program);

  llvm::SmallVector<Access> collect(InstructionOpInterface op);

  /// The micro-ops of `loops` in the chip's memory; empty if one is unknown.
  std::vector<runtime::vta::MicroOp>
  getMicroOps(const runtime::vta::Loops &loops) const;

  /// The number of elements of a memory, or of bytes of a buffer in DRAM.
  int64_t getSize(mlir::Attribute memory) const;
  /// Whether a buffer in DRAM is an argument of the program.
  bool isInitialised(mlir::Attribute memory) const;

private:
  using MicroOp = runtime::vta::MicroOp;

  void addRange(RangeAttr range, bool isWrite);
  void addTransfer(const runtime::vta::Transfer &transfer,
                   mlir::FlatSymbolRefAttr buffer, bool isLoad);
  void loadMicroOps(const runtime::vta::Transfer &transfer);
  /// Adds the accesses to the memory of micro-ops.
  void addMicroOps(const runtime::vta::Loops &loops);
  void addGemm(const runtime::vta::Gemm &gemm);
  void addAlu(const runtime::vta::Alu &alu);
  /// Adds the indices `index` of micro-ops, with the factors of both loops.
  void addIndices(Memory memory, const runtime::vta::Loops &loops,
                  uint32_t MicroOp::*index, int64_t factorOut, int64_t factorIn,
                  bool isWrite);
  void add(mlir::Attribute memory, IndexSet elements, bool isWrite);
  mlir::Attribute getMemory(Memory memory) const;

  ProgramOp program;
  runtime::vta::Configuration configuration;
  llvm::DenseMap<mlir::StringAttr, mlir::Operation *> buffers;
  llvm::ArrayRef<int32_t> microOps;
  /// The known micro-ops in the chip's memory.
  std::vector<std::optional<MicroOp>> resident;
  llvm::SmallVector<Access> accesses;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSES_H
