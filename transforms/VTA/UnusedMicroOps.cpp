// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/UnusedMicroOps.h"

#include "dialects/VTA/VTAInstructions.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::vta {

namespace {

class MicroOpCompactor {
public:
  explicit MicroOpCompactor(ProgramOp program) : program(program) {}

  void run() {
    auto lists = program.getBody().getOps<UopsOp>();
    if (lists.empty() || !collect())
      return;
    UopsOp list = *lists.begin();
    SmallVector<int32_t> indices;
    for (Place &place : places) {
      place.number = indices.size() / 3;
      if (place.isUsed)
        llvm::append_range(indices,
                           list.getIndices().slice(3 * *place.source, 3));
    }
    if (indices.size() >= list.getIndices().size())
      return;
    rewrite();
    if (indices.empty())
      list.erase();
    else
      list.setIndices(indices);
  }

private:
  /// A place on the chip.
  struct Place {
    /// The position in the list of the micro-op that is loaded there.
    std::optional<size_t> source;
    bool isUsed = false;
    /// The number of used places in front of it.
    size_t number = 0;
  };

  /// Returns false if a place is loaded twice, or used before it is loaded.
  bool collect() {
    places.resize(
        program.getConfiguration().depth(runtime::vta::MemoryType::Uop) + 1);
    return llvm::all_of(program.getBody().getOps(), [&](Operation &op) {
      return llvm::TypeSwitch<Operation *, bool>(&op)
          .Case([&](LoadOp load) { return addLoad(load); })
          .Case<GemmOp, AluOp>([&](auto loops) {
            return addUse(loops.getUopBegin(), loops.getUopEnd());
          })
          .Default(true);
    });
  }

  bool addLoad(LoadOp load) {
    if (load.getMemory() != Memory::Uop || load.getXSize() == 0)
      return true;
    if (load.getYSize() != 1 || load.getPad())
      return false;
    loads.push_back(load);
    for (size_t i = 0; i < load.getXSize(); ++i) {
      Place &place = places[load.getSramBase() + i];
      if (place.source)
        return false;
      place.source = load.getDramBase() + i;
    }
    return true;
  }

  bool addUse(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (i >= places.size() || !places[i].source)
        return false;
      places[i].isUsed = true;
    }
    return true;
  }

  void rewrite() {
    for (LoadOp load : loads)
      shrink(load);
    for (Operation &op : program.getBody().getOps())
      llvm::TypeSwitch<Operation *>(&op).Case<GemmOp, AluOp>([&](auto loops) {
        uint64_t begin = loops.getUopBegin(), end = loops.getUopEnd();
        uint64_t moved = begin < end ? places[begin].number : 0;
        loops.setUopBegin(moved);
        loops.setUopEnd(begin < end ? moved + end - begin : 0);
      });
  }

  /// Reduces the transfer to used micro-ops. It may become empty and only carry
  /// tokens.
  void shrink(LoadOp load) {
    size_t begin = load.getSramBase();
    size_t first = places[begin].number;
    size_t count = places[begin + load.getXSize()].number - first;
    if (count == 0 && !hasTokens(load))
      return load.erase();
    load.setSramBase(count ? first : 0);
    load.setDramBase(count ? first : 0);
    load.setYSize(count ? 1 : 0);
    load.setXSize(count);
    load.setXStride(count);
  }

  ProgramOp program;
  std::vector<Place> places;
  std::vector<LoadOp> loads;
};

} // namespace

void removeUnusedMicroOps(ProgramOp program) {
  MicroOpCompactor(program).run();
}

} // namespace tvm::vta
