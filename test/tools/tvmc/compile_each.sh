#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# compile_each.sh DIR: every DIR/*.onnx becomes DIR/*.so.
set -eu
for model in "$1"/*.onnx; do
  tvmc compile "$model" -o "${model%.onnx}.so" -q
done
