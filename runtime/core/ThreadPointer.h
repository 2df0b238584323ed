// Objects that each thread has one of.
#ifndef RUNTIME_CORE_THREADPOINTER_H
#define RUNTIME_CORE_THREADPOINTER_H

#include <pthread.h>

namespace tvm::runtime {

/// A pointer per thread, null at first, that `destroy` gets when the thread
/// ends. In place of `thread_local` objects with a destructor: where there is
/// no memory to register one, the C library ends the process.
template <typename T, void (*destroy)(T *)> class ThreadPointer {
public:
  ThreadPointer() : hasKey(pthread_key_create(&key, run) == 0) {}

  T *get() const noexcept {
    return hasKey ? static_cast<T *>(pthread_getspecific(key)) : nullptr;
  }

  /// Takes over `pointer` and destroys the one before. False, and nothing has
  /// changed, if there is no memory; never for null.
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
