// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading through the C interface.
#include "runtime/include/tvm_abi.h"
#include "runtime/include/tvm_mlir.hpp"
#include "test/runtime/ToyArtefact.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <gtest/gtest.h>
#include <link.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace tvm::test;

/// Loads and gives back; the error, without the path.
static std::string errorOf(const std::string &path,
                           tvm_status expected = TVM_BAD_ARTEFACT) {
  tvm_module *module = nullptr;
  tvm_status status = tvm_module_load(path.c_str(), &module);
  EXPECT_EQ(status, expected);
  tvm_module_release(module);
  if (status == TVM_OK)
    return "";
  std::string text = tvm_last_error();
  EXPECT_EQ(text.find(path + ": "), 0u) << text;
  return text.substr(path.size() + 2);
}

static std::string errorOf(const ToyArtefact &toy,
                           tvm_status expected = TVM_BAD_ARTEFACT) {
  std::string path = toy.write();
  std::string text = errorOf(path, expected);
  unlink(path.c_str());
  return text;
}

static tvm_module *load(const ToyArtefact &toy) {
  std::string path = toy.write();
  tvm_module *module = nullptr;
  EXPECT_EQ(tvm_module_load(path.c_str(), &module), TVM_OK) << tvm_last_error();
  unlink(path.c_str());
  return module;
}

TEST(Module, DescribesItself) {
  ToyArtefact toy;
  tvm_module *module = load(toy);
  size_t size;
  const char *manifest = tvm_module_manifest(module, &size);
  EXPECT_EQ(std::string(manifest, size), toy.manifest);
  EXPECT_STREQ(tvm_module_cpu(module), "x86-64");
  const tvm_function *function;
  ASSERT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
  EXPECT_EQ(tvm_function_num_inputs(function), 2);
  EXPECT_EQ(tvm_function_num_outputs(function), 2);
  tvm_tensor_info info = {sizeof(info)};
  ASSERT_EQ(tvm_function_get_input_info(function, 1, &info), TVM_OK);
  EXPECT_STREQ(info.name, "y");
  EXPECT_STREQ(tvm_data_type_name(info.dtype), "float32");
  ASSERT_EQ(info.ndim, 2);
  EXPECT_EQ(info.shape[0], -1);
  EXPECT_EQ(info.shape[1], 4);
  EXPECT_STREQ(info.dim_names[0], "batch");
  EXPECT_EQ(info.dim_names[1], nullptr);
  EXPECT_STREQ(info.type, "float32[batch,4]");
  ASSERT_EQ(tvm_function_get_output_info(function, 1, &info), TVM_OK);
  EXPECT_STREQ(info.type, "float32[1]");
  // A program that was built with a later version has a larger structure.
  struct {
    tvm_tensor_info known;
    int64_t later;
  } larger = {{sizeof(larger)}, 5};
  ASSERT_EQ(tvm_function_get_output_info(function, 1, &larger.known), TVM_OK);
  EXPECT_STREQ(larger.known.type, "float32[1]");
  EXPECT_EQ(larger.known.struct_size, sizeof(larger));
  EXPECT_EQ(larger.later, 5);
  tvm_tensor_info unset = {};
  EXPECT_EQ(tvm_function_get_output_info(function, 1, &unset),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(), "struct_size of tvm_tensor_info is not set");
  EXPECT_EQ(tvm_function_get_output_info(function, 2, &info),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(),
               "no output has index 2: the model has 2 outputs");
  EXPECT_EQ(tvm_function_get_input_info(function, -1, &info),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_module_get_function(module, "backward", &function),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(),
               "no function is called 'backward': the module has 'main'");
  tvm_module_release(module);
}

TEST(Module, NullsAreErrors) {
  tvm_module *module;
  EXPECT_EQ(tvm_module_load(nullptr, &module), TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(), "an argument is null");
  EXPECT_EQ(tvm_module_load("x", nullptr), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_module_load_from_memory(nullptr, 1, &module),
            TVM_INVALID_ARGUMENT);
  tvm_module_retain(nullptr);
  tvm_module_release(nullptr);
  EXPECT_EQ(tvm_module_manifest(nullptr, nullptr), nullptr);
  EXPECT_EQ(tvm_module_cpu(nullptr), nullptr);
  EXPECT_EQ(tvm_module_get_function(nullptr, "main", nullptr),
            TVM_INVALID_ARGUMENT);
  EXPECT_EQ(tvm_function_num_inputs(nullptr), 0);
  EXPECT_EQ(tvm_function_num_outputs(nullptr), 0);
  EXPECT_EQ(tvm_module_save(nullptr, "x"), TVM_INVALID_ARGUMENT);
}

