// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/Convolution.h"

#include "test/runtime/vta/Window.h"

#include "runtime/vta/isa/Encoding.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

enum Buffer : uint32_t { Data, Weights, Result };

/// Tiles are rows of some blocks of channels. Each goes through the blocks of
/// input channels; a step loads some of these and multiplies.
class Writer {
public:
  Writer(const Configuration &configuration, const Convolution &convolution,
         const Tiling &tiling)
      : c(convolution), t(tiling), window(convolution),
        encoding(configuration) {
    program.configuration = configuration;
    numInputs = c.inputBlocks(configuration);
    stepsPerTile = numInputs / t.inputs;
    numTiles = rowTiles() * (c.outputs / configuration.block() / t.blocks);
    kernelSize = c.kernel * c.kernel;
    tileSize = t.rows * window.scale * c.outputSize();
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
              uint64_t(c.inputs) / program.configuration.block() * c.size *
                  c.size);
    addBuffer("weights", Program::BufferKind::Input, MemoryType::Wgt,
              numOutputs * numInputs * kernelSize);
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
    return step % t.threads * t.blocks * t.inputs * kernelSize;
  }
  uint32_t inputRows() const { return window.inputRows(t.rows); }
  /// Elements of a block of input channels.
  uint32_t inputSize() const { return inputRows() * window.width; }

  /// First, for each tile, one that goes over all of it; then, for each tile
  /// and each step, those of a step.
  void addUops() {
    for (unsigned tile = 0; tile < t.threads; ++tile)
      addUop({accOf(tile), 0, 0});
    for (unsigned tile = 0; tile < t.threads; ++tile)
      for (unsigned step = 0; step < t.threads; ++step)
        for (unsigned input = 0; input < t.inputs; ++input)
          for (const Window::Tap &tap : window.taps(c.outputSize()))
            addUops({accOf(tile) + tap.dst,
                     inpOf(step) + input * inputSize() + tap.src,
                     wgtOf(step) + input * kernelSize + tap.wgt});
    uint32_t count = program.microOps.size();
    add({Load{{MemoryType::Uop, 0, 0, 1, count, count}}, {}},
        Program::microOpBuffer);
  }

  /// Outputs are the innermost, so that the accumulator is not written twice in
  /// a row.
  void addUops(const MicroOp &tap) {
    for (unsigned block = 0; block < t.blocks; ++block)
      for (unsigned column = 0; column < t.columns; ++column)
        addUop({tap.dst + block * tileSize + column * window.scale,
                tap.src + column * window.step,
                tap.wgt + block * t.inputs * kernelSize});
  }

  uint32_t stepUops(unsigned tile, unsigned step) const {
    unsigned set = tile % t.threads * t.threads + step % t.threads;
    return t.threads + set * uopsPerStep();
  }
  uint32_t uopsPerStep() const {
    return t.inputs * kernelSize * t.blocks * t.columns;
  }

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

  unsigned rowTiles() const { return window.positions / t.rows; }

  /// In blocks.
  unsigned firstOutput(unsigned tile) const {
    return tile / rowTiles() * t.blocks;
  }
  unsigned firstInput(unsigned tile) const {
    return firstOutput(tile) / c.sharingBlocks(program.configuration) *
           numInputs;
  }

  void addLoads(unsigned tile, unsigned input, unsigned step) {
    Dependencies first, last;
    first.popNext = step >= t.threads;
    last.pushNext = true;
    for (unsigned i = 0; i < t.inputs; ++i)
      add({loadOfData(tile, firstInput(tile) + input + i,
                      inpOf(step) + i * inputSize()),
           i == 0 ? first : Dependencies()},
          Data);
    Load weights{{MemoryType::Wgt, wgtOf(step),
                  (firstOutput(tile) * numInputs + input) * kernelSize,
                  t.blocks, t.inputs * kernelSize, numInputs * kernelSize}};
    add({weights, last}, Weights);
  }

  Load loadOfData(unsigned tile, unsigned input, uint32_t sramBase) const {
    int top = int(tile % rowTiles() * t.rows * window.step) - int(window.lead);
    int bottom = top + int((t.rows - 1) * window.step + window.reach);
    Load load;
    load.memoryType = MemoryType::Inp;
    load.sramBase = sramBase;
    load.padTop = std::max(-top, 0);
    load.padBottom = std::max(bottom - int(c.size), 0);
    load.padLeft = window.lead;
    load.padRight = window.width - window.lead - c.size;
    load.ySize = inputRows() - load.padTop - load.padBottom;
    load.xSize = c.size;
    load.xStride = c.size * window.rowDistance;
    load.dramBase = (input * c.size + std::max(top, 0)) * c.size;
    return load;
  }

  void addGemm(unsigned tile, unsigned step) {
    Gemm gemm;
    gemm.uopBegin = stepUops(tile, step);
    gemm.uopEnd = gemm.uopBegin + uopsPerStep();
    gemm.iterOut = t.rows;
    gemm.iterIn = window.positions / t.columns;
    gemm.dstFactorOut = window.scale * c.outputSize();
    gemm.dstFactorIn = window.scale * t.columns;
    gemm.srcFactorOut = window.step / window.rowDistance * window.width;
    gemm.srcFactorIn = window.step * t.columns;
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
    Store store{{MemoryType::Out, accOf(tile),
                 firstOutput(tile) * all + tile % rowTiles() * tileSize,
                 t.blocks, tileSize, all}};
    Dependencies bits;
    bits.popPrev = true;
    bits.pushPrev = tile + t.threads < numTiles;
    add({store, bits}, Result);
  }

  Convolution c;
  Tiling t;
  Window window;
  Encoding encoding;
  Program program;
  /// `tileSize`: elements of one block of outputs.
  unsigned numInputs, stepsPerTile, numTiles, kernelSize, tileSize,
      numSteps = 0;
};

} // namespace

Program tvm::test::makeConvolution(const Configuration &configuration,
                                   const Convolution &convolution,
                                   const Tiling &tiling) {
  return Writer(configuration, convolution, tiling).write();
}
