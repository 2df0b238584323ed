// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects with one instance per thread.
#ifndef RUNTIME_CORE_THREADPOINTER_H
#define RUNTIME_CORE_THREADPOINTER_H

#include <pthread.h>

namespace tvm::runtime {

/// A pointer per thread, null at first, which `destroy` receives when the
/// thread ends. It replaces `thread_local` objects with a destructor, because
/// the C library ends the process if there is no memory to register one.
template <typename T, void (*destroy)(T *)> class ThreadPointer {
public:
  ThreadPointer() : hasKey(pthread_key_create(&key, run) == 0) {}

  T *get() const noexcept {
    return hasKey ? static_cast<T *>(pthread_getspecific(key)) : nullptr;
  }

  /// Takes ownership of `pointer` and destroys the previous one. Returns false,
  /// without changes, if there is no memory; never for null.
  [[nodiscard]] bool set(T *pointer) const noexcept {
    T *before = get();
    if (before == pointer)
      return true;
    if (!hasKey || pthread_setspecific(key, pointer) != 0)
      return false;
    if (before)
      destroy(before);
    return true;
  }

private:
  static void run(void *pointer) { destroy(static_cast<T *>(pointer)); }

  pthread_key_t key;
  bool hasKey;
};

} // namespace tvm::runtime

#endif // RUNTIME_CORE_THREADPOINTER_H
