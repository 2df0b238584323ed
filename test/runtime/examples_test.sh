#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The C and the C++ example, built by Bazel and by CMake, run an artefact.
set -euo pipefail

fail() {
  echo "error: $*" >&2
  exit 1
}

run_examples() { # the two binaries
  local output
  output=$("$1" test/runtime/toy.so)
  [[ $output == *"input  x: float32[batch,4]"* ]] || fail "$1 printed $output"
  [[ $output == *"output z: float32[1,4]"* ]] || fail "$1 printed $output"
  output=$("$2" test/runtime/toy.so 3)
  [[ $output == *"output z: float32[batch,4]"* ]] || fail "$2 printed $output"
  [[ $output == *"thread 2: "*" ms" ]] || fail "$2 printed $output"
  for program in "$@"; do
    if output=$("$program" /no/such/file.so 2>&1); then
      fail "$program succeeded"
    fi
    [[ $output == "error: /no/such/file.so: cannot open: "* ]] ||
      fail "$program printed $output"
  done
}

run_examples examples/c/run_model examples/cpp/run_model

prefix=$TEST_TMPDIR/prefix
runtime/install "$prefix"
for language in c cpp; do
  build=$TEST_TMPDIR/$language
  cmake -S "examples/$language" -B "$build" -DTVM_MLIR_DIR="$prefix" >/dev/null
  cmake --build "$build" >/dev/null
done

# Whether CMake takes the installed package for a version.
takes_version() {
  local source=$TEST_TMPDIR/version
  mkdir -p "$source"
  cat >"$source/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.16)
project(version NONE)
find_package(tvm_mlir $1 CONFIG REQUIRED PATHS $prefix NO_DEFAULT_PATH)
END
  cmake -S "$source" -B "$source/build" >/dev/null 2>&1
}
for version in "" 0.1 0.1.0 "0.1.0 EXACT"; do
  takes_version "$version" || fail "CMake does not take version '$version'"
done
for version in 0.1.1 0.2 1 1.0; do
  ! takes_version "$version" || fail "CMake takes version '$version'"
done

# Programs load the library by the name with its major version.
readelf -d "$TEST_TMPDIR/c/run_model" | grep -q 'NEEDED.*\[libtvm_mlir.so.0\]' ||
  fail "run_model does not need libtvm_mlir.so.0"

run_examples "$TEST_TMPDIR/c/run_model" "$TEST_TMPDIR/cpp/run_model"
