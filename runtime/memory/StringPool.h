// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings that a run creates.
#ifndef RUNTIME_MEMORY_STRINGPOOL_H
#define RUNTIME_MEMORY_STRINGPOOL_H

#include "runtime/include/tvm_abi.h"

#include <deque>
#include <string>
#include <string_view>

namespace tvm::runtime {

/// Owner of strings, whose addresses do not change.
class StringPool {
public:
  const tvm_string *add(std::string text);
  void clear();

private:
  struct Entry {
    std::string text;
    tvm_string string;
  };
  std::deque<Entry> entries;
};

/// The bytes of `string`; empty for null.
inline std::string_view getView(const tvm_string *string) {
  if (!string)
    return {};
  return {string->bytes, static_cast<size_t>(string->size)};
}

} // namespace tvm::runtime

#endif // RUNTIME_MEMORY_STRINGPOOL_H
