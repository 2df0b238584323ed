#ifndef TVM_CONVERSION_ONNXTOGRAPH_LISTS_H
#define TVM_CONVERSION_ONNXTOGRAPH_LISTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include <onnx/onnx_pb.h>

#include <variant>

namespace tvm::onnx_import {

/// The kind of a list and of its elements, as far as they are known.
struct ListType {
  enum Kind {
    Sequence,
    OptionalTensor,
    OptionalSequence,
    Optional ///< of whatever: it is empty
  };
  /// Ranks of elements that differ or are not known, and of no element.
  static constexpr int64_t kAnyRank = -1, kNoRank = -2;

  Kind kind = Sequence;
  mlir::Type element; ///< null: not known
  int64_t rank = kNoRank;

  bool operator==(const ListType &other) const {
    return kind == other.kind && element == other.element && rank == other.rank;
  }
  bool isOptional() const { return kind != Sequence; }
};

/// A sequence or an optional. One whose length is known while importing is its
/// `elements`; there, an optional sequence is the sequence, or nothing. Others
/// are a tensor of references when the model runs.
struct TensorList {
  enum Kind { Sequence, OptionalTensor, EmptyOptional, RunTime };
  Kind kind = Sequence;
  llvm::SmallVector<mlir::Value> elements;
  ListType type = {};          ///< of a list at run time, or without elements
  mlir::Value references = {}; ///< at run time

  static TensorList atRunTime(ListType type, mlir::Value references) {
    return {RunTime, {}, type, references};
  }
  bool isKnown() const { return kind != RunTime; }
};

/// The meaning of a name: a tensor or a list.
using Binding = std::variant<mlir::Value, TensorList>;

/// How the manifest and messages call it: "optional(sequence(float32[?,?]))".
std::string describe(const ListType &type);

/// The type that a model declares; nothing where it is no list of tensors of
/// known elements.
std::optional<ListType> convertListType(const onnx::TypeProto &type,
                                        mlir::MLIRContext *context);

/// Fails where elements have several types.
llvm::FailureOr<ListType> getListType(const TensorList &list);
/// The same; that of a tensor as an optional.
llvm::FailureOr<ListType> getListType(const Binding &binding);

/// The type of lists that are of one or the other; fails where there is none.
llvm::FailureOr<ListType> joinListTypes(const ListType &a, const ListType &b);
/// The same for what two names stand for, at least one of which is a list.
llvm::FailureOr<ListType> joinListTypes(const Binding &a, const Binding &b);

/// The references that are `binding` at run time, as a list of `kind`, which
/// its type joins to.
mlir::Value makeReferences(mlir::OpBuilder &builder, mlir::Location loc,
                           const Binding &binding, ListType::Kind kind);

/// The element at `position` of the sequence `references`, a tensor of `rank`
/// dimensions.
mlir::Value readElement(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value references, mlir::Value position,
                        mlir::Type element, int64_t rank);

/// The sequence that the optional `references` holds.
mlir::Value readSequence(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value references);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_LISTS_H
