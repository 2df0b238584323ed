#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# encode.sh DIR: every DIR/*.txtpb, a model in protobuf's text format, becomes
# DIR/*.onnx.
set -eu
for text in "$1"/*.txtpb; do
  protoc --encode=onnx.ModelProto -I/usr/include onnx/onnx.proto \
    < "$text" > "${text%.txtpb}.onnx"
done
