// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Letters in lower and upper case.
#ifndef RUNTIME_LIBRARY_LETTERCASE_H
#define RUNTIME_LIBRARY_LETTERCASE_H

#include <string>
#include <string_view>

namespace tvm::runtime {

/// The case that changeLetters gives letters.
enum class Letters { Unchanged, Lower, Upper };

/// UTF-8 with changed letters of ASCII and of Latin, Greek and Cyrillic script,
/// if they have a single counterpart. Other bytes stay.
std::string changeLetters(std::string_view text, Letters letters);

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_LETTERCASE_H
