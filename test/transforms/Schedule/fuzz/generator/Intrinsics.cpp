// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/generator/Generator.h"

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

using Shape = std::vector<int64_t>;

static std::string listOf(const Shape &shape, const std::string &type) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + type;
}

static std::string tensorOf(const Shape &shape, const std::string &type) {
  return "tensor<" + listOf(shape, type) + ">";
}

/// Returns the type of a view that may lie anywhere in a matrix.
static std::string viewOf(const Shape &shape, const std::string &type) {
  return "memref<" + listOf(shape, type) + ", strided<[?, ?], offset: ?>>";
}

/// `body` in loops over `sizes`, whose variables are %i, %j and %k.
static std::string loopOver(const Shape &sizes, const std::string &body) {
  static const char *const kNames[] = {"%i", "%j", "%k"};
  std::string text, end;
  for (size_t i = 0; i < sizes.size(); ++i) {
    text += "    affine.for " + std::string(kNames[i]) + " = 0 to " +
            std::to_string(sizes[i]) + " {\n";
    end += "    }\n";
  }
  return text + body + end;
}

/// The code of an instruction on views, %a and so on.
static std::string lowering(const std::string &keyword,
                            const std::vector<std::string> &types,
                            const std::string &code) {
  std::vector<std::string> arguments;
  for (size_t i = 0; i < types.size(); ++i)
    arguments.push_back(
        "%" + std::string(1, static_cast<char>('c' - types.size() + 1 + i)) +
        ": " + types[i]);
  return " " + keyword + " {\n  ^bb0(" + join(arguments) + "):\n" + code +
         "    te.yield\n  }";
}

static std::string load(const std::string &name, const std::string &from,
                        const std::string &place, const std::string &type) {
  return "    " + name + " = affine.load " + from + "[" + place +
         "] : " + type + "\n";
}

std::string Generator::behaviour(const Shape &left, const Shape &right,
                                 const Shape &tile, bool reduces) {
  std::string suffix = isFloat ? "f" : "i",
              result = tensorOf({tile[0], tile[1]}, type);
  std::string a = tensorOf(left, type), b = tensorOf(right, type);
  std::vector<std::string> extents;
  for (int64_t size : tile)
    extents.push_back(std::to_string(size));
  return "{\n  ^bb0(%a: " + a + ", %b: " + b + "):\n    %c = te.compute [" +
         join(extents) + "] spatial 2 " + (reduces ? "reduce sum {\n" : "{\n") +
         "    ^bb0(%i: index, %j: index" + (reduces ? ", %k: index" : "") +
         "):\n      %0 = te.read %a[%i, " + (reduces ? "%k" : "%j") +
         "] : " + a + "\n      %1 = te.read %b[" + (reduces ? "%k" : "%i") +
         ", %j] : " + b + "\n      %2 = arith." + (reduces ? "mul" : "add") +
         suffix + " %0, %1 : " + type + "\n      te.yield %2 : " + type +
         "\n    } : " + result + "\n    te.yield %c : " + result + "\n  }";
}

/// An instruction that multiplies tiles, and a product of matrices.
void Generator::addProduct(std::vector<Stage> &stages) {
  Shape tile, sizes;
  for (int i = 0; i < 3; ++i) {
    tile.push_back(random.between(1, 3));
    sizes.push_back(tile.back() * random.between(1, 2));
  }
  MemRef a = makeBuffer({sizes[0], sizes[2]}, true),
         b = makeBuffer({sizes[2], sizes[1]}, true),
         c = makeBuffer({sizes[0], sizes[1]}, random.chance(50));
  for (MemRef &buffer : buffers)
    buffer.isConstant |= buffer.name == b.name && random.chance(60);
  std::string suffix = isFloat ? "f" : "i", kind = " : " + type + "\n";
  Stage sum = makeStage({{sizes[0]}, {sizes[1]}, {sizes[2], true}});
  std::string x = fresh(), y = fresh(), product = fresh();
  sum.body = "      " + x + " = affine.load " + at(sum, a, "%v0, %v2") +
             "      " + y + " = affine.load " + at(sum, b, "%v2, %v1") +
             "      " + product + " = arith.mul" + suffix + " " + x + ", " + y +
             kind;
  addSum(stages, sum, c, product);

  Shape left{tile[0], tile[2]}, right{tile[2], tile[1]}, out{tile[0], tile[1]};
  std::string p = viewOf(left, type), q = viewOf(right, type),
              r = viewOf(out, type);
  std::string zero = "    %zero = arith.constant " + number(0) + kind;
  std::string reset =
      zero + loopOver(out, "    affine.store %zero, %c[%i, %j] : " + r + "\n");
  std::string update = loopOver(
      tile, load("%x", "%a", "%i, %k", p) + load("%y", "%b", "%k, %j", q) +
                load("%z", "%c", "%i, %j", r) + "    %p = arith.mul" + suffix +
                " %x, %y" + kind + "    %s = arith.add" + suffix + " %z, %p" +
                kind + "    affine.store %s, %c[%i, %j] : " + r + "\n");
  intrinsics += "te.tensor_intrin @product " +
                behaviour(left, right, tile, /*reduces=*/true);
  bool isWhole = random.chance(50);
  if (isWhole)
    intrinsics += lowering("compute", {p, q, r}, reset + update);
  if (!isWhole || random.chance(50))
    intrinsics +=
        lowering("reset", {r}, reset) + lowering("update", {p, q, r}, update);
  intrinsics += "\n";
}

/// An instruction that adds tiles, and a sum of matrices.
void Generator::addMatrixSum(std::vector<Stage> &stages) {
  Shape tile{random.between(1, 3), random.between(1, 3)};
  int64_t rows = tile[0] * random.between(1, 2),
          columns = tile[1] * random.between(1, 2);
  MemRef a = makeBuffer({rows, columns}, true),
         b = makeBuffer({rows, columns}, true),
         c = makeBuffer({rows, columns}, random.chance(50));
  std::string add = std::string(" = arith.add") + (isFloat ? "f " : "i ");
  Stage stage = makeStage({{rows}, {columns}});
  std::string x = fresh(), y = fresh(), z = fresh();
  stage.body = "      " + x + " = affine.load " + at(stage, a, "%v0, %v1") +
               "      " + y + " = affine.load " + at(stage, b, "%v0, %v1") +
               "      " + z + add + x + ", " + y + " : " + type +
               "\n      affine.store " + z + ", " + at(stage, c, "%v0, %v1");
  stages.push_back(stage);
  std::string view = viewOf(tile, type);
  intrinsics +=
      "te.tensor_intrin @sum " + behaviour(tile, tile, tile, false) +
      lowering("compute", {view, view, view},
               loopOver(tile, load("%x", "%a", "%i, %j", view) +
                                  load("%y", "%b", "%i, %j", view) + "    %z" +
                                  add + "%x, %y : " + type +
                                  "\n    affine.store %z, %c[%i, %j] : " +
                                  view + "\n")) +
      "\n";
}

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
