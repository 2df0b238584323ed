# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels for a GPU, run from their PTX text: by an interpreter behind a library in
the driver's place (`pytest python/tests/gpu/test_te_gpu.py`), or by a real GPU
(`pytest -m gpu python/tests/gpu/test_te_gpu.py`)."""

import os
import re
import subprocess
import sys

import fake_gpu
import gpu_convolutions as convolutions
import gpu_programs as programs
import gpu_reductions as reductions
import gpu_scans as scans
import numpy as np
import ptx
import pytest
from conftest import BIN

from tvm_mlir import TvmError, te

TARGET = "nvptx64"


@pytest.fixture(scope="module")
def library():
    return fake_gpu.load(BIN)


@pytest.fixture
def gpu(library):
    library.reset()
    yield library
    library.reset()


def build(program):
    return te.build(program.schedule, program.args, target=TARGET)


def check(program, gpu=None):
    function = build(program)
    for _ in range(2):
        result = np.full_like(program.expected, np.nan)
        inputs = [array.copy() for array in program.inputs]
        function(*inputs, result)
        assert not (gpu and gpu.errors), gpu.errors
        np.testing.assert_allclose(
            result, program.expected, rtol=0, atol=program.tolerance
        )
        for array, given in zip(inputs, program.inputs):
            np.testing.assert_array_equal(array, given)
    return function


SMALL = {
    "add": lambda: programs.vector_add(100),
    "add_one": lambda: programs.vector_add(1),
    "add_blocks": lambda: programs.vector_add(64),
    "filled": lambda: programs.filled(20),
    "naive": lambda: programs.naive_product(48),
    "naive_border": lambda: programs.naive_product(20),
    "cooperative": lambda: programs.shared_product(48, programs.Tiles(16, 1, 1, 16)),
    "registers": lambda: programs.shared_product(64),
    "tutorial": lambda: programs.tutorial_product(64),
    "tutorial_border": lambda: programs.tutorial_product(20, 16, 4),
    "tutorial_virtual": lambda: programs.tutorial_product(32, 16, 4, 2),
    "ahead": lambda: programs.shared_product(64, fetches_ahead=True),
    "ahead_border": lambda: programs.tutorial_product(20, 16, 4, 1, True),
    "ahead_virtual": lambda: programs.tutorial_product(32, 16, 4, 2, True),
    "stages": lambda: programs.two_launches(40),
    "shared_stage": lambda: programs.shared_stage(40),
    "shared_stage_border": lambda: programs.shared_stage(21),
    "softmax": lambda: programs.softmax(5, 24),
    "types": lambda: programs.conversions(70),
    "row_sums": lambda: reductions.row_sums(8, 64),
    "row_sums_border": lambda: reductions.row_sums(6, 48, 12),
    "row_sums_any_size": lambda: reductions.row_sums(6, 37, 12, 4, True),
    "convolution": convolutions.tutorial_convolution,
    "log_sums": lambda: reductions.log_sum_of_a_row(3, 40, 16),
    "log_sums_border": lambda: reductions.log_sum_of_a_row(3, 37, 12),
    "row_maxima": lambda: reductions.maximum_of_a_row(5, 24),
    "row_sums_of_threads": lambda: reductions.row_sums_of_threads(4, 96),
    "row_sums_of_threads_border": lambda: reductions.row_sums_of_threads(5, 83),
    "fused_softmax": lambda: reductions.fused_softmax(3, 64, 8),
    "fused_softmax_factored": lambda: reductions.fused_softmax(3, 64, 8, True),
    "fused_softmax_border": lambda: reductions.fused_softmax(2, 45, 8),
    "row_maximum_of_one": lambda: reductions.maximum_of_a_row(3, 1),
    "cumsum": lambda: scans.cumsum(7, 40),
    "cumsum_one_step": lambda: scans.cumsum(1, 33),
    "planes": lambda: scans.cumsum_of_planes(5, 6, 7),
    "rotation": lambda: scans.rotation(5, 40),
    "fibonacci": lambda: scans.fibonacci(6, 40),
    "cell": lambda: scans.recurrent_cell(4, 40),
    "two_states": lambda: scans.two_states(4, 40),
}

LARGE = {
    "add": lambda: programs.vector_add(1_000_003),
    "naive": lambda: programs.naive_product(500),
    "cooperative": lambda: programs.shared_product(512, programs.Tiles(16, 1, 1, 16)),
    "registers": lambda: programs.shared_product(1024, programs.Tiles(128, 4, 2, 8)),
    "tutorial": lambda: programs.tutorial_product(512),
    "stages": lambda: programs.two_launches(100_000),
    "shared_stage": lambda: programs.shared_stage(100_000, 64),
    "softmax": lambda: programs.softmax(300, 1000),
    "types": lambda: programs.conversions(10_000),
    "row_sums": lambda: reductions.row_sums(1000, 5000, 32),
    "row_sums_any_size": lambda: reductions.row_sums(1000, 4999, 32, 4, True),
    "row_sums_of_threads": lambda: reductions.row_sums_of_threads(1001, 5003, 64),
    "fused_softmax": lambda: reductions.fused_softmax(300, 1000, 128),
    "convolution": lambda: convolutions.tutorial_convolution(14, 64, 64),
    "cumsum": lambda: scans.cumsum(100, 10_000),
    "cell": lambda: scans.recurrent_cell(20, 300),
}


@pytest.mark.parametrize("name", SMALL)
def test_interpreted(gpu, name):
    check(SMALL[name](), gpu)


@pytest.mark.gpu
@pytest.mark.parametrize("name", [*SMALL])
def test_small(name):
    check(SMALL[name]())


@pytest.mark.gpu
@pytest.mark.parametrize("name", [*LARGE])
def test_large(name):
    check(LARGE[name]())


def test_script():
    """The initialisation of a reduction around loops of threads has its own loops, on
    the same threads."""
    script = str(programs.shared_product().schedule)
    assert script.count("schedule.decompose_reduction") == 1
    for axis in ("threadIdx.x", "threadIdx.y"):
        assert script.count(f'.init to "{axis}"') == 1
    assert script.count("schedule.virtual_thread") == 6  # copy, product, its start


def test_scopes_are_set_before_places():
    """A shared stage, which all threads read, is computed at one of their loops."""
    script = str(programs.shared_stage(40).schedule)
    assert script.index("schedule.set_scope") < script.index("schedule.compute_at")


# --- calls --------------------------------------------------------------------


def test_calls(gpu):
    """Operands go to the device, launches run, and only results come back. A second run
    allocates nothing."""
    function = build(programs.vector_add())
    a = np.arange(70, dtype=np.float32)
    function(a, a[::-1].copy())
    gpu.library.fake_cuda_reset()
    function(a, a[::-1].copy())
    names = [call.split("(")[0] for call in gpu.calls()]
    assert names == [
        *["cuMemcpyHtoD"] * 3,
        *["cuModuleGetFunction", "cuLaunchKernel", "cuCtxSynchronize", "cuMemcpyDtoH"],
    ]
    assert gpu.calls("cuLaunchKernel") == [
        "cuLaunchKernel(kernel_kernel, 3, 1, 1, 32, 1, 1, 0, 0, 0)"
    ]
    assert all(call.endswith(", 280)") for call in gpu.calls("cuMemcpy"))


def test_nothing_to_launch(gpu):
    function = build(programs.vector_add())
    none = np.empty(0, np.float32)
    assert function(none, none).shape == (0,)
    assert gpu.calls("cuLaunchKernel") == []


def test_several_launches(gpu):
    """A buffer between launches stays on the device."""
    check(programs.two_launches(40), gpu)
    assert len(gpu.calls("cuLaunchKernel")) == 4  # in two runs
    assert len(gpu.calls("cuMemcpyDtoH")) == 2


@pytest.mark.parametrize(
    "program, count",
    [
        (lambda: scans.cumsum(7, 40), 3),  # what it starts from, it, and the result
        (lambda: scans.cumsum_of_planes(5, 6, 7), 4),
        (lambda: scans.rotation(5, 40), 3 + 4 * 3 + 1),  # a step, and two copies
        (lambda: scans.recurrent_cell(4, 40), 3 + 3 * 4 + 1),
    ],
)
def test_launches_of_a_scan(gpu, program, count):
    """One launch runs all steps if an element depends only on itself."""
    check(program(), gpu)
    assert len(gpu.calls("cuLaunchKernel")) == 2 * count  # in two runs


@pytest.mark.parametrize(
    "is_bound, text",
    [
        (True, "cannot bind to 'threadIdx.x': it breaks a .* of block 'copy_1'"),
        (False, "expected block 'Y.start' to be in a loop that is bound to a GPU"),
    ],
)
def test_a_scan_of_one_number(is_bound, text):
    """The states have no loop except the loop over steps, which is sequential."""
    X = te.placeholder((5,), name="X")
    state = te.placeholder((5,), name="state")
    init = te.compute((1,), lambda _: X[0], name="init")
    update = te.compute((5,), lambda t: state[t - 1] + X[t], name="update")
    Y = te.scan(init, update, state, name="Y")
    s = te.create_schedule(Y.op)
    thread = te.thread_axis("threadIdx.x")
    s[init].bind(init.op.axis[0], thread)
    if is_bound:
        s[update].bind(update.op.axis[0], thread)
    with pytest.raises(TvmError, match=text):
        te.build(s, [X, Y], target=TARGET)


def test_a_scan_whose_start_is_not_bound():
    X = te.placeholder((5, 8), name="X")
    state = te.placeholder((5, 8), name="state")
    init = te.compute((1, 8), lambda _, i: X[0, i], name="init")
    update = te.compute((5, 8), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    Y = te.scan(init, update, state, name="Y")
    s = te.create_schedule(Y.op)
    s[update].bind(update.op.axis[1], te.thread_axis("threadIdx.x"))
    with pytest.raises(TvmError, match="expected block 'init' to be in a loop"):
        te.build(s, [X, Y], target=TARGET)


@pytest.mark.parametrize(
    "function, result, text",
    [
        ("cuMemAlloc", 2, r"cuMemAlloc of 4000000 bytes: CUDA_ERROR_OUT_OF_MEMORY"),
        ("cuMemcpyHtoD", 700, r"cuMemcpyHtoD of 4000000 bytes: CUDA_ERROR_ILLEGAL"),
        ("cuLaunchKernel", 700, r"cuLaunchKernel 'kernel_kernel': CUDA_ERROR_ILLEGAL"),
        ("cuCtxSynchronize", 700, r"cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS"),
        ("cuMemcpyDtoH", 700, r"cuMemcpyDtoH of 4000000 bytes: CUDA_ERROR_ILLEGAL"),
    ],
)
def test_failures(gpu, function, result, text):
    program = build(programs.vector_add())
    gpu.library.fake_cuda_set_kernel(None)
    big = np.zeros(1_000_000, np.float32)
    gpu.fail(function, result)
    with pytest.raises(TvmError, match=text):
        program(big, big)
    gpu.reset()
    check(programs.vector_add(), gpu)


def run_alone(path):
    """Runs the first program in a process of its own, with the driver at `path`."""
    code = (
        "import gpu_programs, numpy; from tvm_mlir import te;"
        "p = gpu_programs.vector_add();"
        "te.build(p.schedule, p.args, target='nvptx64')(*p.inputs)"
    )
    folders = [str(BIN.parent / "python"), str(BIN.parent / "python" / "tests" / "gpu")]
    environment = {
        **os.environ,
        "TVM_MLIR_LIBCUDA": path,
        "PYTHONPATH": os.pathsep.join(folders),
    }
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_no_driver():
    """A kernel compiles and loads without a driver. A run names the missing part."""
    result = run_alone("/nowhere/libcuda.so.1")
    assert "TvmError: no CUDA driver: /nowhere/libcuda.so.1: cannot" in result.stderr
    assert "install NVIDIA's driver" in result.stderr


def test_refusals():
    program = programs.vector_add()
    with pytest.raises(TvmError, match="unknown target: cpu 'sm_91' .*did you mean"):
        te.build(program.schedule, program.args, target="nvptx64,mcpu=sm_91")
    unbound = te.create_schedule(program.args[-1].op)
    with pytest.raises(TvmError, match="expected block .* bound to a GPU"):
        te.build(unbound, program.args, target=TARGET)


# --- the interpreter ----------------------------------------------------------


def drop_barrier(text, number):
    parts = re.split(r"(bar\.sync[^;]*;)", text)
    del parts[2 * number + 1]
    return "".join(parts)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: drop_barrier(text, 0),
        lambda text: drop_barrier(text, 1),
        lambda text: text.replace(
            "bar.sync", "setp.eq.u32 %p9, %tid.x, 0;\n@%p9 bar.sync", 1
        ),
    ],
    ids=["fetched", "used", "one_column"],
)
def test_interpreter_sees_missing_barriers(gpu, monkeypatch, change):
    program = programs.shared_product(32, programs.Tiles(16, 1, 1, 16))
    function = build(program)
    run = ptx.run
    monkeypatch.setattr(ptx, "run", lambda text, *rest: run(change(text), *rest))
    function(*program.inputs)
    assert [type(error) for error in gpu.errors] == [ptx.PtxError]
    assert "without a barrier" in str(gpu.errors[0])


@pytest.mark.parametrize("number", range(2))
def test_tutorial_needs_each_barrier(gpu, monkeypatch, number):
    function = build(programs.tutorial_product(16, 16, 4))
    run = ptx.run
    texts = []

    def run_without(text, *rest):
        texts.append(text)
        run(drop_barrier(text, number), *rest)

    monkeypatch.setattr(ptx, "run", run_without)
    function(*programs.tutorial_product(16, 16, 4).inputs)
    assert texts[0].count("bar.sync") == 2
    assert "without a barrier" in str(gpu.errors[0])


@pytest.mark.parametrize("number", range(2))
def test_a_reduction_needs_each_barrier(gpu, monkeypatch, number):
    """A thread waits for the values of other threads, and for sums of these values."""
    program = reductions.maximum_of_a_row(1, 6)
    function = build(program)
    run = ptx.run
    monkeypatch.setattr(
        ptx, "run", lambda text, *rest: run(drop_barrier(text, number), *rest)
    )
    function(*program.inputs)
    assert "without a barrier" in str(gpu.errors[0])


def test_interpreter_sees_wrong_addresses(gpu, monkeypatch):
    program = programs.vector_add(1_100_003)  # more than other tests leave
    function = build(program)
    run = ptx.run
    for change, text in [
        (lambda text: text.replace("@%p1 bra", "@!%p1 bra"), "bytes at"),
        (lambda text: text.replace(", 2;", ", 1;"), "no multiple of 4"),
        (lambda text: text.replace("add.f32", "frob.f32"), "no instruction frob.f32"),
    ]:
        gpu.errors.clear()
        monkeypatch.setattr(ptx, "run", lambda code, *rest: run(change(code), *rest))
        function(*program.inputs)
        assert text in str(gpu.errors[0])
