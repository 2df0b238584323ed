#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Status 1, that is interesting, if the file has a graph.exp.
! tvm-opt "$1" | grep -q graph.exp
