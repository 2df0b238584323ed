#include "test/runtime/vta/Convolution.h"

#include "runtime/vta/Encoding.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

/// Of rows in the input buffer: those that no output needs are not there.
unsigned rowDistanceOf(const Convolution &c) {
  return c.kernel == 1 && c.padding == 0 ? c.stride : 1;
}
unsigned inputRowsOf(const Convolution &c, const Tiling &t) {
  return ((t.rows - 1) * c.stride + c.kernel - 1) / rowDistanceOf(c) + 1;
}

enum Buffer : uint32_t { Data, Weights, Result };

/// Tiles are rows of some blocks of channels. Each goes through the blocks of
/// input channels; a step loads some of these and multiplies.
class Writer {
public:
  Writer(const Configuration &configuration, const Convolution &convolution,
         const Tiling &tiling)
      : c(convolution), t(tiling), encoding(configuration) {
    program.configuration = configuration;
    numInputs = c.inputs / configuration.block();
    stepsPerTile = numInputs / t.inputs;
    numTiles = c.outputSize() / t.rows *
               (c.outputs / configuration.block() / t.blocks);
    width = c.size + 2 * c.padding;
    window = c.kernel * c.kernel;
    tileSize = t.rows * c.outputSize();
  }

  Program write() {
    addBuffers();
    addUops();
    for (unsigned first = 0; first < numTiles; first += t.threads)
      addTiles(first, std::min(first + t.threads, numTiles));
    add({Finish(), {}});
    return std::move(program);
  }

private:
  void addBuffer(const char *name, Program::BufferKind kind, MemoryType type,
                 uint64_t elements) {
    program.buffers.push_back(
        {name, kind, elements * program.configuration.elementBytes(type), {}});
  }

  void addBuffers() {
    uint64_t numOutputs = c.outputs / program.configuration.block();
    addBuffer("data", Program::BufferKind::Input, MemoryType::Inp,
              uint64_t(numInputs) * c.size * c.size);
    addBuffer("weights", Program::BufferKind::Input, MemoryType::Wgt,
              numOutputs * numInputs * window);
    addBuffer("result", Program::BufferKind::Output, MemoryType::Out,
              numOutputs * c.outputSize() * c.outputSize());
  }

  void add(const Instruction &instruction) {
    Word word;
    EXPECT_FALSE(encoding.encode(instruction, word).failed())
        << tvm::runtime::lastError();
    program.instructions.push_back(word);
  }

  void add(const Instruction &instruction, uint32_t buffer) {
    program.relocations.push_back(
        {uint32_t(program.instructions.size()), buffer});
    add(instruction);
  }

  void addUop(const MicroOp &uop) {
    uint32_t word = 0;
    EXPECT_FALSE(encoding.encode(uop, word).failed())
        << tvm::runtime::lastError();
    program.microOps.push_back(word);
  }

  // Where a thread's part of a buffer begins.
  uint32_t accOf(unsigned tile) const {
    return tile % t.threads * t.blocks * tileSize;
  }
  uint32_t inpOf(unsigned step) const {
    return step % t.threads * t.inputs * inputSize();
  }
  uint32_t wgtOf(unsigned step) const {
    return step % t.threads * t.blocks * t.inputs * window;
  }
  unsigned rowDistance() const { return rowDistanceOf(c); }
  uint32_t inputRows() const { return inputRowsOf(c, t); }
  /// Elements of a block of input channels.
  uint32_t inputSize() const { return inputRows() * width; }

  /// First, for each tile, one that goes over all of it; then, for each tile
  /// and each step, those of a step. Channels are the innermost, so that the
  /// accumulator is not written twice in a row.
  void addUops() {
    for (unsigned tile = 0; tile < t.threads; ++tile)
      addUop({accOf(tile), 0, 0});
    for (unsigned tile = 0; tile < t.threads; ++tile)
      for (unsigned step = 0; step < t.threads; ++step)
        for (unsigned k = 0; k < t.inputs * window; ++k)
          for (unsigned block = 0; block < t.blocks; ++block)
            addUop({accOf(tile) + block * tileSize, inpOf(step) + offsetOf(k),
                    wgtOf(step) + block * t.inputs * window + k});
    uint32_t count = program.microOps.size();
    add({Load{{MemoryType::Uop, 0, 0, 1, count, count}}, {}},
        Program::microOpBuffer);
  }

