// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The core in SystemVerilog beside the cycle model, on ResNet's convolutions
// with two virtual threads:
//   bazel run -c opt //benchmarks/vta:rtl_benchmark
#include "hardware/harness/RtlDevice.h"
#include "runtime/vta/cycles/CycleModel.h"
#include "test/hardware/ProgramRun.h"
#include "test/runtime/vta/Convolution.h"

#include <cstdio>

using namespace tvm::hardware;
using namespace tvm::runtime::vta;
using namespace tvm::test;

template <typename Simulator>
static std::unique_ptr<Device> make(const Configuration &configuration,
                                    Dram &dram) {
  return std::make_unique<Simulator>(configuration, dram);
}

/// Whether the core has the results of the cycle model, and its cycles within
/// 5 %.
static bool compare(const NamedConvolution &layer) {
  Program program =
      makeConvolution(Configuration(), layer.convolution, layer.tiling);
  ProgramResult model = runProgram(program, make<CycleModel>);
  ProgramResult rtl = runProgram(program, make<RtlDevice>);
  double ratio = double(rtl.counters.cycles) / double(model.counters.cycles);
  std::printf("| %s | %llu | %llu | %.4f | %.2f |\n", layer.name,
              (unsigned long long)model.counters.cycles,
              (unsigned long long)rtl.counters.cycles, ratio,
              double(rtl.counters.cycles) / rtl.seconds / 1e6);
  return rtl.bytes == model.bytes && ratio > 0.95 && ratio < 1.05;
}

int main() {
  std::printf("| layer | cycles of the model | of the core | ratio | "
              "simulated, M cycles/s |\n|---|---|---|---|---|\n");
  bool isRight = true;
  for (const NamedConvolution &layer : resNetConvolutions())
    isRight &= compare(layer);
  return isRight ? 0 : 1;
}
