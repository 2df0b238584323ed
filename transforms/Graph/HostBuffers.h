#ifndef TVM_TRANSFORMS_GRAPH_HOSTBUFFERS_H
#define TVM_TRANSFORMS_GRAPH_HOSTBUFFERS_H

#include "dialects/Graph/GraphStructure.h"
#include "transforms/Graph/HostValues.h"
#include "transforms/Graph/MemoryPlan.h"

namespace tvm::graph {

/// Alignment of everything in the arena.
inline constexpr int64_t kBufferAlignment = 64;

/// Memory that a host function needs: a tensor, or a kernel's workspace.
struct Buffer {
  enum Kind { Arena, Pool, Output };
  Kind kind = Arena;
  mlir::MemRefType type;                      // of a tensor
  llvm::SmallVector<mlir::OpFoldResult> dims; // of a tensor
  mlir::OpFoldResult bytes;                   // of a workspace
  LiveRange range;
  unsigned output = 0;      // of kind Output: index of the result
  mlir::Value offset, size; // of kind Arena: once they are known
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

  /// Dynamic dimensions of the arguments of a launch's kernel, in order.
  llvm::SmallVector<mlir::OpFoldResult> getKernelDims(LaunchOp launch);

  /// Bytes of `buffer` for sample dimensions.
  int64_t getSampleSize(const Buffer &buffer);

  mlir::func::FuncOp main;
  HostValues values;
  llvm::SmallVector<Buffer> buffers;
  llvm::DenseMap<mlir::Value, unsigned> bufferOf;
  llvm::DenseMap<mlir::Operation *, unsigned> workspaceOf;
  llvm::SmallVector<mlir::Operation *> operations;

private:
  mlir::LogicalResult checkOperations();
  void replaceDims();
  void collectBuffers();
  mlir::LogicalResult collectWorkspace(LaunchOp launch);
  void addBuffer(mlir::Value tensor);
  void addEmptyTensors(mlir::Operation &op);
  void assignOutputs();
  void findLiveRanges();
  Buffer::Kind chooseKind(const Buffer &buffer);
  mlir::LogicalResult checkSizes();
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_HOSTBUFFERS_H
