#!/bin/bash
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
  cmake -S "examples/$language" -B "$build" -DTVM_RUNTIME_DIR="$prefix" >/dev/null
  cmake --build "$build" >/dev/null
done
run_examples "$TEST_TMPDIR/c/run_model" "$TEST_TMPDIR/cpp/run_model"
