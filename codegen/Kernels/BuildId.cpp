// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/BuildId.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>
#include <link.h>

using namespace llvm;

namespace tvm::codegen {

/// An address in the code of this program or library.
static void *getHere() { return reinterpret_cast<void *>(&getHere); }

/// The build id among the notes in a segment; empty if there is none.
static StringRef findBuildId(StringRef notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto *header = reinterpret_cast<const ElfW(Nhdr) *>(notes.data());
    size_t name = sizeof(*header);
    size_t description = name + alignTo(header->n_namesz, 4);
    size_t end = description + alignTo(header->n_descsz, 4);
    if (end > notes.size())
      break;
    if (header->n_type == NT_GNU_BUILD_ID &&
        notes.substr(name, header->n_namesz) == StringRef("GNU\0", 4))
      return notes.substr(description, header->n_descsz);
    notes = notes.drop_front(end);
  }
  return "";
}

/// Called for each loaded object: reads the build id of the one with this code
/// to `result`, a StringRef.
static int visitObject(dl_phdr_info *info, size_t /*size*/, void *result) {
  bool isThis = false;
  StringRef id;
  auto here = reinterpret_cast<uintptr_t>(getHere());
  for (const ElfW(Phdr) &header : ArrayRef(info->dlpi_phdr, info->dlpi_phnum)) {
    uintptr_t address = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD && here >= address &&
        here - address < header.p_memsz)
      isThis = true;
    if (header.p_type == PT_NOTE && id.empty())
      // A number, as ELF has it. NOLINTNEXTLINE(performance-no-int-to-ptr)
      id = findBuildId({reinterpret_cast<const char *>(address),
                        static_cast<size_t>(header.p_memsz)});
  }
  if (isThis)
    *static_cast<StringRef *>(result) = id;
  return isThis;
}

/// The file with this code: the executable, or a loaded library.
static std::string getBinary() {
  Dl_info info;
  if (!dladdr(getHere(), &info) || !info.dli_fname)
    return "";
  // An executable that was found on PATH has no folder here.
  StringRef file = info.dli_fname;
  return file.contains('/')
             ? file.str()
             : sys::fs::getMainExecutable(info.dli_fname, getHere());
}

static std::string readBuildId() {
  StringRef id;
  dl_iterate_phdr(visitObject, &id);
  if (!id.empty())
    return toHex(id, /*LowerCase=*/true);
  sys::fs::file_status status;
  if (sys::fs::status(getBinary(), status))
    return "unknown";
  auto time = status.getLastModificationTime().time_since_epoch().count();
  return (Twine(status.getSize()) + "-" + Twine(time)).str();
}

const std::string &getBuildId() {
  static const std::string id = readBuildId();
  return id;
}

} // namespace tvm::codegen
