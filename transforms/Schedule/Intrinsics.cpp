#include "transforms/Schedule/Intrinsics.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace tvm::schedule {

/// L: lanes, B: bytes of a vector, S: bits of it.
static constexpr StringLiteral kDotProduct = R"mlir(
te.tensor_intrin @dot_Lx4_vnni {
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
  %6 = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.S"(%5, %3, %4) : (vector<Lxi32>, vector<Bxi8>, vector<Bxi8>) -> vector<Lxi32>
  affine.vector_store %6, %y[0] : memref<Lxi32, strided<[1], offset: ?>>, vector<Lxi32>
  te.yield
}
)mlir";

te::TensorIntrinOp declareDotProduct(ModuleOp module, int64_t lanes) {
  std::string name = "dot_" + std::to_string(lanes) + "x4_vnni";
  if (auto declared = module.lookupSymbol<te::TensorIntrinOp>(name))
    return declared;
  std::string text;
  for (char c : kDotProduct.ltrim())
    if (c == 'L')
      text += std::to_string(lanes);
    else if (c == 'B')
      text += std::to_string(lanes * kDotSteps);
    else if (c == 'S')
      text += std::to_string(lanes * 32);
    else
      text += c;
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(text, ParserConfig(module.getContext()));
  auto intrin = *parsed->getOps<te::TensorIntrinOp>().begin();
  return cast<te::TensorIntrinOp>(builder.clone(*intrin));
}

} // namespace tvm::schedule
