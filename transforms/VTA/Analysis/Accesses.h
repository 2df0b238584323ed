#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSES_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSES_H

#include "dialects/VTA/VTAInstructions.h"
#include "transforms/VTA/Analysis/IndexSet.h"

namespace tvm::vta {

/// The elements of one memory that an instruction reads or writes.
struct Access {
  /// A memory of the chip (MemoryAttr; that of `out` is the accumulator), or a
  /// vta.sram that lies in none, or a vta.dram (FlatSymbolRefAttr).
  mlir::Attribute memory;
  /// Elements; of DRAM, bytes.
  IndexSet elements;
  bool isWrite;
};

/// The accesses of a program's instructions, which are requested in the order
/// of the stream: micro-ops are what has been loaded before.
class AccessCollector {
public:
  explicit AccessCollector(ProgramOp program);

  llvm::SmallVector<Access> collect(InstructionOpInterface op);

  /// The micro-ops of `loops` that the chip holds; none where one is not known.
  std::vector<runtime::vta::MicroOp>
  getMicroOps(const runtime::vta::Loops &loops) const;

  /// Elements of a memory, or bytes of a buffer in DRAM.
  int64_t getSize(mlir::Attribute memory) const;
  /// Whether a buffer in DRAM is one that the program is called with.
  bool isInitialised(mlir::Attribute memory) const;

private:
  using MicroOp = runtime::vta::MicroOp;

  void addRange(RangeAttr range, bool isWrite);
  void addTransfer(const runtime::vta::Transfer &transfer,
                   mlir::FlatSymbolRefAttr buffer, bool isLoad);
  void loadMicroOps(const runtime::vta::Transfer &transfer);
  /// The micro-ops themselves.
  void addMicroOps(const runtime::vta::Loops &loops);
  void addGemm(const runtime::vta::Gemm &gemm);
  void addAlu(const runtime::vta::Alu &alu);
  /// The indices `index` of micro-ops, with the factors of both loops.
  void addIndices(Memory memory, const runtime::vta::Loops &loops,
                  uint32_t MicroOp::*index, int64_t factorOut, int64_t factorIn,
                  bool isWrite);
  void add(mlir::Attribute memory, IndexSet elements, bool isWrite);
  mlir::Attribute getMemory(Memory memory) const;

  ProgramOp program;
  runtime::vta::Configuration configuration;
  llvm::DenseMap<mlir::StringAttr, mlir::Operation *> buffers;
  llvm::ArrayRef<int32_t> microOps;
  /// The micro-ops in the chip's memory, where they are known.
  std::vector<std::optional<MicroOp>> resident;
  llvm::SmallVector<Access> accesses;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSES_H
