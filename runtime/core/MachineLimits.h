// Peak rates of the machine, for comparison with kernels.
#ifndef RUNTIME_CORE_MACHINELIMITS_H
#define RUNTIME_CORE_MACHINELIMITS_H

#include "runtime/include/tvm_abi.h"

namespace tvm::runtime {

/// Rates of all threads of a context together, per nanosecond.
struct MachineLimits {
  double flops = 0; // of f32: products and sums in registers
  double bytes = 0; // of memory, read and written, far beyond the caches
};

/// Measures both rates on the threads of `parallel`, in about 0.1 s. `bytes` is
/// 0 if there is no memory for the measurement.
MachineLimits measureLimits(const tvm_parallel &parallel);

} // namespace tvm::runtime

#endif // RUNTIME_CORE_MACHINELIMITS_H
