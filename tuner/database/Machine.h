// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_MACHINE_H
#define TVM_TUNER_DATABASE_MACHINE_H

#include <string>

namespace tvm::tuner {

/// The name of this machine's processor, as the system has it; LLVM's name
/// where the system has none.
std::string getMachineName();

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_MACHINE_H
