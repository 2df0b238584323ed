// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/Allocations.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

static std::atomic<bool> isCounting{false};
static std::atomic<int> numAllocations{0};

namespace {
/// State of this thread. It needs neither memory nor a constructor.
struct Failing {
  bool isActive, isPersistent, hasFailed;
  int until; // allocations that succeed
  int numLeft;
};
} // namespace

static thread_local Failing failing;

/// Whether an allocation is to succeed.
static bool admit() {
  if (isCounting)
    ++numAllocations;
  if (!failing.isActive)
    return true;
  if (failing.until-- > 0 || (failing.hasFailed && !failing.isPersistent))
    return true;
  failing.hasFailed = true;
  errno = ENOMEM;
  return false;
}

static void *track(void *memory) {
  if (failing.isActive && memory)
    ++failing.numLeft;
  return memory;
}

// glibc's own names of what is replaced here.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

void *malloc(size_t size) {
  return admit() ? track(__libc_malloc(size)) : nullptr;
}
void *calloc(size_t number, size_t size) {
  return admit() ? track(__libc_calloc(number, size)) : nullptr;
}
void *realloc(void *memory, size_t size) {
  if (!admit())
    return nullptr;
  void *larger = __libc_realloc(memory, size);
  return memory ? larger : track(larger);
}
void *memalign(size_t alignment, size_t size) {
  return admit() ? track(__libc_memalign(alignment, size)) : nullptr;
}
void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *allocated = memalign(alignment, size);
  if (!allocated)
    return ENOMEM;
  *memory = allocated;
  return 0;
}
void free(void *memory) {
  if (failing.isActive && memory)
    --failing.numLeft;
  __libc_free(memory);
}
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace tvm::test {

AllocationCount::AllocationCount() {
  numAllocations = 0;
  isCounting = true;
}

AllocationCount::~AllocationCount() { isCounting = false; }

int AllocationCount::get() const { return numAllocations; }

AllocationFailure::AllocationFailure(int first, bool isPersistent) {
  failing = {true, isPersistent, false, first, 0};
}

AllocationFailure::~AllocationFailure() { failing.isActive = false; }

bool AllocationFailure::hasFailed() const { return failing.hasFailed; }

int AllocationFailure::getNumLeft() const { return failing.numLeft; }

} // namespace tvm::test
