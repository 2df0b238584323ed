# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The line of progress of tvmc tune --workers."""

import io
import time

import pytest

from tvm_mlir.progress_line import ProgressLine


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(stream, is_quiet=False):
    line = ProgressLine(stream, is_quiet)
    line.begin("measuring")
    line.set_state(lambda: "trial 1")
    line.set_state(lambda: "trial 2")  # within a second
    line.print("warning: hot")
    line.set_state(lambda: "trial 3")
    line.finish()
    return stream.getvalue()


def test_files_have_lines():
    assert run(io.StringIO()) == "measuring\ntrial 1\nwarning: hot\ntrial 3\n"


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_quiet_lines_have_messages_only(stream):
    assert run(stream, is_quiet=True) == "warning: hot\n"


def test_terminals_have_one_line():
    lines = run(Terminal()).split("\r\x1b[K")
    assert lines == [
        "",
        "measuring (0 s)",
        "trial 1, measuring (0 s)",
        "trial 2, measuring (0 s)",
        "warning: hot\n",
        "trial 2, measuring (0 s)",
        "trial 3, measuring (0 s)",
        "trial 3\n",
    ]


def test_the_clock_draws_the_line():
    stream = Terminal()
    line = ProgressLine(stream, is_quiet=False)
    line.begin("waiting")
    time.sleep(1.5)
    line.finish()
    assert "waiting (1 s)" in stream.getvalue()
