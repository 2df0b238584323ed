#include "transforms/Schedule/MatrixIntrinsics.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tvm::schedule {

/// {0}: name, {1}: rows, {2}: columns, {3}: steps, {4}: pairs of steps.
static constexpr StringLiteral kBehaviour = R"mlir(
te.tensor_intrin @{0} {{
^bb0(%x: tensor<{1}x{3}xbf16>, %w: tensor<{4}x{2}x2xbf16>):
  %y = te.compute [{1}, {2}, {4}, 2] spatial 2 reduce sum {{
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %0 = te.read %x[%i, %k * 2 + %l] : tensor<{1}x{3}xbf16>
    %1 = te.read %w[%k, %j, %l] : tensor<{4}x{2}x2xbf16>
    %2 = arith.extf %0 : bf16 to f32
    %3 = arith.extf %1 : bf16 to f32
    %4 = arith.mulf %2, %3 : f32
    te.yield %4 : f32
  } : tensor<{1}x{2}xf32>
  te.yield %y : tensor<{1}x{2}xf32>
} )mlir";

/// {0}: rows, {1}: columns, {2}: stores of zeros to row %i.
static constexpr StringLiteral kReset = R"mlir(reset {{
^bb0(%y: memref<{0}x{1}xf32, strided<[?, 1], offset: ?>>):
  %zero = arith.constant dense<0.0> : vector<16xf32>
  affine.for %i = 0 to {0} {{
{2}
  }
  te.yield
} update {{
)mlir";

/// {1} to {4} as in kBehaviour.
static constexpr StringLiteral kOperands = R"mlir(
^bb0(%x: memref<{1}x{3}xbf16, strided<[?, 1], offset: ?>>, %w: memref<{4}x{2}x2xbf16, strided<[?, 2, 1], offset: ?>>, %y: memref<{1}x{2}xf32, strided<[?, 1], offset: ?>>):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %bytes_of_vector = arith.constant 64 : index
  %bytes_of_row = arith.constant 64 : i16
  %pairs = arith.constant 16 : i16
)mlir";

/// Address and bytes from row to row of an operand. {0}: name, {1}: bytes of an
/// element, {2}: rank, {3}: type, {4}: element type, {5}: types of sizes and
/// strides.
static constexpr StringLiteral kOperand = R"mlir(
  %{0}_buffer, %{0}_offset, %{0}_sizes:{2}, %{0}_strides:{2} = memref.extract_strided_metadata %{0} : {3} -> memref<{4}>, index, {5}
  %{0}_address = memref.extract_aligned_pointer_as_index %{0} : {3} -> index
  %{0}_element = arith.constant {1} : index
  %{0}_skipped = arith.muli %{0}_offset, %{0}_element : index
  %{0}_begin = arith.addi %{0}_address, %{0}_skipped : index
  %{0}_pitch = arith.muli %{0}_strides#0, %{0}_element : index
  %{0}_stride = arith.index_cast %{0}_pitch : index to i64
  %{0}_next = arith.muli %{0}_pitch, %c16 : index
)mlir";

namespace {
/// Writes the code of one product.
class ProductWriter {
public:
  ProductWriter(StringRef name, const MatrixProduct &product)
      : name(name), rows(product.rows), columns(product.columns),
        steps(product.steps), isAdded(product.isAdded), os(text) {}

  std::string write();

private:
  int64_t countRowTiles() const { return llvm::divideCeil(rows, kMatrixRows); }
  int64_t countColumnTiles() const { return columns / kMatrixRows; }
  int64_t getRows(int64_t tile) const {
    return std::min(rows - tile * kMatrixRows, kMatrixRows);
  }
  /// `format` for each matrix register of the sum, with commas: {0} and {1} are
  /// its row and column.
  std::string list(const char *format) const;
  void forEachSum(llvm::function_ref<void(int64_t, int64_t)> write);
  void writeRegion();
  void writeOperands();
  void writeLoads(char operand, int64_t count);
  void writeAddress(const Twine &value);
  void writeSumAddress(int64_t i, int64_t j);
  void writeBegin(int64_t i, int64_t j);

