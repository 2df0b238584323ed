// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/memory/RunPool.h"

#include <utility>

namespace tvm::runtime {

static thread_local RunPool *currentPool = nullptr;

void RunPool::clear() {
  strings.clear();
  tensors.clear();
}

RunPool *RunPool::current() { return currentPool; }

RunPool::Scope::Scope(RunPool &pool)
    : outer(std::exchange(currentPool, &pool)) {}

RunPool::Scope::~Scope() { currentPool = outer; }

} // namespace tvm::runtime
