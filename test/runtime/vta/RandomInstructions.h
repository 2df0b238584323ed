// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that are legal field by field, with random values.
#ifndef TEST_RUNTIME_VTA_RANDOMINSTRUCTIONS_H
#define TEST_RUNTIME_VTA_RANDOMINSTRUCTIONS_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <random>
#include <vector>

namespace tvm::test {

using Random = std::mt19937_64;

/// The published one; batch 2; block 8; block 32 with other buffer sizes;
/// 16-bit data with small buffers.
const std::vector<runtime::vta::Configuration> &testConfigurations();

runtime::vta::Instruction
randomInstruction(const runtime::vta::Configuration &configuration,
                  Random &random);

/// All members as numbers, to compare.
std::vector<int64_t> membersOf(const runtime::vta::Instruction &instruction);

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_RANDOMINSTRUCTIONS_H
