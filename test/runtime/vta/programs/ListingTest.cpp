// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// VTA's published listing in instructions of the hardware: four tiles on two
// contexts, each a convolution with 3 x 3 taps and stride 2 of 5 x 5 pixels (25
// tensors of ACTIV, 72 of PARAM) onto 2 x 2 pixels of 8 blocks of channels (32
// of LDBUF), of which max-pooling leaves one pixel (8 of STBUF). LDBUF and
// STBUF are parts of the accumulator; PARAM is loaded for two tiles at a time.
#include "test/runtime/vta/jit/Jit.h"
#include "test/runtime/vta/programs/ProgramTest.h"

#include <algorithm>
#include <numeric>

using namespace tvm::test;

static constexpr unsigned kTiles = 4, kActiv = 25, kParam = 72, kLdbuf = 32,
                          kStbuf = 8, kTaps = 9;

namespace {

class Listing {
public:
  explicit Listing(Jit &jit) : jit(jit) {
    unsigned batch = jit.configuration.batch();
    unsigned block = jit.configuration.block();
    activ = randomBytes(kTiles * kActiv * batch * block, 1);
    param = randomBytes(kTiles / 2 * kParam * block * block, 2);
    ldbuf.resize(kTiles * kLdbuf * batch * block);
    Random random(3);
    for (int32_t &number : ldbuf)
      number = int32_t(random() % 100000) - 50000;
    buffers[0] = jit.put(activ);
    buffers[1] = jit.put(param);
    buffers[2] = jit.put(ldbuf);
    size = kTiles * kStbuf * batch * block;
    buffers[3] = jit.allocate(size);
  }

  std::vector<int8_t> run(uint64_t seed) {
    for (unsigned tile = 0; tile < kTiles; ++tile)
      addTile(tile);
    jit.run(seed);
    return jit.get(buffers[3], size);
  }

  std::vector<int8_t> reference() const {
    std::vector<int8_t> result;
    for (unsigned tile = 0; tile < kTiles; ++tile)
      for (unsigned out = 0; out < kStbuf; ++out)
        for (unsigned image = 0; image < jit.configuration.batch(); ++image)
          for (unsigned k = 0; k < jit.configuration.block(); ++k)
            result.push_back(int8_t(largestOf(tile, out, image, k)));
    return result;
  }

private:
  void load(unsigned buffer, uint32_t first, uint32_t count, uint32_t sram,
            vta_jit_memory memory) {
    jit.load(
        {buffers[buffer], first, count, 1, count, 0, 0, 0, 0, sram, memory});
  }

  /// In the listing's order, but that LDBUF is the compute module's to load. A
  /// tile waits for the one that had its context; PARAM of the second pair also
  /// for the tile in the other context.
  void addTile(unsigned tile) {
    unsigned context = tile % 2;
    if (tile == 2) {
      jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_LOAD);
      jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_LOAD);
    }
    if (context == 0)
      load(1, tile / 2 * kParam, kParam, 0, VTA_MEMORY_WGT);
    load(0, tile * kActiv, kActiv, context * kActiv, VTA_MEMORY_INP);
    jit.push(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
    if (tile >= 2)
      jit.pop(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
    load(2, tile * kLdbuf, kLdbuf, context * kLdbuf, VTA_MEMORY_ACC);
    jit.pop(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
    addConvolution(context);
    if (tile < 2)
      jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_LOAD);
    addPooling(context);
    jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
    jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
    jit.store({buffers[3], tile * kStbuf, kStbuf, 1, kStbuf, 0, 0, 0, 0,
               context * kLdbuf, VTA_MEMORY_OUT});
    if (tile < 2)
      jit.push(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
  }

  void addConvolution(unsigned context) {
    jit.gemm(
        [&](Jit::Recorder &r) {
          r.loop(2, 2 * kStbuf, 2 * 5);
          r.loop(2, kStbuf, 2);
          for (unsigned tap = 0; tap < kTaps; ++tap)
            for (unsigned out = 0; out < kStbuf; ++out)
              r.gemm(context * kLdbuf + out,
                     context * kActiv + tap / 3 * 5 + tap % 3,
                     out * kTaps + tap);
          r.endLoop();
          r.endLoop();
        },
        "convolution" + std::to_string(context));
  }

  void addPooling(unsigned context) {
    jit.alu(
        [&](Jit::Recorder &r) {
          r.loop(3, 0, kStbuf);
          r.loop(kStbuf, 1, 1);
          r.alu(VTA_ALU_MAX, context * kLdbuf, context * kLdbuf + kStbuf);
          r.endLoop();
          r.endLoop();
        },
        "pooling" + std::to_string(context));
  }

  int32_t largestOf(unsigned tile, unsigned out, unsigned image,
                    unsigned k) const {
    int32_t largest = INT32_MIN;
    for (unsigned y = 0; y < 2; ++y)
      for (unsigned x = 0; x < 2; ++x)
        largest = std::max(largest, pixelOf(tile, y, x, out, image, k));
    return largest;
  }

  int32_t pixelOf(unsigned tile, unsigned y, unsigned x, unsigned out,
                  unsigned image, unsigned k) const {
    unsigned batch = jit.configuration.batch();
    unsigned block = jit.configuration.block();
    size_t element = tile * kLdbuf + (2 * y + x) * kStbuf + out;
    int32_t sum = ldbuf[(element * batch + image) * block + k];
    for (unsigned tap = 0; tap < kTaps; ++tap) {
      size_t pixel = tile * kActiv + (2 * y + tap / 3) * 5 + 2 * x + tap % 3;
      const int8_t *a = &activ[(pixel * batch + image) * block];
      size_t weight = tile / 2 * kParam + out * kTaps + tap;
      sum = std::inner_product(a, a + block,
                               &param[(weight * block + k) * block], sum);
    }
    return sum;
  }

  Jit &jit;
  std::vector<int8_t> activ, param;
  std::vector<int32_t> ldbuf;
  /// ACTIV, PARAM, LDBUF, STBUF.
  vta_jit_buffer *buffers[4];
  uint64_t size;
};

} // namespace

TEST_P(VtaProgram, Listing) {
  Jit jit(GetParam());
  Listing listing(jit);
  std::vector<int8_t> expected = listing.reference();
  for (uint64_t seed = 0; seed < 20; ++seed)
    ASSERT_EQ(listing.run(seed), expected) << "seed " << seed;
}
