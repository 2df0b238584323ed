// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the toy artefact to a file: make_artefact CODE.so MANIFEST.json OUT.so
#include "test/runtime/ToyArtefact.h"

#include <cstdio>
#include <fstream>

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: make_artefact CODE.so MANIFEST.json OUT.so\n");
    return 2;
  }
  std::ofstream stream(argv[3], std::ios::binary);
  stream << tvm::test::ToyArtefact(argv[1], argv[2]).bytes();
  return stream ? 0 : 1;
}