TEST(Module, LoadsFromMemory) {
  std::string bytes = ToyArtefact().bytes();
  tvm_module *module;
  ASSERT_EQ(tvm_module_load_from_memory(bytes.data(), bytes.size(), &module),
            TVM_OK)
      << tvm_last_error();
  EXPECT_STREQ(tvm_module_cpu(module), "x86-64");
  tvm_module_release(module);
  EXPECT_EQ(tvm_module_load_from_memory("ELF", 3, &module), TVM_BAD_ARTEFACT);
  EXPECT_STREQ(tvm_last_error(), "not an artefact: not an ELF file");
}

TEST(Module, SavesWhatItLoaded) {
  ToyArtefact toy;
  tvm_module *module = load(toy);
  std::string path = temporaryPath();
  ASSERT_EQ(tvm_module_save(module, path.c_str()), TVM_OK) << tvm_last_error();
  EXPECT_EQ(readFile(path), toy.bytes());
  EXPECT_EQ(tvm_module_save(module, "/no/such/folder/m.so"), TVM_IO_ERROR);
  EXPECT_STREQ(tvm_last_error(), "/no/such/folder/m.so: cannot write: No such "
                                 "file or directory");
  tvm_module_release(module);
}

TEST(Module, SavesThroughLinksAndIntoPipes) {
  ToyArtefact toy;
  tvm_module *module = load(toy);
  std::string target = temporaryPath(), link = temporaryPath();
  ASSERT_EQ(symlink(target.c_str(), link.c_str()), 0);
  ASSERT_EQ(tvm_module_save(module, link.c_str()), TVM_OK) << tvm_last_error();
  EXPECT_EQ(readFile(target), toy.bytes());
  struct stat status;
  ASSERT_EQ(lstat(link.c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));

  std::string pipe = temporaryPath(), read;
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread reader([&] { read = readFile(pipe); });
  EXPECT_EQ(tvm_module_save(module, pipe.c_str()), TVM_OK) << tvm_last_error();
  reader.join();
  EXPECT_EQ(read, toy.bytes());
  ASSERT_EQ(lstat(pipe.c_str(), &status), 0);
  EXPECT_TRUE(S_ISFIFO(status.st_mode));

  // A link to a device, so that the device itself is in no danger.
  std::string full = temporaryPath();
  ASSERT_EQ(symlink("/dev/full", full.c_str()), 0);
  EXPECT_EQ(tvm_module_save(module, full.c_str()), TVM_IO_ERROR);
  EXPECT_EQ(tvm_last_error(), full + ": cannot write: No space left on device");
  ASSERT_EQ(lstat(full.c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  tvm_module_release(module);
}

TEST(Module, LeavesNothingWhenTheDiskIsFull) {
  tvm_module *module = load(ToyArtefact());
  // A folder in the way: rename fails after everything was written.
  std::string folder = temporaryPath();
  ASSERT_EQ(mkdir(folder.c_str(), 0700), 0);
  std::string target = folder + "/target";
  ASSERT_EQ(mkdir(target.c_str(), 0700), 0);
  EXPECT_EQ(tvm_module_save(module, target.c_str()), TVM_IO_ERROR);
  EXPECT_EQ(rmdir(target.c_str()), 0);
  EXPECT_EQ(rmdir(folder.c_str()), 0) << "a temporary file remains";
  tvm_module_release(module);
}

TEST(Module, LoadsAReplacedFileAnew) {
  ToyArtefact toy;
  std::string path = toy.write();
  tvm_module *before, *after;
  ASSERT_EQ(tvm_module_load(path.c_str(), &before), TVM_OK);
  unlink(path.c_str());
  toy.set("/entries/0/symbol", R"("tvm_fails_silently")");
  toy.set("/entries/0/cpu", R"("other")");
  std::ofstream(path, std::ios::binary) << toy.bytes();
  ASSERT_EQ(tvm_module_load(path.c_str(), &after), TVM_OK);
  EXPECT_STREQ(tvm_module_cpu(before), "x86-64");
  EXPECT_STREQ(tvm_module_cpu(after), "other");
  tvm_module_release(before);
  tvm_module_release(after);
}

/// Shared objects that the dynamic linker has loaded.
static int countObjects() {
  int count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *, size_t, void *count) {
        ++*static_cast<int *>(count);
        return 0;
      },
      &count);
  return count;
}

