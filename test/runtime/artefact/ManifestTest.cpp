// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/artefact/Manifest.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace tvm::runtime;
using nlohmann::json;

static json validManifest() {
  return json::parse(R"({
    "format": 1,
    "entries": [{"symbol": "f", "cpu": "x86-64-v3", "features": ["avx2"]}],
    "inputs": [{"name": "x", "dtype": "float32", "shape": [1, "batch", "?"]},
               {"name": "i", "dtype": "int64", "shape": []}],
    "outputs": [{"name": "y", "dtype": "bool", "shape": ["n", "batch"]}],
    "kernels": [{"name": "k", "nodes": ["a", "b"], "flops": 12, "bytes": 34},
                {"name": "l"}],
    "checks": ["bad {0}"],
    "weights": {"size": 5}
  })");
}

static std::string errorOf(const std::string &text,
                           tvm_status expected = TVM_BAD_ARTEFACT) {
  Manifest manifest;
  Status status = Manifest::parse(text, manifest);
  EXPECT_EQ(status, expected) << text;
  return status.failed() ? lastError() : "";
}

/// The error after the value at `pointer` became `value`.
static std::string errorWith(const char *pointer, json value) {
  json manifest = validManifest();
  manifest[json::json_pointer(pointer)] = std::move(value);
  return errorOf(manifest.dump());
}

static std::string errorWithout(const char *key) {
  json manifest = validManifest();
  manifest.erase(key);
  return errorOf(manifest.dump());
}

TEST(Manifest, Parses) {
  Manifest manifest;
  ASSERT_FALSE(Manifest::parse(validManifest().dump(), manifest).failed())
      << lastError();
  ASSERT_EQ(manifest.entries.size(), 1u);
  EXPECT_EQ(manifest.entries[0].symbol, "f");
  EXPECT_EQ(manifest.entries[0].cpu, "x86-64-v3");
  EXPECT_EQ(manifest.entries[0].features, std::vector<std::string>{"avx2"});
  ASSERT_EQ(manifest.inputs.size(), 2u);
  EXPECT_EQ(manifest.inputs[0].text, "float32[1,batch,?]");
  EXPECT_EQ(manifest.inputs[0].shape, (std::vector<int64_t>{1, -1, -1}));
  EXPECT_EQ(manifest.inputs[0].symbols, (std::vector<int32_t>{-1, 0, -1}));
  EXPECT_EQ(manifest.inputs[0].dimNameTexts[0], nullptr);
  EXPECT_STREQ(manifest.inputs[0].dimNameTexts[1], "batch");
  EXPECT_EQ(manifest.inputs[1].text, "int64[]");
  ASSERT_EQ(manifest.outputs.size(), 1u);
  EXPECT_EQ(manifest.outputs[0].symbols, (std::vector<int32_t>{1, 0}));
  EXPECT_EQ(manifest.symbols, (std::vector<std::string>{"batch", "n"}));
  EXPECT_EQ(manifest.kernels[0].nodes, "a, b");
  EXPECT_EQ(manifest.kernels[0].flops, 12);
  EXPECT_EQ(manifest.kernels[1].bytes, -1);
  EXPECT_EQ(manifest.checks, std::vector<std::string>{"bad {0}"});
  EXPECT_EQ(manifest.weightsSize, 5u);
}

TEST(Manifest, IgnoresWhatItDoesNotKnow) {
  json manifest = validManifest();
  manifest["future"] = {1, 2};
  EXPECT_EQ(errorOf(manifest.dump(), TVM_OK), "");
}

TEST(Manifest, RejectsOtherFormats) {
  // Even if nothing else is as expected.
  EXPECT_EQ(errorOf(R"({"format": 7})", TVM_UNSUPPORTED),
            "artefact format 7, this runtime reads 1: recompile the model with "
            "this version");
  EXPECT_EQ(errorOf(R"({"format": "1"})"),
            "damaged manifest: format: expected a number that is not negative, "
            "got \"1\"");
}

TEST(Manifest, RejectsWhatIsNotJson) {
  EXPECT_EQ(errorOf(""), "damaged manifest: not valid JSON at byte 1");
  EXPECT_EQ(errorOf("{\"format\": 1,"),
            "damaged manifest: not valid JSON at byte 14");
  EXPECT_EQ(errorOf("{\"a\": \"\xff\"}"),
            "damaged manifest: not valid JSON at byte 8");
  EXPECT_EQ(errorOf("[1]"), "damaged manifest: not a JSON object");
}

TEST(Manifest, SurvivesDeepNesting) {
  std::string open(100000, '['), close(100000, ']');
  EXPECT_NE(errorOf(open), "");
  EXPECT_EQ(errorOf("{\"format\": " + open + close + "}"),
            "damaged manifest: format: expected a number that is not negative, "
            "got an array");
}

TEST(Manifest, RejectsWrongEntries) {
  EXPECT_EQ(errorWithout("entries"),
            "damaged manifest: entries: expected an array, got nothing");
  EXPECT_EQ(errorWith("/entries", json::array()),
            "damaged manifest: entries: expected at least one entry, got an "
            "array");
  EXPECT_EQ(errorWith("/entries/0/symbol", ""),
            "damaged manifest: entries[0].symbol: expected a name, got \"\"");
  EXPECT_EQ(errorWith("/entries/0/cpu", 3),
            "damaged manifest: entries[0].cpu: expected a string, got 3");
  EXPECT_EQ(errorWith("/entries/0/features/0", json::object()),
            "damaged manifest: entries[0].features[0]: expected a string, got "
            "an object");
  EXPECT_EQ(errorWith("/entries/0/symbol", std::string("a\0b", 3)),
            "damaged manifest: entries[0].symbol: expected a string, got "
            "\"a\\u0000b\"");
}

