// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_MEMORY_HOSTBUFFERS_H
#define TVM_TRANSFORMS_GRAPH_MEMORY_HOSTBUFFERS_H

#include "dialects/Graph/Control/GraphStructure.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "transforms/Graph/Memory/HostValues.h"
#include "transforms/Graph/Memory/MemoryPlan.h"
#include "llvm/ADT/SetVector.h"

namespace tvm::graph {

/// The alignment of everything in the arena, in bytes.
inline constexpr int64_t kBufferAlignment = 64;

/// Memory that a host function needs: a tensor, or a kernel's workspace.
struct Buffer {
  /// A slot is for what is executed again and whose size is no constant.
  /// Carried: the memory in which a loop's next value is wanted.
  enum Kind { Arena, Pool, Slot, Carried, Output };
  Kind kind = Arena;
  mlir::Operation *definition = nullptr;      // what needs it first
  mlir::MemRefType type;                      // of a tensor
  llvm::SmallVector<mlir::OpFoldResult> dims; // of a tensor
  mlir::OpFoldResult bytes;                   // of a workspace
  LiveRange range;
  unsigned output = 0;                  // of kind Output: index of the result
  mlir::Value offset, size;             // of kind Arena: once they are known
  unsigned slot = 0;                    // of kind Slot
  std::pair<unsigned, unsigned> places; // of kind Carried: of even iterations
                                        // and of odd ones
};

/// Whether `op` ends the run where something is wrong.
bool isCheck(mlir::Operation *op);

/// Bytes of `type` with `dims`, as `graph.byte_size` defines them.
int64_t getByteSize(mlir::MemRefType type, llvm::ArrayRef<int64_t> dims);

/// The memory that the launches of a host function need.
class HostBuffers {
public:
  explicit HostBuffers(mlir::func::FuncOp main) : main(main), values(main) {}

  /// Fills the members below. Fails, with errors at the operations, where the
  /// function is not one that can be planned.
  mlir::LogicalResult collect();

  /// The buffers that `tensor` may lie in.
  llvm::SetVector<unsigned> getBuffers(mlir::Value tensor);

  /// Dynamic dimensions of the arguments of a launch's kernel, in order.
  llvm::SmallVector<mlir::OpFoldResult> getKernelDims(LaunchOp launch);

  /// Bytes of `buffer` for sample dimensions.
  int64_t getSampleSize(const Buffer &buffer);

  mlir::func::FuncOp main;
  HostValues values;
  llvm::SmallVector<Buffer> buffers;
  llvm::DenseMap<mlir::Value, unsigned> bufferOf;
  llvm::DenseMap<mlir::Operation *, unsigned> workspaceOf;
  /// The index of the buffer for the next value that a loop carries, by the
  /// operand that yields it.
  llvm::DenseMap<mlir::OpOperand *, unsigned> carriedOf;
  llvm::SmallVector<mlir::Operation *> operations; // of the function itself

  unsigned numSlots = 0;

private:
  mlir::LogicalResult checkOperations();
  mlir::LogicalResult checkLoop(mlir::scf::WhileOp loop);
  void replaceDims();
  void collectBuffers();
  mlir::LogicalResult collectWorkspace(LaunchOp launch);
  void addBuffer(mlir::Value tensor);
  void addEmptyTensors(mlir::Operation *op);
  void assignOutputs();
  void findLiveRanges();
  void extendLiveRange(unsigned buffer, mlir::Operation *user);
  void setPlace(Buffer &buffer);
  Buffer::Kind chooseKind(const Buffer &buffer);
  bool isNested(mlir::Operation *op) { return op->getParentOp() != main; }

  // HostLoops.cpp
  void collectCarried(mlir::scf::WhileOp loop);
  bool computesInPlace(mlir::scf::WhileOp loop, unsigned index);
  bool keepsMemory(mlir::scf::WhileOp loop, unsigned index);
  void addCarried(mlir::scf::WhileOp loop, unsigned index);
  void findBuffers(mlir::Value tensor, llvm::SetVector<unsigned> &found,
                   llvm::SmallPtrSetImpl<mlir::Value> &visited);
  mlir::LogicalResult checkSizes();
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_MEMORY_HOSTBUFFERS_H
