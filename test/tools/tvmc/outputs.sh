#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# outputs.sh FOLDER COMMAND...: runs the command, whose argument names an output
# by "@", with outputs of every kind. Each has to be what it was afterwards, and
# to have got what the command writes to a file (with --varying as the first
# argument: something).
set -euo pipefail
varying=
[[ $1 != --varying ]] || { varying=1; shift; }
rm -rf "$1"
mkdir -p "$1/folder"
cd "$1"
shift
command=("$@")

fail() {
  echo "$*: ${command[*]}"
  exit 1
}

# write PATH: runs the command with this output.
write() { "${command[@]//@/$1}"; }

# same FILE: has it got the output?
same() {
  [[ -f $1 && ! -L $1 && -s $1 ]] || fail "$1 is no file with contents"
  [[ $varying ]] || cmp "$1" expected || fail "$1 differs"
}

write expected >printed
same expected

# Links: to a file, which is replaced; to a link; to what is not there yet.
echo old >folder/file
ln file name_of_old 2>/dev/null || ln folder/file name_of_old
ln -s folder/file link
ln -s link second
ln -s folder/new dangling
write second >printed
write dangling >printed
[[ -L second && -L link && -L dangling ]] || fail "a link was replaced"
same folder/file
same folder/new
[[ $(<name_of_old) == old ]] || fail "a file was overwritten in place"

# A link to itself is an error.
ln -s circle circle
! write circle >printed 2>errors || fail "a circular link was written"
grep -q 'circle.*Too many levels of symbolic links' errors || fail "no reason"
[[ -L circle ]] || fail "a circular link was replaced"

# A pipe.
mkfifo pipe
cat pipe >from_pipe &
write pipe >printed
wait $!
[[ -p pipe ]] || fail "a pipe was replaced"
same from_pipe

# A descriptor that is open: the file it belongs to, even without a name.
write /dev/fd/9 9>descriptor >printed
same descriptor
exec 9<>deleted
rm deleted
write /proc/self/fd/9 >printed
cat /proc/self/fd/9 >from_deleted
same from_deleted

# Devices. These links are to the system's own, which are not in danger: who
# replaces what is at the path replaces the link.
ln -s /dev/null null
ln -s /dev/full full
write null >printed
! write full >printed 2>errors || fail "a full device was written"
grep -q 'full.*No space left on device' errors || fail "no reason"
[[ -L null && -c null && -L full && -c full ]] || fail "a device was replaced"
if ((EUID == 0)) && mknod -m 666 node c 1 3 2>errors; then
  write node >printed
  [[ -c node ]] || fail "a device node was replaced"
fi
! write folder >printed 2>errors || fail "a folder was written"
grep -q 'folder.*Is a directory' errors || fail "no reason"

! compgen -G "**/*tmp*" >printed || fail "a temporary file was left"
