// Objects that a run makes for elements that are addresses.
#ifndef RUNTIME_MEMORY_RUNPOOL_H
#define RUNTIME_MEMORY_RUNPOOL_H

#include "runtime/memory/StringPool.h"
#include "runtime/memory/TensorPool.h"

namespace tvm::runtime {

/// Strings and tensors that elements refer to.
struct RunPool {
  StringPool strings;
  TensorPool tensors;

  void clear();

  /// The pool of this thread's run, or null.
  static RunPool *current();

  /// While it lives, `pool` is that of this thread's run.
  class Scope {
  public:
    explicit Scope(RunPool &pool);
    ~Scope();

  private:
    RunPool *outer;
  };
};

} // namespace tvm::runtime

#endif // RUNTIME_MEMORY_RUNPOOL_H
