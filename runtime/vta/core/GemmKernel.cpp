// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/GemmKernel.h"

using namespace tvm::runtime::vta;

namespace {

/// A product of sizes that are known at compile time. (Sums wrap around, which
/// is only defined for unsigned numbers.)
template <typename Inp, typename Wgt, unsigned Batch, unsigned Block>
struct FixedProduct {
  static constexpr size_t numInp = Batch * Block, numWgt = Block * Block;
  static constexpr size_t numAcc = Batch * Block;
  using Row = uint32_t
      __attribute__((vector_size(Block * sizeof(uint32_t)), aligned(4)));
  using WgtRow =
      Wgt __attribute__((vector_size(Block * sizeof(Wgt)), aligned(1)));

  explicit FixedProduct(const GemmCall &) {}

  inline __attribute__((always_inline)) void
  operator()(int32_t *acc, const Inp *inp, const Wgt *wgt) const {
    auto *sums = reinterpret_cast<Row *>(acc);
    auto *rows = reinterpret_cast<const WgtRow *>(wgt);
    for (unsigned b = 0; b < Batch; ++b) {
      Row sum = sums[b];
      for (unsigned i = 0; i < Block; ++i)
        sum += __builtin_convertvector(rows[i], Row) *
               uint32_t(inp[b * Block + i]);
      sums[b] = sum;
    }
  }
};

/// A product of any sizes.
template <typename Inp, typename Wgt> struct Product {
  unsigned batch, block;
  size_t numInp, numWgt, numAcc;

  explicit Product(const GemmCall &call)
      : batch(call.batch), block(call.block), numInp(batch * block),
        numWgt(block * block), numAcc(batch * block) {}

  inline __attribute__((always_inline)) void
  operator()(int32_t *acc, const Inp *inp, const Wgt *wgt) const {
    auto *sums = reinterpret_cast<uint32_t *>(acc);
    for (unsigned b = 0; b < batch; ++b)
      for (unsigned i = 0; i < block; ++i)
        for (unsigned o = 0; o < block; ++o)
          sums[b * block + o] += uint32_t(inp[b * block + i]) *
                                 uint32_t(int32_t(wgt[i * block + o]));
  }
};

} // namespace

template <typename Inp, typename Wgt, typename Multiply>
static inline __attribute__((always_inline)) void run(const GemmCall &call) {
  const Gemm &gemm = call.gemm;
  const Multiply multiply(call);
  auto *inp = reinterpret_cast<const Inp *>(call.inp);
  auto *wgt = reinterpret_cast<const Wgt *>(call.wgt);
  for (uint32_t i = 0; i < gemm.iterOut; ++i)
    for (uint32_t j = 0; j < gemm.iterIn; ++j) {
      size_t dst = i * gemm.dstFactorOut + j * gemm.dstFactorIn;
      size_t src = i * gemm.srcFactorOut + j * gemm.srcFactorIn;
      size_t par = i * gemm.wgtFactorOut + j * gemm.wgtFactorIn;
      for (uint32_t u = gemm.uopBegin; u < gemm.uopEnd; ++u) {
        const MicroOp &uop = call.uops[u];
        multiply(call.acc + (uop.dst + dst) * multiply.numAcc,
                 inp + (uop.src + src) * multiply.numInp,
                 wgt + (uop.wgt + par) * multiply.numWgt);
      }
    }
}

template <typename Inp, typename Wgt, typename Multiply>
static void runAnywhere(const GemmCall &call) {
  run<Inp, Wgt, Multiply>(call);
}

#ifdef __x86_64__
template <typename Inp, typename Wgt, typename Multiply>
static __attribute__((target("arch=x86-64-v3"))) void
runOnV3(const GemmCall &call) {
  run<Inp, Wgt, Multiply>(call);
}

template <typename Inp, typename Wgt, typename Multiply>
static __attribute__((target("arch=x86-64-v4"))) void
runOnV4(const GemmCall &call) {
  run<Inp, Wgt, Multiply>(call);
}
#endif

template <typename Inp, typename Wgt, typename Multiply>
static GemmKernel forThisMachine() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("x86-64-v4"))
    return runOnV4<Inp, Wgt, Multiply>;
  if (__builtin_cpu_supports("x86-64-v3"))
    return runOnV3<Inp, Wgt, Multiply>;
#endif
  return runAnywhere<Inp, Wgt, Multiply>;
}

template <typename Inp, typename Wgt, unsigned Batch, unsigned Block>
static GemmKernel fixed() {
  return forThisMachine<Inp, Wgt, FixedProduct<Inp, Wgt, Batch, Block>>();
}

template <typename Inp, typename Wgt>
static GemmKernel select(unsigned batch, unsigned block) {
  if (batch == 1 && block == 8)
    return fixed<Inp, Wgt, 1, 8>();
  if (batch == 1 && block == 16)
    return fixed<Inp, Wgt, 1, 16>();
  if (batch == 2 && block == 16)
    return fixed<Inp, Wgt, 2, 16>();
  if (batch == 1 && block == 32)
    return fixed<Inp, Wgt, 1, 32>();
  return forThisMachine<Inp, Wgt, Product<Inp, Wgt>>();
}

GemmKernel
tvm::runtime::vta::selectGemmKernel(const Configuration &configuration) {
  unsigned batch = configuration.batch(), block = configuration.block();
  if (configuration.inpBits() == 8)
    return configuration.wgtBits() == 8 ? select<int8_t, int8_t>(batch, block)
                                        : select<int8_t, int16_t>(batch, block);
  return configuration.wgtBits() == 8 ? select<int16_t, int8_t>(batch, block)
                                      : select<int16_t, int16_t>(batch, block);
}
