// The constants and buffers of a call, read from the front as the function
// itself reads them.
#ifndef TVM_CONVERSION_KERNELTOLLVM_LIBRARYCALLREADER_H
#define TVM_CONVERSION_KERNELTOLLVM_LIBRARYCALLREADER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm {

/// Reads the call of one function of the runtime. The first difference from
/// what the function expects is an error; after it, values that are read are
/// zeros, empty texts and null types, and nothing more is reported.
class LibraryCallReader {
public:
  LibraryCallReader(mlir::func::CallOp call, llvm::StringRef name);

  /// The next constant, a text.
  llvm::StringRef text();

  /// The next constant, `count` numbers.
  llvm::ArrayRef<int64_t> numbers(int64_t count);

  /// The next constant, any number of numbers.
  llvm::ArrayRef<int64_t> numbers();

  /// The next constant, the name of an element type: its size in bytes.
  int64_t elementBytes();

  /// The size in bytes of the element type `name`; 0 after an error.
  int64_t elementBytes(llvm::StringRef name);

  /// The next buffer, which has this rank and elements of this size.
  mlir::MemRefType buffer(int64_t rank, int64_t bytes);

  /// The next buffer, of any rank.
  mlir::MemRefType buffer(int64_t bytes);

  /// The next buffer, which has one element.
  void element(int64_t rank, int64_t bytes);

  /// `value`, described by `what`, lies in [min, max]; false after an error.
  bool expectWithin(llvm::StringRef what, int64_t value, int64_t min,
                    int64_t max);

  /// `axis` is from `min` on and a dimension of the last buffer.
  void expectAxis(int64_t axis, int64_t min = 0);

  /// The last buffer that was read has this size along `dim`.
  void expectSize(int64_t dim, int64_t size);

  /// The last buffer that was read has the sizes of `other`, but along
  /// `exceptDim`.
  void expectSizes(mlir::MemRefType other, int64_t exceptDim = -1);

  /// The last buffer that was read is at most as large as `other` along `dim`.
  void expectAtMost(mlir::MemRefType other, int64_t dim);

  /// Nothing is left; whether all was as expected.
  mlir::LogicalResult finish();

private:
  mlir::Attribute constant();
  /// The same, of `kind`; null after an error.
  template <typename AttrT> AttrT constant(llvm::StringRef kind);
  mlir::MemRefType takeBuffer();
  mlir::InFlightDiagnostic error();

  mlir::func::CallOp call;
  llvm::StringRef name;
  llvm::ArrayRef<mlir::Attribute> constants;
  mlir::MemRefType last;
  unsigned numConstants = 0, numBuffers = 0;
  bool hasFailed = false;
};

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_LIBRARYCALLREADER_H
