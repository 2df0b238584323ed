// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs after passes, executed by the functional simulator.
#include "conversion/VTABinary/VTABinary.h"
#include "dialects/VTA/VTADialect.h"
#include "dialects/VTA/VTATokens.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/LoadedProgram.h"
#include "test/runtime/vta/RandomInstructions.h"
#include "transforms/VTA/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm::vta;
using namespace tvm::test;

namespace rt = tvm::runtime::vta;

namespace {

std::vector<int8_t> randomBytes(uint64_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int8_t> bytes(size);
  for (int8_t &byte : bytes)
    byte = int8_t(random());
  return bytes;
}

ProgramOp getProgram(ModuleOp module) {
  return *module.getOps<ProgramOp>().begin();
}

class ExecutionTest : public testing::Test {
protected:
  ExecutionTest() { context.loadDialect<VTADialect>(); }

  /// The program without tokens, and with those that the passes insert.
  rt::Program withNewTokens(const rt::Program &program) {
    auto module = decodeProgram(program, "program", &context);
    getProgram(*module).walk(
        [](InstructionOpInterface op) { op.setDependencies({}); });
    return insertAndEncode(getProgram(*module));
  }

  rt::Program insertAndEncode(ProgramOp program) {
    EXPECT_TRUE(succeeded(insertTokens(program)));
    EXPECT_TRUE(succeeded(foldTokens(program)));
    EXPECT_TRUE(succeeded(verifyBehaviour(program, /*maxFindings=*/10)));
    FailureOr<rt::Program> encoded = encodeProgram(program);
    EXPECT_TRUE(succeeded(encoded));
    return succeeded(encoded) ? *encoded : rt::Program();
  }

  MLIRContext context;
};

/// The published listing's computation of one tile, from its definition.
class PublishedTile {
public:
  PublishedTile(const std::vector<int8_t> &activ,
                const std::vector<int8_t> &param,
                const std::vector<int8_t> &ldbuf, unsigned tile)
      : activ(&activ[tile * 25 * 16]), param(&param[tile / 2 * 72 * 256]),
        ldbuf(&ldbuf[tile * 32 * 64]) {}

  /// Low bits of the largest of four pixels.
  int8_t at(unsigned block, unsigned channel) const {
    int32_t largest = INT32_MIN;
    for (unsigned y = 0; y < 2; ++y)
      for (unsigned x = 0; x < 2; ++x)
        largest = std::max(largest, convolve(y, x, block, channel));
    return int8_t(largest);
  }

private:
  int32_t convolve(unsigned y, unsigned x, unsigned block,
                   unsigned channel) const {
    int32_t sum;
    std::memcpy(&sum, ldbuf + (((2 * y + x) * 8 + block) * 16 + channel) * 4,
                sizeof(sum));
    for (unsigned tap = 0; tap < 9; ++tap) {
      unsigned pixel = (2 * y + tap / 3) * 5 + 2 * x + tap % 3;
      for (unsigned i = 0; i < 16; ++i)
        sum += activ[pixel * 16 + i] *
               param[((block * 9 + tap) * 16 + channel) * 16 + i];
    }
    return sum;
  }

