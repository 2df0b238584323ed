// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of an accelerator, and values that follow from them.
#ifndef RUNTIME_VTA_ISA_CONFIGURATION_H
#define RUNTIME_VTA_ISA_CONFIGURATION_H

#include "runtime/core/Error.h"
#include "runtime/vta/isa/Isa.h"

#include <string>
#include <string_view>
#include <vector>

namespace tvm::runtime::vta {

/// The parameters. Sizes are log2 if the name says so; buffer sizes are in
/// bytes. README.md describes the parameters and their limits.
struct Configuration {
  std::string target = "sim";
  std::string hardwareVersion = "0.0.2";

  unsigned logInpWidth = 3;
  unsigned logWgtWidth = 3;
  unsigned logAccWidth = 5;
  unsigned logBatch = 0;
  unsigned logBlock = 4;
  unsigned logUopBuffSize = 15;
  unsigned logInpBuffSize = 15;
  unsigned logWgtBuffSize = 18;
  unsigned logAccBuffSize = 17;

  // Parameters of the hardware and its cycle model, on which no program
  // depends.
  unsigned memReadBytesPerCycle = 8;
  unsigned memWriteBytesPerCycle = 8;
  unsigned memSharedChannel = 0;
  unsigned memLatency = 64;
  unsigned memOutstandingBursts = 8;
  unsigned memRowGap = 1;
  unsigned commandQueueDepth = 512;
  unsigned tokenQueueDepth = 1024;
  unsigned accWriteLatency = 2;

  /// A number of a configuration by its public name.
  struct Parameter {
    const char *name;
    unsigned Configuration::*value;
    unsigned least, most;
    /// Whether programs depend on it.
    bool isIsa;
  };
  static const std::vector<Parameter> &parameters();

  /// Parses a JSON object with public names and checks it. Missing parameters
  /// have their defaults. Fails with TVM_INVALID_ARGUMENT.
  static Status parse(std::string_view json, Configuration &configuration);

  /// Parses the JSON object in a file. Fails with TVM_IO_ERROR as well.
  static Status read(const char *path, Configuration &configuration);

  /// Checks all limits. Fails with TVM_INVALID_ARGUMENT and the parameter,
  /// value and limit.
  Status check() const;

  /// The parameters that programs depend on, as JSON.
  std::string isaJson() const;
  /// All parameters, as JSON for `parse`.
  std::string fullJson() const;

  /// Whether programs for one configuration run on the other.
  bool hasSameIsa(const Configuration &other) const;

  /// A key of the parameters: "1x16_i8w8a32_15_15_18_17".
  std::string key() const;

  unsigned batch() const { return 1u << logBatch; }
  /// The number of rows and columns of the GEMM core: BLOCK_IN equals
  /// BLOCK_OUT.
  unsigned block() const { return 1u << logBlock; }
  unsigned inpBits() const { return 1u << logInpWidth; }
  unsigned wgtBits() const { return 1u << logWgtWidth; }
  unsigned accBits() const { return 1u << logAccWidth; }
  unsigned outBits() const { return inpBits(); }

  /// The size of an element in DRAM in bytes.
  uint64_t elementBytes(MemoryType type) const;

  /// The log2 of the number of elements of the buffer for transfers of `type`;
  /// for OUT and ACC_8BIT, this is the accumulator.
  unsigned logDepth(MemoryType type) const;
  uint32_t depth(MemoryType type) const { return 1u << logDepth(type); }

  /// The size of the largest element in bytes, to which memory is aligned.
  uint64_t largestElementBytes() const;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_CONFIGURATION_H
