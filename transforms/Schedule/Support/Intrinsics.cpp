// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Support/Intrinsics.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace tvm::schedule {

/// Placeholders: L: lanes, H: halves (16 bits) of a vector, B: its bytes, N:
/// its name, I: the computation of %6 from accumulators %5 and factors %3 and
/// %4.
static constexpr StringLiteral kDotProduct = R"mlir(
te.tensor_intrin @dot_Lx4_N {
^bb0(%x: tensor<4xi8>, %w: tensor<Lx4xi8>):
  %y = te.compute [L, 4] spatial 1 reduce sum {
  ^bb0(%i: index, %k: index):
    %0 = te.read %x[%k] : tensor<4xi8>
    %1 = te.read %w[%i, %k] : tensor<Lx4xi8>
    %2 = arith.extui %0 : i8 to i32
    %3 = arith.extsi %1 : i8 to i32
    %4 = arith.muli %2, %3 : i32
    te.yield %4 : i32
  } : tensor<Lxi32>
  te.yield %y : tensor<Lxi32>
} reset {
^bb0(%y: memref<Lxi32, strided<[1], offset: ?>>):
  %zero = arith.constant dense<0> : vector<Lxi32>
  affine.vector_store %zero, %y[0] : memref<Lxi32, strided<[1], offset: ?>>, vector<Lxi32>
  te.yield
} update {
^bb0(%x: memref<4xi8, strided<[1], offset: ?>>, %w: memref<Lx4xi8, strided<[4, 1], offset: ?>>, %y: memref<Lxi32, strided<[1], offset: ?>>):
  %0 = affine.vector_load %x[0] : memref<4xi8, strided<[1], offset: ?>>, vector<4xi8>
  %1 = vector.bitcast %0 : vector<4xi8> to vector<1xi32>
  %2 = vector.broadcast %1 : vector<1xi32> to vector<Lxi32>
  %3 = vector.bitcast %2 : vector<Lxi32> to vector<Bxi8>
  %flat = memref.collapse_shape %w [[0, 1]] : memref<Lx4xi8, strided<[4, 1], offset: ?>> into memref<Bxi8, strided<[1], offset: ?>>
  %4 = affine.vector_load %flat[0] : memref<Bxi8, strided<[1], offset: ?>>, vector<Bxi8>
  %5 = affine.vector_load %y[0] : memref<Lxi32, strided<[1], offset: ?>>, vector<Lxi32>
I  affine.vector_store %6, %y[0] : memref<Lxi32, strided<[1], offset: ?>>, vector<Lxi32>
  te.yield
}
)mlir";

/// Placeholder: F: the instruction.
static constexpr StringLiteral kVNNI = R"mlir(
  %6 = llvm.call_intrinsic "F"(%5, %3, %4) : (vector<Lxi32>, vector<Bxi8>, vector<Bxi8>) -> vector<Lxi32>
)mlir";

/// Even and odd bytes, extended to 16 bits. (`vpmaddubsw` needs no extensions,
/// but adds pairs of products in 16 bits, which saturate.)
static constexpr StringLiteral kMultiplyAdd = R"mlir(
  %x16 = vector.bitcast %3 : vector<Bxi8> to vector<Hxi16>
  %w16 = vector.bitcast %4 : vector<Bxi8> to vector<Hxi16>
  %bits = arith.constant dense<8> : vector<Hxi16>
  %low = arith.constant dense<255> : vector<Hxi16>
  %even_x = arith.andi %x16, %low : vector<Hxi16>
  %odd_x = arith.shrui %x16, %bits : vector<Hxi16>
  %high_w = arith.shli %w16, %bits : vector<Hxi16>
  %even_w = arith.shrsi %high_w, %bits : vector<Hxi16>
  %odd_w = arith.shrsi %w16, %bits : vector<Hxi16>
  %even = llvm.call_intrinsic "F"(%even_x, %even_w) : (vector<Hxi16>, vector<Hxi16>) -> vector<Lxi32>
  %odd = llvm.call_intrinsic "F"(%odd_x, %odd_w) : (vector<Hxi16>, vector<Hxi16>) -> vector<Lxi32>
  %products = arith.addi %even, %odd : vector<Lxi32>
  %6 = arith.addi %5, %products : vector<Lxi32>
)mlir";

/// `text` with its capitals replaced by their texts.
static std::string expand(StringRef text,
                          ArrayRef<std::pair<char, std::string>> capitals) {
  std::string expanded;
  for (char c : text) {
    auto *it = llvm::find_if(
        capitals, [c](const auto &capital) { return capital.first == c; });
    if (it == capitals.end())
      expanded += c;
    else
      expanded += expand(it->second, capitals);
  }
  return expanded;
}

/// LLVM's name of the instruction on vectors of `lanes` i32.
static StringRef getInstruction(DotProduct instruction, int64_t lanes) {
  bool isWide = lanes == 16;
  if (instruction == DotProduct::VNNI)
    return isWide ? "llvm.x86.avx512.vpdpbusd.512"
                  : "llvm.x86.avx512.vpdpbusd.256";
  return isWide ? "llvm.x86.avx512.pmaddw.d.512" : "llvm.x86.avx2.pmadd.wd";
}

te::TensorIntrinOp declareIntrinsic(ModuleOp module, StringRef name,
                                    function_ref<std::string()> write) {
  if (auto declared = module.lookupSymbol<te::TensorIntrinOp>(name))
    return declared;
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(write(), ParserConfig(module.getContext()));
  auto intrin = *parsed->getOps<te::TensorIntrinOp>().begin();
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  return cast<te::TensorIntrinOp>(builder.clone(*intrin));
}

te::TensorIntrinOp declareDotProduct(ModuleOp module, int64_t lanes,
                                     DotProduct instruction) {
  bool isVNNI = instruction == DotProduct::VNNI;
  std::string suffix = isVNNI ? "vnni" : "madd";
  std::string name = "dot_" + std::to_string(lanes) + "x4_" + suffix;
  return declareIntrinsic(module, name, [&] {
    return expand(kDotProduct.ltrim(),
                  {{'L', std::to_string(lanes)},
                   {'H', std::to_string(lanes * 2)},
                   {'B', std::to_string(lanes * kDotSteps)},
                   {'N', suffix},
                   {'F', getInstruction(instruction, lanes).str()},
                   {'I', (isVNNI ? kVNNI : kMultiplyAdd).ltrim('\n').str()}});
  });
}

} // namespace tvm::schedule
