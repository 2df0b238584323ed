// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Configuration.h"

#include "runtime/vta/isa/FieldWidths.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static Configuration parsed(const char *json) {
  Configuration configuration;
  EXPECT_FALSE(Configuration::parse(json, configuration).failed())
      << lastError();
  return configuration;
}

static std::string errorOf(const char *json) {
  Configuration configuration;
  Status status = Configuration::parse(json, configuration);
  EXPECT_EQ(status, TVM_INVALID_ARGUMENT) << json;
  EXPECT_EQ(configuration.key(), Configuration().key());
  return status.failed() ? lastError() : "";
}

TEST(VtaConfiguration, DefaultIsThePublishedOne) {
  Configuration c;
  EXPECT_FALSE(c.check().failed()) << lastError();
  EXPECT_EQ(c.key(), "1x16_i8w8a32_15_15_18_17");
  EXPECT_EQ(c.elementBytes(MemoryType::Uop), 4u);
  EXPECT_EQ(c.elementBytes(MemoryType::Wgt), 256u);
  EXPECT_EQ(c.elementBytes(MemoryType::Inp), 16u);
  EXPECT_EQ(c.elementBytes(MemoryType::Acc), 64u);
  EXPECT_EQ(c.elementBytes(MemoryType::Acc8), 16u);
  EXPECT_EQ(c.elementBytes(MemoryType::Out), 16u);
  EXPECT_EQ(c.depth(MemoryType::Uop), 8192u);
  EXPECT_EQ(c.depth(MemoryType::Wgt), 1024u);
  EXPECT_EQ(c.depth(MemoryType::Inp), 2048u);
  EXPECT_EQ(c.depth(MemoryType::Acc), 2048u);
  EXPECT_EQ(c.depth(MemoryType::Acc8), 2048u);
  EXPECT_EQ(c.depth(MemoryType::Out), 2048u);
  EXPECT_EQ(c.largestElementBytes(), 256u);
}

TEST(VtaConfiguration, DefaultSitsAtTheLimits) {
  FieldWidths widths{Configuration()};
  EXPECT_EQ(widths.uopBegin, 13u);
  EXPECT_EQ(widths.uopEnd, 14u);
  EXPECT_EQ(widths.loopBits(), 63u);
  EXPECT_EQ(widths.aluBits(), 64u);
  EXPECT_EQ(widths.microOpBits(), 32u);
}

TEST(VtaConfiguration, ReadsPublicNames) {
  Configuration c = parsed(R"({
    "TARGET": "pynq", "HW_VER": "0.0.1", "LOG_INP_WIDTH": 3,
    "LOG_WGT_WIDTH": 4, "LOG_ACC_WIDTH": 5, "LOG_BATCH": 1, "LOG_BLOCK": 3,
    "LOG_UOP_BUFF_SIZE": 14, "LOG_INP_BUFF_SIZE": 13, "LOG_WGT_BUFF_SIZE": 16,
    "LOG_ACC_BUFF_SIZE": 15, "MEM_READ_BYTES_PER_CYCLE": 16,
    "MEM_WRITE_BYTES_PER_CYCLE": 4, "MEM_SHARED_CHANNEL": 1,
    "MEM_LATENCY": 100, "MEM_OUTSTANDING_BURSTS": 2, "MEM_ROW_GAP": 0,
    "COMMAND_QUEUE_DEPTH": 16, "TOKEN_QUEUE_DEPTH": 8,
    "ACC_WRITE_LATENCY": 4})");
  EXPECT_EQ(c.target, "pynq");
  EXPECT_EQ(c.hardwareVersion, "0.0.1");
  EXPECT_EQ(c.key(), "2x8_i8w16a32_14_13_16_15");
  EXPECT_EQ(c.memReadBytesPerCycle, 16u);
  EXPECT_EQ(c.memWriteBytesPerCycle, 4u);
  EXPECT_EQ(c.memSharedChannel, 1u);
  EXPECT_EQ(c.memLatency, 100u);
  EXPECT_EQ(c.memOutstandingBursts, 2u);
  EXPECT_EQ(c.memRowGap, 0u);
  EXPECT_EQ(c.commandQueueDepth, 16u);
  EXPECT_EQ(c.tokenQueueDepth, 8u);
  EXPECT_EQ(c.accWriteLatency, 4u);
}

TEST(VtaConfiguration, WhatIsMissingHasItsDefault) {
  EXPECT_EQ(parsed("{}").key(), Configuration().key());
  EXPECT_EQ(parsed(R"({"LOG_WGT_BUFF_SIZE": 17})").key(),
            "1x16_i8w8a32_15_15_17_17");
}

TEST(VtaConfiguration, ReadsPlainSizes) {
  EXPECT_EQ(parsed(R"({"BLOCK": 32, "BATCH": 1, "INP_WIDTH": 8,
                       "ACC_BUFF_SIZE": 65536, "LOG_INP_BUFF_SIZE": 14})")
                .key(),
            "1x32_i8w8a32_15_14_18_16");
}

TEST(VtaConfiguration, IsaJsonIsReadBack) {
  Configuration c = parsed(R"({"BLOCK": 32, "MEM_LATENCY": 7})");
  Configuration back = parsed(c.isaJson().c_str());
  EXPECT_TRUE(back.hasSameIsa(c));
  EXPECT_FALSE(back.hasSameIsa(Configuration()));
  EXPECT_EQ(back.memLatency, Configuration().memLatency);
}