  StringRef name;
  int64_t rows, columns, steps;
  bool isAdded;
  std::string text;
  llvm::raw_string_ostream os;
};
} // namespace

void ProductWriter::forEachSum(
    llvm::function_ref<void(int64_t, int64_t)> write) {
  for (int64_t i = 0; i < countRowTiles(); ++i)
    for (int64_t j = 0; j < countColumnTiles(); ++j)
      write(i, j);
}

std::string ProductWriter::list(const char *format) const {
  std::string items;
  for (int64_t i = 0; i < countRowTiles(); ++i)
    for (int64_t j = 0; j < countColumnTiles(); ++j)
      items += (items.empty() ? "" : ", ") +
               llvm::formatv(/*Validate=*/false, format, i, j).str();
  return items;
}

void ProductWriter::writeOperands() {
  auto index = [](int64_t count) {
    std::string list = "index";
    for (int64_t i = 1; i < count; ++i)
      list += ", index";
    return list;
  };
  std::string x = llvm::formatv(
      "memref<{0}x{1}xbf16, strided<[?, 1], offset: ?>>", rows, steps);
  std::string w =
      llvm::formatv("memref<{0}x{1}x2xbf16, strided<[?, 2, 1], offset: ?>>",
                    steps / kMatrixPair, columns);
  std::string y = llvm::formatv(
      "memref<{0}x{1}xf32, strided<[?, 1], offset: ?>>", rows, columns);
  const char *operand = kOperand.data();
  os << llvm::formatv(operand, "x", 2, 2, x, "bf16", index(4))
     << llvm::formatv(operand, "w", 2, 3, w, "bf16", index(6))
     << llvm::formatv(operand, "y", 4, 2, y, "f32", index(4));
  for (int64_t i = 0; i < countRowTiles(); ++i)
    os << llvm::formatv("  %rows{0} = arith.constant {1} : i16\n", i,
                        getRows(i));
}

/// A pointer from the index `value`.
void ProductWriter::writeAddress(const Twine &value) {
  os << "  " << value << "_n = arith.index_cast " << value
     << " : index to i64\n  " << value << "_p = llvm.inttoptr " << value
     << "_n : i64 to !llvm.ptr\n";
}

/// Registers of an operand of a step, whose first one begins at `%x_0`.
void ProductWriter::writeLoads(char operand, int64_t count) {
  for (int64_t t = 0; t < count; ++t) {
    if (t > 0)
      os << llvm::formatv("  %{0}_{1} = arith.addi %{0}_{2}, {3} : index\n",
                          operand, t, t - 1,
                          operand == 'x' ? "%x_next" : "%bytes_of_vector");
    writeAddress(Twine("%") + Twine(operand) + "_" + Twine(t));
    os << llvm::formatv(
        "  %{0}{1} = llvm.call_intrinsic \"llvm.x86.tileloadd64.internal\"({2},"
        " %bytes_of_row, %{0}_{1}_p, %{0}_stride) : (i16, i16, !llvm.ptr, i64) "
        "-> !llvm.x86_amx\n",
        operand, t,
        operand == 'x' ? llvm::formatv("%rows{0}", t).str()
                       : std::string("%pairs"));
  }
}

/// What leads to the code: `compute`, or `reset` and `update`.
void ProductWriter::writeRegion() {
  if (!isAdded) {
    os << "compute {\n";
    return;
  }
  std::string stores;
  for (int64_t j = 0; j < columns; j += kMatrixRows)
    stores += llvm::formatv(
        "    affine.vector_store %zero, %y[%i, {0}] : memref<{1}x{2}xf32, "
        "strided<[?, 1], offset: ?>>, vector<16xf32>\n",
        j, rows, columns);
  os << llvm::formatv(kReset.data(), rows, columns, stores);
}

/// Where register (i, j) of the sum lies in the result.
void ProductWriter::writeSumAddress(int64_t i, int64_t j) {
  os << llvm::formatv(
      "  %y_{0}{1}_at = arith.constant {0} : index\n"
      "  %y_{0}{1}_row = arith.muli %y_{0}{1}_at, %y_next : index\n"
      "  %y_{0}{1}_column = arith.constant {2} : index\n"
      "  %y_{0}{1}_in = arith.addi %y_{0}{1}_row, %y_{0}{1}_column : index\n"
      "  %y_{0}{1} = arith.addi %y_begin, %y_{0}{1}_in : index\n",
      i, j, j * 64);
  writeAddress(llvm::formatv("%y_{0}{1}", i, j).str());
}