TEST(Module, EachLoadHasCodeOfItsOwn) {
  constexpr int numLoads = 16;
  std::string path = ToyArtefact().write();
  int before = countObjects();
  std::vector<tvm_module *> modules(numLoads);
  std::vector<std::thread> threads;
  threads.reserve(numLoads);
  for (tvm_module *&module : modules)
    threads.emplace_back([&path, &module] {
      EXPECT_EQ(tvm_module_load(path.c_str(), &module), TVM_OK)
          << tvm_last_error();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(countObjects(), before + numLoads);
  for (tvm_module *module : modules)
    tvm_module_release(module);
  EXPECT_EQ(countObjects(), before);
  unlink(path.c_str());
}

TEST(Module, MissingAndUnreadableFiles) {
  EXPECT_EQ(errorOf("/no/such/file.so", TVM_IO_ERROR),
            "cannot open: No such file or directory");
  EXPECT_EQ(errorOf("/", TVM_IO_ERROR), "cannot read: not a regular file");
  std::string pipe = temporaryPath();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(errorOf(pipe, TVM_IO_ERROR), "cannot read: not a regular file");
  EXPECT_EQ(errorOf(writeFile("")), "not an artefact: not an ELF file");
}

TEST(Module, OrdinarySharedObjects) {
  EXPECT_EQ(errorOf(writeFile(ToyArtefact().code)),
            "not an artefact: a shared object without section "
            "'.tvm.manifest'");
}

TEST(Module, OtherFormat) {
  ToyArtefact toy;
  toy.set("/format", "7");
  EXPECT_EQ(errorOf(toy, TVM_UNSUPPORTED),
            "artefact format 7, this runtime reads 1: recompile the model with "
            "this version");
}

TEST(Module, CorruptJson) {
  ToyArtefact toy;
  toy.manifest = "{\"format\": 1, oops";
  EXPECT_EQ(errorOf(toy), "damaged manifest: not valid JSON at byte 15");
}

TEST(Module, TakesTheFirstEntryThatRuns) {
  ToyArtefact toy;
  toy.set("/entries", R"([
    {"symbol": "no_such", "cpu": "future", "features": ["avx4096"]},
    {"symbol": "tvm_main", "cpu": "fits", "features": []},
    {"symbol": "no_such", "cpu": "slow", "features": []}])");
  tvm_module *module = load(toy);
  EXPECT_STREQ(tvm_module_cpu(module), "fits");
  tvm_module_release(module);
}

TEST(Module, CpuWithoutTheFeatures) {
  ToyArtefact toy;
  toy.set("/entries", R"([
    {"symbol": "a", "cpu": "best", "features": ["avx8192"]},
    {"symbol": "b", "cpu": "least", "features": ["avx4096", "quantum"]}])");
  EXPECT_EQ(errorOf(toy, TVM_UNSUPPORTED),
            "this CPU lacks avx4096, quantum, which the artefact needs "
            "(compiled for least): recompile the model with --target=host");
}

TEST(Module, MissingSymbol) {
  ToyArtefact toy;
  toy.set("/entries/0/symbol", R"("no_such_symbol")");
  EXPECT_EQ(errorOf(toy), "damaged: the code has no symbol 'no_such_symbol'");
}

TEST(Module, WrongWeights) {
  ToyArtefact toy;
  toy.set("/weights/size", "17");
  EXPECT_EQ(errorOf(toy), "damaged: the manifest says 17 bytes of weights, "
                          "section '.tvm.weights' has 16");
  toy.weights = "";
  EXPECT_EQ(errorOf(toy), "damaged: the manifest says 17 bytes of weights, "
                          "section '.tvm.weights' has 0");
  EXPECT_EQ(errorOf(writeFile(makeArtefact(
                toy.code, {{".tvm.manifest", ToyArtefact().manifest, 1},
                           {".tvm.weights", std::string(16, ' '), 1}}))),
            "damaged: section '.tvm.weights' is not aligned to 64 bytes");
}

