// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Peak rates of the machine, for comparison with kernels.
#ifndef RUNTIME_CORE_MACHINELIMITS_H
#define RUNTIME_CORE_MACHINELIMITS_H

#include "runtime/include/tvm_abi.h"

#include <algorithm>

namespace tvm::runtime {

/// Rates of all threads of a context together, per nanosecond.
struct MachineLimits {
  double flops = 0; // of f32: products and sums in registers
  double bytes = 0; // of memory, read and written, far beyond the caches

  /// The nanoseconds that these numbers of operations and bytes take at least,
  /// whichever takes longer. A negative number and a rate of 0 are unknown and
  /// count as no time.
  double getLeastTime(double numFlops, double numBytes) const {
    double forFlops = flops > 0 ? numFlops / flops : 0;
    double forBytes = bytes > 0 ? numBytes / bytes : 0;
    return std::max({forFlops, forBytes, 0.0});
  }
  /// The operations per nanosecond that are attainable with `intensity`
  /// operations per byte: the roofline.
  double getAttainable(double intensity) const {
    return bytes > 0 ? std::min(flops, bytes * intensity) : flops;
  }
};

/// Measures both rates on the threads of `parallel`, in about 0.1 s. `bytes` is
/// 0 if there is no memory for the measurement.
MachineLimits measureLimits(const tvm_parallel &parallel);

} // namespace tvm::runtime

#endif // RUNTIME_CORE_MACHINELIMITS_H
