// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocations of the process, counted or made to fail: malloc and its relatives
// are replaced, and operator new ends there.
#ifndef TEST_RUNTIME_ALLOCATIONS_H
#define TEST_RUNTIME_ALLOCATIONS_H

namespace tvm::test {

/// Counts allocations of all threads while it lives.
class AllocationCount {
public:
  AllocationCount();
  ~AllocationCount();
  int get() const;
};

/// A scope in which allocation number `first` of this thread fails, counted
/// from 0, or that one and all later ones.
class AllocationFailure {
public:
  AllocationFailure(int first, bool isPersistent);
  ~AllocationFailure();

  /// Whether an allocation failed.
  bool hasFailed() const;

  /// Number of blocks that were allocated meanwhile and are not freed, less
  /// those that were freed and allocated before.
  int getNumLeft() const;
};

} // namespace tvm::test

#endif // TEST_RUNTIME_ALLOCATIONS_H
