#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# out_of_memory.sh COMMAND...: runs it with more and more addresses until it
# succeeds twice. Passes if it says that memory ran out whenever it fails, and
# does so at least once. With too few addresses to load its libraries it does not
# start.
said=0 done=0
for ((kilobytes = 250000; done < 2; kilobytes += 25000)); do
  text=$(ulimit -v $kilobytes && "$@" 2>&1)
  case $? in
    0) done=$((done + 1)) ;;
    127) [[ $text == *"error while loading shared libraries"* ]] ;;
    1) [[ $text == *"out of memory"* && $text != *bug* ]] && said=1 ;;
    *) false ;;
  esac || {
    echo "with $kilobytes kB: $text"
    exit 1
  }
done
((said))