/// What register (i, j) of the sum begins with.
void ProductWriter::writeBegin(int64_t i, int64_t j) {
  os << llvm::formatv(
      isAdded ? "  %begin{0}{1} = llvm.call_intrinsic "
                "\"llvm.x86.tileloadd64.internal\"(%rows{0}, %bytes_of_row, "
                "%y_{0}{1}_p, %y_stride) : (i16, i16, !llvm.ptr, i64) -> "
                "!llvm.x86_amx\n"
              : "  %begin{0}{1} = llvm.call_intrinsic "
                "\"llvm.x86.tilezero.internal\"(%rows{0}, %bytes_of_row) : "
                "(i16, i16) -> !llvm.x86_amx\n",
      i, j);
}

std::string ProductWriter::write() {
  int64_t pairs = steps / kMatrixPair;
  os << llvm::formatv(kBehaviour.ltrim().data(), name, rows, columns, steps,
                      pairs);
  writeRegion();
  os << llvm::formatv(/*Validate=*/false, kOperands.ltrim().data(), name, rows,
                      columns, steps, pairs);
  writeOperands();
  forEachSum([&](int64_t i, int64_t j) { writeSumAddress(i, j); });
  forEachSum([&](int64_t i, int64_t j) { writeBegin(i, j); });
  std::string types = list("!llvm.x86_amx");
  os << "  %count = arith.constant " << steps / kMatrixSteps << " : index\n"
     << "  %sum:" << countRowTiles() * countColumnTiles()
     << " = scf.for %t = %c0 to %count step %c1 iter_args("
     << list("%sum{0}{1} = %begin{0}{1}") << ") -> (" << types << ") {\n"
     << "  %x_t = arith.muli %t, %bytes_of_vector : index\n"
     << "  %x_0 = arith.addi %x_begin, %x_t : index\n"
     << "  %w_t = arith.muli %t, %w_next : index\n"
     << "  %w_0 = arith.addi %w_begin, %w_t : index\n";
  writeLoads('x', countRowTiles());
  writeLoads('w', countColumnTiles());
  forEachSum([&](int64_t i, int64_t j) {
    os << llvm::formatv(
        "  %next{0}{1} = llvm.call_intrinsic \"llvm.x86.tdpbf16ps.internal\""
        "(%rows{0}, %bytes_of_row, %bytes_of_row, %sum{0}{1}, %x{0}, %w{1}) : "
        "(i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> "
        "!llvm.x86_amx\n",
        i, j);
  });
  os << "  scf.yield " << list("%next{0}{1}") << " : " << types << "\n  }\n";
  forEachSum([&](int64_t i, int64_t j) {
    os << llvm::formatv(
        "  llvm.call_intrinsic \"llvm.x86.tilestored64.internal\"(%rows{0}, "
        "%bytes_of_row, %y_{0}{1}_p, %y_stride, %sum#{2}) : (i16, i16, "
        "!llvm.ptr, i64, !llvm.x86_amx) -> ()\n",
        i, j, i * countColumnTiles() + j);
  });
  os << "  te.yield\n}\n";
  return text;
}

te::TensorIntrinOp declareMatrixProduct(ModuleOp module,
                                        const MatrixProduct &product) {
  std::string name = llvm::formatv("product_{0}x{1}x{2}_bf16{3}", product.rows,
                                   product.columns, product.steps,
                                   product.isAdded ? "_added" : "");
  if (auto declared = module.lookupSymbol<te::TensorIntrinOp>(name))
    return declared;
  std::string text = ProductWriter(name, product).write();
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(text, ParserConfig(module.getContext()));
  auto intrin = *parsed->getOps<te::TensorIntrinOp>().begin();
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  return cast<te::TensorIntrinOp>(builder.clone(*intrin));
}

} // namespace tvm::schedule
