// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_VTA_FOOTPRINTS_H
#define TVM_TEST_TRANSFORMS_VTA_FOOTPRINTS_H

#include "dialects/VTA/VTAInstructions.h"
#include "llvm/ADT/BitVector.h"

#include <map>

namespace tvm::vta {

/// Cells (elements of memories, bytes of buffers in DRAM) that an instruction
/// touches.
struct Footprint {
  llvm::BitVector reads, writes;
  /// Whether it reaches beyond a memory, or reads an accumulator too early.
  bool isWrong = false;
};

/// Finds them one by one, micro-op by micro-op. It knows nothing of the
/// checker.
class Footprints {
public:
  explicit Footprints(ProgramOp program);

  /// Finds the footprint of an operation; calls follow the order of the stream.
  Footprint find(mlir::Operation *op);
  /// Cells that hold something at the beginning.
  const llvm::BitVector &getInitialised() const { return initialised; }

private:
  using MicroOp = runtime::vta::MicroOp;

  void touch(llvm::BitVector &cells, llvm::StringRef memory, int64_t index);
  void addRanges(llvm::ArrayRef<RangeAttr> ranges, llvm::BitVector &cells);
  void addLoad(const runtime::vta::Transfer &load, llvm::StringRef buffer);
  void loadMicroOps(const runtime::vta::Transfer &load, int64_t y, int64_t x,
                    int64_t to);
  void addStore(const runtime::vta::Transfer &store, llvm::StringRef buffer);
  void addLoops(const runtime::vta::Instruction &instruction);
  void addMicroOp(const runtime::vta::Instruction &instruction, MicroOp at,
                  int64_t time);
  void readAccumulator(int64_t index, int64_t time);

  runtime::vta::Configuration configuration;
  llvm::ArrayRef<int32_t> microOps;
  std::map<int64_t, MicroOp> resident;
  /// First cell and number of cells.
  llvm::StringMap<std::pair<unsigned, int64_t>> memories;
  llvm::BitVector initialised;
  Footprint footprint;
  /// The times at which this instruction wrote elements of the accumulator.
  std::map<int64_t, int64_t> lastWrites;
};

} // namespace tvm::vta

#endif // TVM_TEST_TRANSFORMS_VTA_FOOTPRINTS_H
