// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/QuietCores.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cerrno>
#include <chrono>
#include <sched.h>
#include <thread>

using namespace llvm;

namespace tvm::tvmc {

/// How long the use of cores is observed.
static constexpr std::chrono::milliseconds kObservation{50};

/// The clock ticks that each core has been busy.
static DenseMap<unsigned, uint64_t> readBusyTicks(StringRef text) {
  DenseMap<unsigned, uint64_t> ticks;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    unsigned core;
    SmallVector<StringRef> words;
    line.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    if (words.empty() || !words[0].consume_front("cpu") ||
        words[0].getAsInteger(10, core))
      continue; // of all cores, or no core
    uint64_t busy = 0;
    for (auto [i, word] : enumerate(drop_begin(words))) {
      uint64_t number;
      bool isIdle = i == 3 || i == 4; // idle, iowait
      if (i < 8 && !isIdle && !word.getAsInteger(10, number))
        busy += number;
    }
    ticks[core] = busy;
  }
  return ticks;
}

std::vector<unsigned> chooseQuietCores(StringRef before, StringRef after,
                                       ArrayRef<unsigned> allowed,
                                       unsigned count) {
  DenseMap<unsigned, uint64_t> first = readBusyTicks(before),
                               second = readBusyTicks(after);
  std::vector<unsigned> cores(allowed.begin(), allowed.end());
  sort(cores, [&](unsigned a, unsigned b) {
    return std::pair(second.lookup(a) - first.lookup(a), b) <
           std::pair(second.lookup(b) - first.lookup(b), a);
  });
  cores.resize(std::min<size_t>(cores.size(), count));
  sort(cores);
  return cores;
}

static std::string readUse() {
  // The size of the file is not known.
  auto file = MemoryBuffer::getFileAsStream("/proc/stat");
  return file ? (*file)->getBuffer().str() : "";
}

Error pinToQuietCores(unsigned count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0)
    return createStringError("cannot read the cores of this process: " +
                             sys::StrError(errno));
  std::vector<unsigned> allowed;
  for (unsigned core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set))
      allowed.push_back(core);
  if (count == 0 || count >= allowed.size())
    return Error::success();
  std::string before = readUse();
  std::this_thread::sleep_for(kObservation);
  CPU_ZERO(&set);
  for (unsigned core : chooseQuietCores(before, readUse(), allowed, count))
    CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof(set), &set) != 0)
    return createStringError("cannot choose the cores of this process: " +
                             sys::StrError(errno));
  return Error::success();
}

} // namespace tvm::tvmc
