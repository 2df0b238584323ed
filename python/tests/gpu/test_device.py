# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A GPU's memory and launches, on a library in the driver's place."""

import numpy as np
import pytest
from conftest import BIN
from fake_gpu import FakeGPU
from gpu_programs import naive_product, vector_add

from tvm_mlir import TvmError, te
from tvm_mlir.device import Device


@pytest.fixture
def gpu(monkeypatch):
    path = BIN / "test" / "runtime" / "libfake_cuda.so"
    monkeypatch.setenv("TVM_MLIR_LIBCUDA", str(path))
    fake = FakeGPU(path)
    fake.reset()
    yield fake
    fake.reset()


def test_device(gpu):
    device = Device()
    assert (device.name, device.architecture) == ("Fake GPU", "sm_90")
    with pytest.raises(TvmError, match="no CUDA device 7: this process sees 1 of"):
        Device(7)


def test_memory(gpu):
    device = Device()
    given = np.arange(6, dtype=np.int64).reshape(2, 3)
    buffer = device.array(given)
    np.testing.assert_array_equal(buffer.read(), given)
    assert buffer.parameters()[2:] == [0, 2, 3, 3, 1]
    with pytest.raises(ValueError, match=r"expected shape \(2, 3\), got \(3, 2\)"):
        buffer.write(given.T)
    address = buffer.address
    del buffer
    assert len(gpu.calls("cuMemFree")) == 1 and address
    gpu.fail("cuMemAlloc", 2)
    with pytest.raises(TvmError, match="cuMemAlloc of 40 bytes: CUDA_ERROR_OUT_OF_ME"):
        device.empty([10])


def test_launch(gpu):
    """A launch of a kernel's PTX by hand."""
    program = naive_product(32)
    [text] = te.ptx(program.schedule, program.args, target="nvptx64,mcpu=sm_90")
    assert ".target sm_90\n" in text
    device = Device()
    code = device.load(text)
    operands = [device.array(array) for array in program.inputs]
    result = device.empty(program.expected.shape)
    code.launch("kernel_kernel", (2, 2, 1), (16, 16, 1), [*operands, result])
    device.synchronize()
    assert not gpu.errors
    np.testing.assert_allclose(result.read(), program.expected, atol=1e-3)
    gpu.fail("cuLaunchKernel", 700)
    with pytest.raises(TvmError, match="cuLaunchKernel 'f': CUDA_ERROR_ILLEGAL"):
        code.launch("f", (1, 1, 1), (1, 1, 1), [4])
    with pytest.raises(TvmError, match="expected 1 to 2147483647 threads along x"):
        code.launch("f", (1, 1, 1), (0, 1, 1), [])


@pytest.mark.gpu
def test_launch_of_one():
    program = vector_add(100)
    [text] = te.ptx(program.schedule, program.args)
    device = Device()
    operands = [device.array(array) for array in program.inputs]
    result = device.empty([100])
    device.load(text).launch(
        "kernel_kernel", (4, 1, 1), (32, 1, 1), [*operands, result]
    )
    np.testing.assert_array_equal(result.read(), program.expected)