  const int8_t *activ, *param, *ldbuf;
};

TEST_F(ExecutionTest, ThePublishedListing) {
  auto module = parseSourceFile<ModuleOp>(
      "test/transforms/VTA/published-encodable.mlir", &context);
  ASSERT_TRUE(module);
  rt::Program program = insertAndEncode(getProgram(*module));
  LoadedProgram loaded(program);
  std::vector<int8_t> activ = randomBytes(loaded.sizeOf("ACTIV"), 1);
  std::vector<int8_t> param = randomBytes(loaded.sizeOf("PARAM"), 2);
  std::vector<int8_t> ldbuf = randomBytes(loaded.sizeOf("LDBUF"), 3);
  for (int8_t &byte : ldbuf) // sums stay within 32 bits
    byte /= 2;
  loaded.write("ACTIV", activ);
  loaded.write("PARAM", param);
  loaded.write("LDBUF", ldbuf);
  std::vector<int8_t> expected;
  for (unsigned tile = 0; tile < 4; ++tile)
    for (unsigned block = 0; block < 8; ++block)
      for (unsigned channel = 0; channel < 16; ++channel)
        expected.push_back(
            PublishedTile(activ, param, ldbuf, tile).at(block, channel));
  for (int seed = 0; seed < 50; ++seed) {
    loaded.write("STBUF", std::vector<int8_t>(expected.size()));
    ASSERT_EQ(loaded.run(seed), VTA_OK) << vta_last_error();
    ASSERT_EQ(loaded.read("STBUF"), expected) << "seed " << seed;
  }
}

TEST_F(ExecutionTest, AConvolutionOfTiles) {
  context.loadDialect<func::FuncDialect, memref::MemRefDialect>();
  auto module = parseSourceFile<ModuleOp>(
      "test/transforms/VTA/tile-convolution.mlir", &context);
  ASSERT_TRUE(module);
  FailureOr<ProgramOp> lowered =
      lowerTiles(*module->getOps<func::FuncOp>().begin());
  ASSERT_TRUE(succeeded(lowered));
  rt::Program program = insertAndEncode(*lowered);
  LoadedProgram loaded(program);
  std::vector<int8_t> data = randomBytes(loaded.sizeOf("arg0"), 1);
  std::vector<int8_t> weights = randomBytes(loaded.sizeOf("arg1"), 2);
  loaded.write("arg0", data);
  loaded.write("arg1", weights);
  std::vector<int8_t> expected =
      convolve(rt::Configuration(), {8, 32, 32, 3, 2, 1, 8}, data, weights);
  for (int seed = 0; seed < 20; ++seed) {
    ASSERT_EQ(loaded.run(seed), VTA_OK) << vta_last_error();
    ASSERT_EQ(loaded.read("arg2"), expected) << "seed " << seed;
  }
  EXPECT_EQ(loaded.counters.gemm_iterations, 2u * 16 * 2 * 9);
}

TEST_F(ExecutionTest, ConvolutionsWithTheirTokensAndWithNewOnes) {
  for (const NamedConvolution &named : resNetConvolutions()) {
    SCOPED_TRACE(named.name);
    rt::Program program =
        makeConvolution(rt::Configuration(), named.convolution, named.tiling);
    auto module = decodeProgram(program, named.name, &context);
    ASSERT_TRUE(module);
    ASSERT_TRUE(succeeded(verifyBehaviour(getProgram(*module), 10)));
    rt::Program changed = withNewTokens(program);
    ASSERT_FALSE(changed.instructions == program.instructions);
    LoadedProgram loaded(changed);
    std::vector<int8_t> data = randomBytes(loaded.sizeOf("data"), 1);
    std::vector<int8_t> weights = randomBytes(loaded.sizeOf("weights"), 2);
    loaded.write("data", data);
    loaded.write("weights", weights);
    ASSERT_EQ(loaded.run(/*seed=*/3), VTA_OK) << vta_last_error();
    ASSERT_EQ(loaded.read("result"),
              convolve(rt::Configuration(), named.convolution, data, weights));
  }
}

/// Doubles the tokens from load to compute.
void doubleTokens(ProgramOp program) {
  OpBuilder builder(program.getContext());
  for (auto op :
       llvm::to_vector(program.getBody().getOps<InstructionOpInterface>())) {
    auto module = cast<StreamOpInterface>(*op).getModule();
    builder.setInsertionPointAfter(op);
    if (module == Module::Load && op.getDependencies().pushNext)
      PushOp::create(builder, op.getLoc(), Module::Load, Module::Compute,
                     IntegerAttr(), IntegerAttr());
    builder.setInsertionPoint(op);
    if (module == Module::Compute && op.getDependencies().popPrev)
      PopOp::create(builder, op.getLoc(), Module::Load, Module::Compute,
                    IntegerAttr(), IntegerAttr());
  }
}

TEST_F(ExecutionTest, DoubledTokensOfConvolutionsAreRemovedAndNoOthers) {
  for (const NamedConvolution &named : resNetConvolutions()) {
    SCOPED_TRACE(named.name);
    rt::Program expected =
        makeConvolution(rt::Configuration(), named.convolution, named.tiling);
    auto module = decodeProgram(expected, named.name, &context);
    ProgramOp program = getProgram(*module);
    doubleTokens(program);
    ASSERT_TRUE(succeeded(removeRedundantTokens(program)));
    ASSERT_TRUE(succeeded(verifyRemovedTokens(program)));
    EXPECT_FALSE(program->getAttrOfType<ArrayAttr>(kRemovedTokens).empty());
    ASSERT_TRUE(succeeded(foldTokens(program)));
    FailureOr<rt::Program> encoded = encodeProgram(program);
    ASSERT_TRUE(succeeded(encoded));
    EXPECT_TRUE(encoded->instructions == expected.instructions);
  }
}

TEST_F(ExecutionTest, OtherConfigurationsInAnyOrder) {
  for (size_t i = 0; i < 4; ++i) {
    const rt::Configuration &configuration = testConfigurations()[i];
    SCOPED_TRACE(configuration.key());
    Convolution convolution{8, 64, 64, 3, 2, 1, 7};
    rt::Program program =
        withNewTokens(makeConvolution(configuration, convolution, {2, 2, 2}));
    LoadedProgram loaded(program);
    std::vector<int8_t> data = randomBytes(loaded.sizeOf("data"), 1);
    std::vector<int8_t> weights = randomBytes(loaded.sizeOf("weights"), 2);
    loaded.write("data", data);
    loaded.write("weights", weights);
    for (int seed = 0; seed < 10; ++seed) {
      ASSERT_EQ(loaded.run(seed), VTA_OK) << vta_last_error();
      ASSERT_EQ(loaded.read("result"),
                convolve(configuration, convolution, data, weights));
    }
  }
}

} // namespace