TEST(Module, NeedsNoWeights) {
  ToyArtefact toy;
  toy.set("/weights/size", "0");
  std::string bytes =
      makeArtefact(toy.code, {{".tvm.manifest", toy.manifest, 1}});
  EXPECT_EQ(errorOf(writeFile(bytes), TVM_OK), "");
}

TEST(Module, WeightsOfFiveGigabytes) {
  constexpr uint64_t size = uint64_t(5) << 30;
  ToyArtefact toy;
  toy.set("/weights/size", std::to_string(size));
  std::string bytes =
      addSections(toy.code, {{".tvm.manifest", toy.manifest, 1},
                             {".tvm.checksum", std::string(8, '\0'), 8},
                             {".tvm.weights", "", 1}});
  // The weights follow, mostly a hole in the file.
  auto *header = reinterpret_cast<Elf64_Ehdr *>(bytes.data());
  uint64_t end = header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr);
  bytes.resize((end + 4095) / 4096 * 4096);
  auto *sections = reinterpret_cast<Elf64_Shdr *>(&bytes[end]);
  sections[-1].sh_offset = bytes.size();
  sections[-1].sh_size = size;
  uint64_t place = sections[-2].sh_offset;
  uint64_t checksum =
      tvm_checksum_update(TVM_CHECKSUM_START, bytes.data(), place);
  checksum = tvm_checksum_update(checksum, bytes.data() + place + 8,
                                 bytes.size() - place - 8);
  std::memcpy(bytes.data() + place, &checksum, 8);
  std::string path = writeFile(bytes + toy.weights);
  ASSERT_EQ(truncate(path.c_str(), bytes.size() + size), 0);
  // Neither has a copy of them.
  tvm_mlir::Context first(tvm_mlir::Module::load(path).getFunction(), 1);
  tvm_mlir::Context second(tvm_mlir::Module::load(path).getFunction(), 1);
  unlink(path.c_str());
  for (tvm_mlir::Context *context : {&first, &second}) {
    float x[] = {1, 1, 1, 1};
    context->setInput(0, tvm_mlir::TensorRef(x, {1, 4}));
    context->setInput(1, tvm_mlir::TensorRef(x, {1, 4}));
    context->run();
    EXPECT_EQ(*context->takeOutput("s").data<float>(), 20);
  }
}

/// A second load copies weights only where the dynamic linker maps them, too.
TEST(Module, WeightsThatAreLoaded) {
  std::string bytes = ToyArtefact().bytes();
  auto *header = reinterpret_cast<Elf64_Ehdr *>(bytes.data());
  auto *sections =
      reinterpret_cast<Elf64_Shdr *>(bytes.data() + header->e_shoff);
  // The program headers, in place of the weights.
  sections[header->e_shnum - 2].sh_offset = header->e_phoff;
  updateChecksum(bytes);
  std::string path = writeFile(bytes);
  tvm_module *first = nullptr, *second = nullptr;
  ASSERT_EQ(tvm_module_load(path.c_str(), &first), TVM_OK) << tvm_last_error();
  EXPECT_EQ(tvm_module_load(path.c_str(), &second), TVM_OK) << tvm_last_error();
  tvm_module_release(first);
  tvm_module_release(second);
  unlink(path.c_str());
}

TEST(Module, WrongChecksum) {
  ToyArtefact toy;
  std::string bytes = toy.bytes();
  bytes[bytes.find("x86_64-unknown")] = 'X';
  EXPECT_EQ(errorOf(writeFile(bytes)), "damaged: the checksum does not match");
  const char *expected = "damaged: expected 8 bytes in section "
                         "'.tvm.checksum'";
  EXPECT_EQ(errorOf(writeFile(
                addSections(toy.code, {{".tvm.manifest", toy.manifest, 1},
                                       {".tvm.checksum", "1234567", 1}}))),
            expected);
  EXPECT_EQ(errorOf(writeFile(
                addSections(toy.code, {{".tvm.manifest", toy.manifest, 1}}))),
            expected);
}

TEST(Module, CodeThatTheLinkerRefuses) {
  ToyArtefact toy;
  // A library that it needs gets a name that does not exist.
  size_t at = toy.code.find("libc.so.6");
  ASSERT_NE(at, std::string::npos);
  toy.code.replace(at, 9, "lib?.so.6");
  std::string text = errorOf(toy);
  EXPECT_EQ(text.find("cannot load the code: "), 0u) << text;
}