  /// In the input buffer, of the k-th weight of a step.
  uint32_t offsetOf(unsigned k) const {
    unsigned inWindow = k % window;
    return k / window * inputSize() + inWindow / c.kernel * width +
           inWindow % c.kernel;
  }

  uint32_t stepUops(unsigned tile, unsigned step) const {
    unsigned set = tile % t.threads * t.threads + step % t.threads;
    return t.threads + set * uopsPerStep();
  }
  uint32_t uopsPerStep() const { return t.inputs * window * t.blocks; }

  /// Over all elements of a tile, with the tile's first micro-op.
  Loops tileLoops(unsigned tile) const {
    uint32_t uop = tile % t.threads;
    return {false, uop, uop + 1, t.blocks, tileSize, tileSize, 1, tileSize, 1};
  }

  /// Threads take turns, instruction by instruction.
  void addTiles(unsigned first, unsigned end) {
    for (unsigned tile = first; tile < end; ++tile)
      addReset(tile);
    for (unsigned input = 0; input < numInputs; input += t.inputs) {
      for (unsigned i = 0; i < end - first; ++i)
        addLoads(first + i, input, numSteps + i);
      for (unsigned i = 0; i < end - first; ++i)
        addGemm(first + i, numSteps + i);
      numSteps += end - first;
    }
    for (unsigned tile = first; tile < end; ++tile)
      addShiftAndClip(tile);
    for (unsigned tile = first; tile < end; ++tile)
      addStore(tile);
  }

  void addReset(unsigned tile) {
    Gemm gemm;
    static_cast<Loops &>(gemm) = tileLoops(tile);
    gemm.reset = true;
    gemm.srcFactorOut = gemm.srcFactorIn = 0;
    Dependencies bits;
    bits.popNext = tile >= t.threads;
    add({gemm, bits});
  }

  unsigned rowTiles() const { return c.outputSize() / t.rows; }

  void addLoads(unsigned tile, unsigned input, unsigned step) {
    Dependencies first, last;
    first.popNext = step >= t.threads;
    last.pushNext = true;
    for (unsigned i = 0; i < t.inputs; ++i)
      add({loadOfData(tile, input + i, inpOf(step) + i * inputSize()),
           i == 0 ? first : Dependencies()},
          Data);
    Load weights{{MemoryType::Wgt, wgtOf(step),
                  (tile / rowTiles() * t.blocks * numInputs + input) * window,
                  t.blocks, t.inputs * window, numInputs * window}};
    add({weights, last}, Weights);
  }

  Load loadOfData(unsigned tile, unsigned input, uint32_t sramBase) const {
    int top = int(tile % rowTiles() * t.rows * c.stride) - int(c.padding);
    int bottom = top + int((t.rows - 1) * c.stride + c.kernel);
    Load load;
    load.memoryType = MemoryType::Inp;
    load.sramBase = sramBase;
    load.padTop = std::max(-top, 0);
    load.padBottom = std::max(bottom - int(c.size), 0);
    load.padLeft = load.padRight = c.padding;
    load.ySize = inputRows() - load.padTop - load.padBottom;
    load.xSize = c.size;
    load.xStride = c.size * rowDistance();
    load.dramBase = (input * c.size + std::max(top, 0)) * c.size;
    return load;
  }

  void addGemm(unsigned tile, unsigned step) {
    Gemm gemm;
    gemm.uopBegin = stepUops(tile, step);
    gemm.uopEnd = gemm.uopBegin + uopsPerStep();
    gemm.iterOut = t.rows;
    gemm.iterIn = gemm.dstFactorOut = c.outputSize();
    gemm.dstFactorIn = 1;
    gemm.srcFactorOut = c.stride / rowDistance() * width;
    gemm.srcFactorIn = c.stride;
    Dependencies bits;
    bits.popPrev = true;
    bits.pushPrev = step + t.threads < numTiles * stepsPerTile;
    add({gemm, bits});
  }