TEST(VtaConfiguration, FullJsonIsReadBack) {
  Configuration c = parsed(
      R"({"BLOCK": 32, "MEM_LATENCY": 7, "TARGET": "tsim", "HW_VER": "1"})");
  Configuration back = parsed(c.fullJson().c_str());
  EXPECT_TRUE(back.hasSameIsa(c));
  EXPECT_EQ(back.memLatency, 7u);
  EXPECT_EQ(back.target, "tsim");
  EXPECT_EQ(back.hardwareVersion, "1");
}

TEST(VtaConfiguration, RefusesWhatDoesNotFitWords) {
  EXPECT_EQ(errorOf(R"({"LOG_UOP_BUFF_SIZE": 16})"),
            "LOG_UOP_BUFF_SIZE is 16: first word of a GEMM: expected at most "
            "64 bits, got 65");
  EXPECT_EQ(errorOf(R"({"LOG_ACC_BUFF_SIZE": 18, "LOG_INP_BUFF_SIZE": 14})"),
            "LOG_ACC_BUFF_SIZE is 18: second word of an ALU: expected at most "
            "64 bits, got 68");
  EXPECT_EQ(errorOf(R"({"LOG_WGT_BUFF_SIZE": 19})"),
            "LOG_ACC_BUFF_SIZE is 17: indices of a micro-op with "
            "LOG_INP_BUFF_SIZE 15 and LOG_WGT_BUFF_SIZE 19: expected at most "
            "32 bits, got 33");
}

TEST(VtaConfiguration, RefusesWidthsBelowEight) {
  EXPECT_EQ(errorOf(R"({"LOG_INP_WIDTH": 2})"),
            "LOG_INP_WIDTH: expected 3 to 4, got 2");
  EXPECT_EQ(errorOf(R"({"LOG_WGT_WIDTH": 1})"),
            "LOG_WGT_WIDTH: expected 3 to 4, got 1");
  EXPECT_EQ(errorOf(R"({"LOG_ACC_WIDTH": 4})"),
            "LOG_ACC_WIDTH: expected 5 to 5, got 4");
}

TEST(VtaConfiguration, RefusesBuffersOfOneElementAndOfTooMany) {
  EXPECT_EQ(errorOf(R"({"LOG_WGT_BUFF_SIZE": 8})"),
            "LOG_WGT_BUFF_SIZE: expected 9 to 24, for 2 to 2^16 elements of "
            "256 bytes, got 8");
  EXPECT_EQ(errorOf(R"({"LOG_BLOCK": 0, "LOG_INP_BUFF_SIZE": 17})"),
            "LOG_INP_BUFF_SIZE: expected 1 to 16, for 2 to 2^16 elements of 1 "
            "bytes, got 17");
}

TEST(VtaConfiguration, RefusesValuesOfOtherKinds) {
  EXPECT_EQ(errorOf(R"({"LOG_BATCH": 1.5})"),
            "LOG_BATCH: expected an integer that is not negative, got 1.5");
  EXPECT_EQ(errorOf(R"({"LOG_BATCH": -1})"),
            "LOG_BATCH: expected an integer that is not negative, got -1");
  EXPECT_EQ(errorOf(R"({"LOG_BATCH": 4294967296})"),
            "LOG_BATCH: expected an integer that is not negative, got "
            "4294967296");
  EXPECT_EQ(errorOf(R"({"TARGET": 5})"), "TARGET: expected a string, got 5");
  EXPECT_EQ(errorOf(R"({"LOG_BATSH": 0})"), "unknown parameter 'LOG_BATSH'");
  EXPECT_EQ(errorOf(R"({"BATCH": 3})"),
            "BATCH: expected a power of two, got 3");
  EXPECT_EQ(errorOf(R"({"BATCH": 0})"),
            "BATCH: expected a power of two, got 0");
  EXPECT_EQ(errorOf(R"({"BATCH": 2, "LOG_BATCH": 1})"),
            "BATCH: LOG_BATCH is given as well");
  EXPECT_EQ(errorOf(R"({"MEM_READ_BYTES_PER_CYCLE": 12})"),
            "MEM_READ_BYTES_PER_CYCLE: expected a power of two, got 12");
  EXPECT_EQ(errorOf(R"({"MEM_SHARED_CHANNEL": 2})"),
            "MEM_SHARED_CHANNEL: expected 0 to 1, got 2");
}

TEST(VtaConfiguration, RefusesWhatIsNoJson) {
  EXPECT_EQ(errorOf("{"), "VTA configuration: not valid JSON at byte 2");
  EXPECT_EQ(errorOf("[]"), "VTA configuration: not a JSON object");
  EXPECT_EQ(errorOf(R"({"LOG_BATCH": 0, "LOG_BATCH": 1})"),
            "VTA configuration: 'LOG_BATCH' is there twice");
}

TEST(VtaConfiguration, ReadsFiles) {
  std::string path = testing::TempDir() + "vta.json";
  std::ofstream(path) << R"({"LOG_BLOCK": 5})";
  Configuration configuration;
  EXPECT_FALSE(Configuration::read(path.c_str(), configuration).failed());
  EXPECT_EQ(configuration.block(), 32u);
  std::ofstream(path) << R"({"LOG_BLOCK": 7})";
  EXPECT_EQ(Configuration::read(path.c_str(), configuration),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), path + ": LOG_BLOCK: expected 0 to 6, got 7");
  std::remove(path.c_str());
  EXPECT_EQ(Configuration::read(path.c_str(), configuration), TVM_IO_ERROR);
  EXPECT_EQ(lastError(), path + ": cannot open: No such file or directory");
}
