// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/StringPool.h"

#include <utility>

namespace tvm::runtime {

const tvm_string *StringPool::add(std::string text) {
  Entry &entry = entries.emplace_back();
  entry.text = std::move(text);
  entry.string = {entry.text.data(), static_cast<int64_t>(entry.text.size())};
  return &entry.string;
}

void StringPool::clear() { entries.clear(); }

} // namespace tvm::runtime
