// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_CONTEXT_H
#define TVM_TUNER_DATABASE_CONTEXT_H

#include <cstdint>
#include <string>
#include <tuple>

namespace tvm::tuner {

/// The conditions under which strategies were measured. Shares of different
/// conditions do not compare.
struct RecordContext {
  /// The target that the kernel was compiled for (codegen::Target::str).
  std::string target;
  /// The method of measuring (Methods.h).
  std::string method;
  /// The machine's name for its processor.
  std::string machine;
  /// The version of the compiler, with its build.
  std::string version;
  /// Threads of a run; 0: all that the machine has.
  int64_t threads = 0;
  /// The level of optimisation, 0 to 3.
  int64_t optLevel = 3;

  /// All parts, for comparisons.
  auto tie() const {
    return std::tie(target, method, machine, version, threads, optLevel);
  }
};

inline bool operator==(const RecordContext &a, const RecordContext &b) {
  return a.tie() == b.tie();
}

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_CONTEXT_H
