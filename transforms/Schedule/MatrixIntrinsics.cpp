#include "transforms/Schedule/MatrixIntrinsics.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tvm::schedule {

int64_t getMatrixSteps(int64_t steps) {
  constexpr int64_t kMost = 32, kLeast = 16;
  for (int64_t each = kMost; each >= kLeast; each -= kMatrixPair)
    if (steps % each == 0)
      return each;
  return 0;
}

/// {0}: name, {1}: rows, {2}: columns, {3}: steps, {4}: pairs of steps.
static constexpr char kBehaviour[] = R"mlir(
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

/// {0}: rows, {1}: columns.
static constexpr char kReset[] = R"mlir(reset {{
^bb0(%y: memref<{0}x{1}xf32, strided<[?, 1], offset: ?>>):
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to {0} {{
    affine.for %j = 0 to {1} {{
      affine.store %zero, %y[%i, %j] : memref<{0}x{1}xf32, strided<[?, 1], offset: ?>>
    }
  }
  te.yield
} update {{
)mlir";

/// {1} to {4} as in kBehaviour, {5}: bytes of the steps of an instruction, {6}:
/// pairs of these.
static constexpr char kOperands[] = R"mlir(
^bb0(%x: memref<{1}x{3}xbf16, strided<[?, 1], offset: ?>>, %w: memref<{4}x{2}x2xbf16, strided<[?, 2, 1], offset: ?>>, %y: memref<{1}x{2}xf32, strided<[?, 1], offset: ?>>):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bytes_of_column = arith.constant 4 : index
  %bytes_of_step = arith.constant {5} : index
  %bytes_of_row = arith.constant {5} : i16
  %pairs = arith.constant {6} : i16
  %pairs_of_step = arith.constant {6} : index
)mlir";

/// Address and bytes from row to row of an operand. {0}: name, {1}: bytes of an
/// element, {2}: rank, {3}: type, {4}: element type, {5}: types of sizes and
/// strides.
static constexpr char kOperand[] = R"mlir(
  %{0}_buffer, %{0}_offset, %{0}_sizes:{2}, %{0}_strides:{2} = memref.extract_strided_metadata %{0} : {3} -> memref<{4}>, index, {5}
  %{0}_address = memref.extract_aligned_pointer_as_index %{0} : {3} -> index
  %{0}_element = arith.constant {1} : index
  %{0}_skipped = arith.muli %{0}_offset, %{0}_element : index
  %{0}_begin = arith.addi %{0}_address, %{0}_skipped : index
  %{0}_pitch = arith.muli %{0}_strides#0, %{0}_element : index
  %{0}_stride = arith.index_cast %{0}_pitch : index to i64
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
  int64_t countColumnTiles() const {
    return llvm::divideCeil(columns, kMatrixRows);
  }
  /// Rows or columns of a register: as many for all, as LLVM configures each
  /// register once per function.
  static int64_t getPart(int64_t size) { return std::min(size, kMatrixRows); }
  /// Where those of register `tile` begin; the last ones overlap the others,
  /// and get the same values.
  static int64_t getBegin(int64_t size, int64_t tile) {
    return std::min(tile * kMatrixRows, size - getPart(size));
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
  os << llvm::formatv(kOperand, "x", 2, 2, x, "bf16", index(4))
     << llvm::formatv(kOperand, "w", 2, 3, w, "bf16", index(6))
     << llvm::formatv(kOperand, "y", 4, 2, y, "f32", index(4))
     << "  %w_next = arith.muli %w_pitch, %pairs_of_step : index\n";
  os << "  %rows = arith.constant " << getPart(rows) << " : i16\n"
     << "  %bytes = arith.constant " << 4 * getPart(columns) << " : i16\n";
}

/// A pointer from the index `value`.
void ProductWriter::writeAddress(const Twine &value) {
  os << "  " << value << "_n = arith.index_cast " << value
     << " : index to i64\n  " << value << "_p = llvm.inttoptr " << value
     << "_n : i64 to !llvm.ptr\n";
}

/// Registers of an operand of a step, which begins at `%x_t`.
void ProductWriter::writeLoads(char operand, int64_t count) {
  bool isRow = operand == 'x';
  for (int64_t t = 0; t < count; ++t) {
    os << llvm::formatv(
        "  %{0}_{1}_begin = arith.constant {2} : index\n"
        "  %{0}_{1}_skip = arith.muli %{0}_{1}_begin, {3} : index\n"
        "  %{0}_{1} = arith.addi %{0}_t, %{0}_{1}_skip : index\n",
        operand, t, getBegin(isRow ? rows : columns, t),
        isRow ? "%x_pitch" : "%bytes_of_column");
    writeAddress(Twine("%") + Twine(operand) + "_" + Twine(t));
    os << llvm::formatv(
        "  %{0}{1} = llvm.call_intrinsic \"llvm.x86.tileloadd64.internal\"({2},"
        " %{0}_{1}_p, %{0}_stride) : (i16, i16, !llvm.ptr, i64) -> "
        "!llvm.x86_amx\n",
        operand, t, isRow ? "%rows, %bytes_of_row" : "%pairs, %bytes");
  }
}

/// What leads to the code: `compute`, or `reset` and `update`.
void ProductWriter::writeRegion() {
  if (!isAdded) {
    os << "compute {\n";
    return;
  }
  os << llvm::formatv(kReset, rows, columns);
}

/// Where register (i, j) of the sum lies in the result.
void ProductWriter::writeSumAddress(int64_t i, int64_t j) {
  os << llvm::formatv(
      "  %y_{0}{1}_begin = arith.constant {2} : index\n"
      "  %y_{0}{1}_row = arith.muli %y_{0}{1}_begin, %y_pitch : index\n"
      "  %y_{0}{1}_column = arith.constant {3} : index\n"
      "  %y_{0}{1}_in = arith.addi %y_{0}{1}_row, %y_{0}{1}_column : index\n"
      "  %y_{0}{1} = arith.addi %y_begin, %y_{0}{1}_in : index\n",
      i, j, getBegin(rows, i), 4 * getBegin(columns, j));
  writeAddress(llvm::formatv("%y_{0}{1}", i, j).str());
}

/// What register (i, j) of the sum begins with.
void ProductWriter::writeBegin(int64_t i, int64_t j) {
  os << llvm::formatv(
      isAdded ? "  %begin{0}{1} = llvm.call_intrinsic "
                "\"llvm.x86.tileloadd64.internal\"(%rows, %bytes, "
                "%y_{0}{1}_p, %y_stride) : (i16, i16, !llvm.ptr, i64) -> "
                "!llvm.x86_amx\n"
              : "  %begin{0}{1} = llvm.call_intrinsic "
                "\"llvm.x86.tilezero.internal\"(%rows, %bytes) : "
                "(i16, i16) -> !llvm.x86_amx\n",
      i, j);
}

std::string ProductWriter::write() {
  int64_t pairs = steps / kMatrixPair, each = getMatrixSteps(steps);
  os << llvm::formatv(kBehaviour, name, rows, columns, steps, pairs);
  writeRegion();
  os << llvm::formatv(/*Validate=*/false, kOperands, name, rows, columns, steps,
                      pairs, 2 * each, each / kMatrixPair);
  writeOperands();
  forEachSum([&](int64_t i, int64_t j) { writeSumAddress(i, j); });
  forEachSum([&](int64_t i, int64_t j) { writeBegin(i, j); });
  std::string types = list("!llvm.x86_amx");
  os << "  %count = arith.constant " << steps / getMatrixSteps(steps)
     << " : index\n"
     << "  %sum:" << countRowTiles() * countColumnTiles()
     << " = scf.for %t = %c0 to %count step %c1 iter_args("
     << list("%sum{0}{1} = %begin{0}{1}") << ") -> (" << types << ") {\n"
     << "  %x_step = arith.muli %t, %bytes_of_step : index\n"
     << "  %x_t = arith.addi %x_begin, %x_step : index\n"
     << "  %w_step = arith.muli %t, %w_next : index\n"
     << "  %w_t = arith.addi %w_begin, %w_step : index\n";
  writeLoads('x', countRowTiles());
  writeLoads('w', countColumnTiles());
  forEachSum([&](int64_t i, int64_t j) {
    os << llvm::formatv(
        "  %next{0}{1} = llvm.call_intrinsic \"llvm.x86.tdpbf16ps.internal\""
        "(%rows, %bytes, %bytes_of_row, %sum{0}{1}, %x{0}, %w{1}) : "
        "(i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> "
        "!llvm.x86_amx\n",
        i, j);
  });
  os << "  scf.yield " << list("%next{0}{1}") << " : " << types << "\n  }\n";
  forEachSum([&](int64_t i, int64_t j) {
    os << llvm::formatv(
        "  llvm.call_intrinsic \"llvm.x86.tilestored64.internal\"(%rows, "
        "%bytes, %y_{0}{1}_p, %y_stride, %sum#{2}) : (i16, i16, "
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