  void addAlu(unsigned tile, AluOpcode opcode, int32_t immediate,
              bool isLast = false) {
    Alu alu;
    static_cast<Loops &>(alu) = tileLoops(tile);
    alu.opcode = opcode;
    alu.useImmediate = true;
    alu.immediate = immediate;
    Dependencies bits;
    bits.pushNext = isLast;
    add({alu, bits});
  }

  void addShiftAndClip(unsigned tile) {
    addAlu(tile, AluOpcode::Shr, int32_t(c.shift));
    addAlu(tile, AluOpcode::Max, 0);
    addAlu(tile, AluOpcode::Min, 127, /*isLast=*/true);
  }

  void addStore(unsigned tile) {
    uint32_t all = c.outputSize() * c.outputSize();
    Store store{
        {MemoryType::Out, accOf(tile),
         tile / rowTiles() * t.blocks * all + tile % rowTiles() * tileSize,
         t.blocks, tileSize, all}};
    Dependencies bits;
    bits.popPrev = true;
    bits.pushPrev = tile + t.threads < numTiles;
    add({store, bits}, Result);
  }

  Convolution c;
  Tiling t;
  Encoding encoding;
  Program program;
  /// `width`: of padded rows; `window`: elements of a kernel; `tileSize`: of
  /// one block of channels.
  unsigned numInputs, stepsPerTile, numTiles, width, window, tileSize,
      numSteps = 0;
};

} // namespace

Program tvm::test::makeConvolution(const Configuration &configuration,
                                   const Convolution &convolution,
                                   const Tiling &tiling) {
  return Writer(configuration, convolution, tiling).write();
}

bool Tiling::fits(const Configuration &configuration,
                  const Convolution &c) const {
  unsigned block = configuration.block(), window = c.kernel * c.kernel;
  if (c.outputSize() % rows || c.outputs / block % blocks ||
      c.inputs / block % inputs)
    return false;
  unsigned inputElements = inputRowsOf(c, *this) * (c.size + 2 * c.padding);
  unsigned microOps = threads + threads * threads * inputs * blocks * window;
  return threads * blocks * rows * c.outputSize() <=
             configuration.depth(MemoryType::Acc) &&
         threads * inputs * inputElements <=
             configuration.depth(MemoryType::Inp) &&
         threads * inputs * blocks * window <=
             configuration.depth(MemoryType::Wgt) &&
         microOps <= configuration.depth(MemoryType::Uop) &&
         blocks >= configuration.accWriteLatency;
}

const std::vector<NamedConvolution> &tvm::test::resNetConvolutions() {
  static const std::vector<NamedConvolution> all = {
      {"C2", {56, 64, 64, 3, 1, 1}, {8, 2, 2, 1}, {4, 4, 1, 4}},
      {"C3", {56, 64, 64, 1, 1, 0}, {4, 4, 2, 2}, {4, 4, 1, 4}},
      {"C4", {56, 64, 128, 3, 2, 1}, {4, 8, 2, 1}, {7, 8, 1, 2}},
      {"C5", {56, 64, 128, 1, 2, 0}, {4, 8, 2, 2}, {4, 8, 1, 4}},
      {"C6", {28, 128, 128, 3, 1, 1}, {14, 2, 2, 1}, {14, 4, 1, 4}},
      {"C7", {28, 128, 256, 3, 2, 1}, {14, 4, 2, 1}, {14, 8, 1, 2}},
      {"C8", {28, 128, 256, 1, 2, 0}, {7, 8, 2, 2}, {7, 16, 1, 8}},
      {"C9", {14, 256, 256, 3, 1, 1}, {14, 4, 2, 1}, {14, 8, 1, 8}},
      {"C10", {14, 256, 512, 3, 2, 1}, {7, 4, 2, 1}, {7, 32, 1, 2}},
      {"C11", {14, 256, 512, 1, 2, 0}, {7, 16, 2, 2}, {7, 32, 1, 8}},
      {"C12", {7, 512, 512, 3, 1, 1}, {7, 4, 2, 1}, {7, 32, 1, 2}}};
  return all;
}
