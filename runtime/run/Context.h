// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state that one thread needs to run a function.
#ifndef RUNTIME_RUN_CONTEXT_H
#define RUNTIME_RUN_CONTEXT_H

#include "runtime/artefact/Module.h"
#include "runtime/include/tvm_abi.h"
#include "runtime/memory/Buffer.h"
#include "runtime/memory/Pool.h"
#include "runtime/run/Input.h"
#include "runtime/run/Output.h"
#include "runtime/run/OutputMemory.h"
#include "runtime/run/Profile.h"

#include <atomic>

namespace tvm::runtime {

/// The bindings, memory and threads of the runs of one function. After the
/// first run with given shapes, it allocates no heap memory.
class Context {
public:
  /// Creates a context that keeps a reference to the function's module.
  /// `parallel` is copied.
  Context(const Function &function, const tvm_parallel &parallel);
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  /// The input with this index; null, with an error, if it is out of range.
  Input *getInput(int32_t index);
  Output *getOutput(int32_t index);
  /// The input with this name; null, with an error, if there is none.
  Input *getInput(const char *name);
  Output *getOutput(const char *name);

  /// Runs the function. The context can run again after any failure.
  Status run();

  int32_t getNumThreads() const { return parallel.num_threads; }
  const tvm_parallel &getParallel() const { return parallel; }
  const Manifest &getManifest() const { return module->getManifest(); }

  void setProfiling(bool enabled);
  const Profile &getProfile() const { return profile; }

private:
  Status runOnce();
  Status prepareInputs();
  Status bindSymbols(int32_t input);
  Status callEntry();
  void recordFailure(Status status);
  std::string checkText(int32_t check, const int64_t *values) const;

  template <typename Find>
  static void *allocate(void *context, const char *what, int64_t bytes,
                        Find find);

  // Callbacks of the generated code.
  static void *allocateArena(void *context, int64_t bytes);
  static void *allocatePool(void *context, int64_t bytes);
  static void *growSlot(void *context, int64_t slot, int64_t bytes,
                        int64_t kept);
  static void *allocateOutput(void *context, int32_t index,
                              const int64_t *dims);
  static int32_t launch(void *context, int32_t kernel, tvm_kernel function,
                        const tvm_args *args);
  static int32_t launchProfiled(void *context, int32_t kernel,
                                tvm_kernel function, const tvm_args *args);
  static int32_t fail(void *context, int32_t check, const int64_t *values);

  ModuleReference module;
  tvm_entry entry;
  tvm_parallel parallel;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  OutputMemory outputMemory;
  std::vector<void *> inputPointers;
  std::vector<int64_t> inputDims;
  /// The value of each symbol in this run (-1: none yet), and the input and dim
  /// that determines it.
  struct Symbol {
    int64_t value;
    int32_t input, dim;
  };
  std::vector<Symbol> symbols;
  tvm_frame frame;
  Buffer arena;
  Pool pool;
  std::vector<Buffer> slots;
  RunPool referred; // the targets of references
  Profile profile;
  Status failure;
  std::atomic<bool> isRunning{false};
};

} // namespace tvm::runtime

#endif // RUNTIME_RUN_CONTEXT_H
