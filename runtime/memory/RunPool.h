// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of a run to which elements refer.
#ifndef RUNTIME_MEMORY_RUNPOOL_H
#define RUNTIME_MEMORY_RUNPOOL_H

#include "runtime/memory/StringPool.h"
#include "runtime/memory/TensorPool.h"

namespace tvm::runtime {

/// The strings and tensors to which elements refer.
struct RunPool {
  StringPool strings;
  TensorPool tensors;

  void clear();

  /// The pool of this thread's run, or null.
  static RunPool *current();

  /// A scope during whose lifetime `pool` is the pool of this thread's run.
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
