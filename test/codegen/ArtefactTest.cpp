// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/codegen/TestKernels.h"

#include "codegen/Artefacts/ArtefactWriter.h"
#include "codegen/Artefacts/Linker.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cmath>
#include <dlfcn.h>
#include <fstream>
#include <sys/resource.h>

using namespace llvm;
using namespace tvm::codegen;

// An entry of default visibility that calls libm and libc.
static constexpr const char *kEntry = R"(
module @entry {
  llvm.func @sinf(f32) -> f32
  llvm.func hidden @helper(%x: f32) -> f32 attributes {
    passthrough = ["noinline"]
  } {
    %y = llvm.call @sinf(%x) : (f32) -> f32
    llvm.return %y : f32
  }
  llvm.func @tvm_main(%x: f32) -> f32 {
    %y = llvm.call @helper(%x) : (f32) -> f32
    llvm.return %y : f32
  }
})";

namespace {
class ArtefactTest : public KernelTest {
protected:
  ArtefactTest() {
    EXPECT_FALSE(sys::fs::createUniqueDirectory("artefact-test", folder));
  }
  ~ArtefactTest() override { (void)sys::fs::remove_directories(folder); }

  std::string getPath(StringRef name) {
    SmallString<128> path = folder;
    sys::path::append(path, name);
    return std::string(path);
  }

  std::string link(StringRef text) {
    Target host = cantFail(Target::parse("host"));
    auto compiled = KernelCompiler(host, {}).compile(*parse(text));
    EXPECT_TRUE(bool(compiled)) << toString(compiled.takeError());
    auto linked = linkSharedObject(host, StringRef(compiled->object));
    EXPECT_TRUE(bool(linked)) << toString(linked.takeError());
    return std::move(*linked);
  }

  std::vector<std::string> list() {
    std::vector<std::string> names;
    std::error_code code;
    for (sys::fs::directory_iterator it(folder, code), end; it != end;
         it.increment(code))
      names.push_back(sys::path::filename(it->path()).str());
    return names;
  }

  SmallString<128> folder;
};
} // namespace

TEST_F(ArtefactTest, LoadsAndNamesItsParts) {
  std::string shared = link(kEntry);
  EXPECT_EQ(shared, link(kEntry));
  std::string manifest = "{\"format\": 1}";
  std::string weights(10001, 'w');
  Artefact artefact;
  artefact.sharedObject = shared;
  artefact.manifest = manifest;
  artefact.weightsSize = weights.size();
  auto write = [&](raw_ostream &os) { os << weights; };
  artefact.writeWeights = write;
  std::string path = getPath("m.so");
  Error error = writeArtefact(path, artefact);
  ASSERT_FALSE(error) << toString(std::move(error));
  EXPECT_EQ(list(), std::vector<std::string>{"m.so"});

  auto buffer = cantFail(errorOrToExpected(MemoryBuffer::getFile(path)));
  auto object = cantFail(
      object::ObjectFile::createELFObjectFile(buffer->getMemBufferRef()));
  StringMap<object::SectionRef> sections;
  for (object::SectionRef section : object->sections())
    sections[cantFail(section.getName())] = section;
  EXPECT_EQ(cantFail(sections[".tvm.manifest"].getContents()), manifest);
  StringRef stored = cantFail(sections[".tvm.weights"].getContents());
  EXPECT_EQ(stored, weights);
  EXPECT_EQ((stored.data() - buffer->getBufferStart()) % 4096, 0);
  EXPECT_EQ(sections[".tvm.checksum"].getSize(), 8u);
  EXPECT_TRUE(sections.contains(".text"));

  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(handle) << dlerror();
  auto *entry = reinterpret_cast<float (*)(float)>(dlsym(handle, "tvm_main"));
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry(1), std::sin(1.0f));
  EXPECT_FALSE(dlsym(handle, "helper"));
  dlclose(handle);
}