TEST(Manifest, RejectsWrongTensors) {
  EXPECT_EQ(errorWithout("inputs"),
            "damaged manifest: inputs: expected an array, got nothing");
  EXPECT_EQ(errorWithout("outputs"),
            "damaged manifest: outputs: expected an array, got nothing");
  EXPECT_EQ(errorWith("/inputs/1/name", 1),
            "damaged manifest: inputs[1].name: expected a string, got 1");
  EXPECT_EQ(errorWith("/inputs/1/name", "x"),
            "damaged manifest: two are called 'x'");
  EXPECT_EQ(errorWith("/outputs/0/dtype", "float31"),
            "damaged manifest: outputs[0].dtype: expected a data type, got "
            "\"float31\"");
  EXPECT_EQ(errorWith("/outputs/0/shape", 4),
            "damaged manifest: outputs[0].shape: expected an array, got 4");
  EXPECT_EQ(errorWith("/outputs/0/shape/1", -4),
            "damaged manifest: outputs[0].shape[1]: expected a number that is "
            "not negative, got -4");
  EXPECT_EQ(errorWith("/outputs/0/shape/1", 1.5),
            "damaged manifest: outputs[0].shape[1]: expected a number that is "
            "not negative, got 1.5");
  EXPECT_EQ(errorWith("/outputs/0/shape/1", UINT64_MAX),
            "damaged manifest: outputs[0].shape[1]: expected a number that is "
            "not negative, got 18446744073709551615");
  EXPECT_EQ(errorWith("/outputs/0/shape/1", ""),
            "damaged manifest: outputs[0].shape[1]: expected a name, got \"\"");
  EXPECT_EQ(errorWith("/outputs/0/shape", {1LL << 40, 1LL << 40}),
            "damaged manifest: outputs[0].shape: expected a shape that fits in "
            "memory, got an array");
  EXPECT_EQ(errorWith("/outputs/0/shape", std::vector<int>(65, 1)),
            "damaged manifest: outputs[0].shape: expected at most 64 dims, got "
            "an array");
}

TEST(Manifest, RejectsWrongKernels) {
  EXPECT_EQ(errorWithout("kernels"),
            "damaged manifest: kernels: expected an array, got nothing");
  EXPECT_EQ(errorWith("/kernels/1/name", nullptr),
            "damaged manifest: kernels[1].name: expected a string, got "
            "nothing");
  EXPECT_EQ(errorWith("/kernels/0/dims", -1),
            "damaged manifest: kernels[0].dims: expected a number that is not "
            "negative, got -1");
  EXPECT_EQ(errorWith("/kernels/0/flops", -1),
            "damaged manifest: kernels[0].flops: expected a number that is not "
            "negative, got -1");
  EXPECT_EQ(errorWith("/kernels/0/nodes", "a"),
            "damaged manifest: kernels[0].nodes: expected an array, got \"a\"");
}

TEST(Manifest, DimsOfTermsAreThoseOfTheCall) {
  json manifest = validManifest();
  json &kernel = manifest["kernels"][0];
  kernel["dims"] = 2;
  kernel["flops_of_dims"] = {{7, 0, 1, 1}, {9}};
  Manifest parsed;
  ASSERT_FALSE(Manifest::parse(manifest.dump(), parsed).failed());
  EXPECT_EQ(parsed.kernels[0].flopsOfDims,
            (std::vector<std::vector<int64_t>>{{7, 0, 1, 1}, {9}}));
  auto errorOfBytes = [&](json terms) {
    kernel["bytes_of_dims"] = std::move(terms);
    return errorOf(manifest.dump());
  };
  EXPECT_EQ(errorOfBytes({{7}, {7, 1, 2}}),
            "damaged manifest: kernels[0].bytes_of_dims[1][2]: expected one of "
            "2 dims of the call, got 2");
  EXPECT_EQ(errorOfBytes({{1}, json::array()}),
            "damaged manifest: kernels[0].bytes_of_dims[1]: expected a factor, "
            "got an array");
  EXPECT_EQ(errorOfBytes({{1, -1}}),
            "damaged manifest: kernels[0].bytes_of_dims[0][1]: expected a "
            "number that is not negative, got -1");
  // Without their number they are not used.
  kernel.erase("dims");
  Manifest old;
  ASSERT_FALSE(Manifest::parse(manifest.dump(), old).failed());
  EXPECT_TRUE(old.kernels[0].flopsOfDims.empty());
}

TEST(Manifest, RejectsTheRest) {
  EXPECT_EQ(errorWithout("checks"),
            "damaged manifest: checks: expected an array, got nothing");
  EXPECT_EQ(errorWith("/checks/0", 1),
            "damaged manifest: checks[0]: expected a string, got 1");
  EXPECT_EQ(errorWithout("weights"),
            "damaged manifest: weights.size: expected a number that is not "
            "negative, got nothing");
}

TEST(Manifest, ShortensLongValues) {
  EXPECT_EQ(errorWith("/inputs/0/dtype", std::string(1000, 'a')),
            "damaged manifest: inputs[0].dtype: expected a data type, got \"" +
                std::string(56, 'a') + "...");
}
