#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# serve.sh FOLDER STATUS WORD: runs `tvmc WORD` by `tvmc serve`, with files in FOLDER. Fails unless its status is STATUS.
command="{\"arguments\":[\"$3\"],\"output\":\"$1/output\",\"errors\":\"$1/errors\",\"answer\":\"$1/answer\"}"
: > "$1/answer"
{
  echo "$command"
  until grep -q . "$1/answer"; do sleep 0.05; done
} | tvmc serve
test "$(cat "$1/answer")" = "{\"status\":$2}"