TEST_F(ArtefactTest, LeavesNothingBehindOnFailure) {
  std::string shared = link(kEntry);
  Artefact artefact;
  artefact.sharedObject = shared;
  artefact.manifest = "{}";
  Error error = writeArtefact(getPath("none/m.so"), artefact);
  EXPECT_EQ(toString(std::move(error)), "cannot write '" +
                                            getPath("none/m.so") +
                                            "': No such file or directory");
  EXPECT_TRUE(list().empty());

  // A limit stands in for a full disk.
  rlimit old, limit;
  getrlimit(RLIMIT_FSIZE, &old);
  limit = {100000, old.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  artefact.weightsSize = 1 << 20;
  auto write = [](raw_ostream &os) { os << std::string(1 << 20, 'x'); };
  artefact.writeWeights = write;
  error = writeArtefact(getPath("m.so"), artefact);
  setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_EQ(toString(std::move(error)),
            "cannot write '" + getPath("m.so") + "': File too large");
  EXPECT_TRUE(list().empty());

  artefact.weightsSize = 5;
  error = writeArtefact(getPath("m.so"), artefact);
  EXPECT_EQ(toString(std::move(error)), "cannot write '" + getPath("m.so") +
                                            "': expected 5 bytes of weights");
  EXPECT_TRUE(list().empty());
}

/// The number of calls of `write` of this process.
static uint64_t countWrites() {
  std::ifstream file("/proc/self/io");
  std::string name;
  uint64_t count = 0;
  while (file >> name >> count)
    if (name == "syscw:")
      return count;
  return 0;
}

TEST_F(ArtefactTest, CopiesInPiecesOfHugePages) {
  std::string contents(5 << 20, 'x');
  contents.back() = 'y';
  {
    std::error_code code;
    raw_fd_ostream os(getPath("from.so"), code);
    os << contents;
  }
  uint64_t before = countWrites();
  ASSERT_GT(before, 0u);
  ASSERT_FALSE(copyArtefact(getPath("from.so"), getPath("to.so")));
  EXPECT_EQ(countWrites() - before, 3u);
  auto copy =
      cantFail(errorOrToExpected(MemoryBuffer::getFile(getPath("to.so"))));
  EXPECT_TRUE(copy->getBuffer() == contents);
  EXPECT_TRUE(sys::fs::can_execute(getPath("to.so")));

  Error error = copyArtefact(getPath("none.so"), getPath("to.so"));
  EXPECT_EQ(toString(std::move(error)), "cannot read '" + getPath("none.so") +
                                            "': No such file or directory");
}

TEST_F(ArtefactTest, ReportsUndefinedSymbols) {
  Target host = cantFail(Target::parse("host"));
  auto compiled = KernelCompiler(host, {}).compile(*parse(R"(
module @entry {
  llvm.func @missing()
  llvm.func @tvm_main() {
    llvm.call @missing() : () -> ()
    llvm.return
  }
})"));
  ASSERT_TRUE(bool(compiled));
  auto linked = linkSharedObject(host, StringRef(compiled->object));
  EXPECT_EQ(toString(linked.takeError()),
            "linking: undefined symbols: missing");
}

// Code for a machine that this one is not.
TEST_F(ArtefactTest, LinksForOtherTargets) {
  for (StringRef triple : {"aarch64-unknown-linux-gnu,mcpu=neoverse-n1",
                           "riscv64-unknown-linux-gnu,mcpu=sifive-u74"}) {
    Target target = cantFail(Target::parse(triple));
    auto compiled = KernelCompiler(target, {}).compile(*parse(kEntry));
    ASSERT_TRUE(bool(compiled)) << toString(compiled.takeError());
    auto linked = linkSharedObject(target, StringRef(compiled->object));
    EXPECT_TRUE(bool(linked)) << toString(linked.takeError());
  }
}

TEST_F(ArtefactTest, CompilesManyModulesAtOnce) {
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> owned;
  std::vector<mlir::ModuleOp> modules;
  for (int i = 0; i < 6; ++i) {
    std::string name = "k" + std::to_string(i);
    // Every third one cannot be compiled.
    std::string type = i % 3 == 2 ? "f32" : "memref<4xf32>";
    owned.push_back(
        parse(formatv("module @{0} {{ func.func @{0}(%a: {1}) {{ return } }",
                      name, type)
                  .str()));
    modules.push_back(*owned.back());
  }
  KernelCompiler compiler(cantFail(Target::parse("host")), {});
  size_t last = 0;
  auto count = [&](size_t done, size_t total) {
    EXPECT_EQ(done, ++last);
    EXPECT_EQ(total, 6u);
  };
  auto results = compiler.compileAll(modules, count);
  EXPECT_EQ(last, 6u);
  std::string message = toString(results.takeError());
  EXPECT_NE(message.find("kernel 'k2': "), std::string::npos);
  EXPECT_NE(message.find("kernel 'k5': "), std::string::npos);
  results = compiler.compileAll({modules[0], modules[1], modules[3]});
  ASSERT_TRUE(bool(results));
  EXPECT_EQ((*results)[2].name, "k3");
}

// An instruction, and an intrinsic, that this machine does not have.
TEST_F(ArtefactTest, SurvivesFatalErrors) {
  KernelCompiler compiler(cantFail(Target::parse("host")), {});
  auto result = compiler.compile(*parse(R"(
module @k {
  llvm.func @f(%x: i32) -> i32 {
    %y = llvm.inline_asm asm_dialect = att "no_such_instruction $0, $1",
        "=r,r" %x : (i32) -> i32
    llvm.return %y : i32
  }
})"));
  std::string message = toString(result.takeError());
  EXPECT_NE(message.find("kernel 'k': "), std::string::npos) << message;
  result = compiler.compile(*parse(R"(
module @k {
  llvm.func @f() {
    %c = llvm.mlir.constant(0 : i32) : i32
    llvm.call_intrinsic "llvm.aarch64.hint"(%c) : (i32) -> ()
    llvm.return
  }
})"));
  message = toString(result.takeError());
  EXPECT_TRUE(StringRef(message).starts_with("kernel 'k': ")) << message;
  auto [problem, reproducer] = StringRef(message).split("; reproducer: ");
  EXPECT_TRUE(sys::fs::exists(reproducer)) << message;
  (void)sys::fs::remove(reproducer);
}

TEST_F(ArtefactTest, KeepsObjectsInACache) {
  CompileOptions options;
  options.cacheFolder = getPath("cache");
  KernelCompiler compiler(cantFail(Target::parse("host")), options);
  auto first = cantFail(compiler.compile(*parse(kEntry)));
  auto second = cantFail(compiler.compile(*parse(kEntry)));
  EXPECT_FALSE(first.fromCache);
  EXPECT_TRUE(second.fromCache);
  EXPECT_EQ(first.object, second.object);
  // A damaged file is made again.
  std::error_code code;
  sys::fs::directory_iterator it(options.cacheFolder, code);
  std::string file = it->path();
  {
    raw_fd_ostream os(file, code, sys::fs::CD_OpenExisting, sys::fs::FA_Write,
                      sys::fs::OF_Append);
    os << "x";
  }
  auto third = cantFail(compiler.compile(*parse(kEntry)));
  EXPECT_FALSE(third.fromCache);
  EXPECT_EQ(first.object, third.object);
  EXPECT_TRUE(cantFail(compiler.compile(*parse(kEntry))).fromCache);
}

TEST_F(ArtefactTest, ReportsWhatCannotBeCompiled) {
  KernelCompiler compiler(cantFail(Target::parse("host")), {});
  auto result = compiler.compile(*parse(R"(
module @k {
  func.func @k(%a: memref<4xf32, strided<[2]>>) {
    return
  }
})"));
  EXPECT_EQ(toString(result.takeError()),
            "kernel 'k': expected argument 0 to be a memref with identity "
            "layout, got 'memref<4xf32, strided<[2]>>'");
}
