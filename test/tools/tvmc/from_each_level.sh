#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# from_each_level.sh DUMPS DATABASE ARTEFACT: tvmc compiles every dump up to level
# loops, with the strategies of DATABASE, to ARTEFACT.
set -eu
for level in 0-import 1-graph 2-fused 3-te 4-loops; do
  tvmc compile "$1/$level.mlir" -o "$1/again.so" -q --database="$2"
  cmp "$1/again.so" "$3"
done
