#include "runtime/StringPool.h"

#include <utility>

namespace tvm::runtime {

static thread_local StringPool *currentPool = nullptr;

const tvm_string *StringPool::add(std::string text) {
  Entry &entry = entries.emplace_back();
  entry.text = std::move(text);
  entry.string = {entry.text.data(), static_cast<int64_t>(entry.text.size())};
  return &entry.string;
}

void StringPool::clear() { entries.clear(); }

StringPool *StringPool::current() { return currentPool; }

StringPool::Scope::Scope(StringPool &pool)
    : outer(std::exchange(currentPool, &pool)) {}

StringPool::Scope::~Scope() { currentPool = outer; }

} // namespace tvm::runtime
