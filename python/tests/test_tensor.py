# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""DLPack in both directions."""

import ctypes
import gc

import numpy as np
import pytest

from tvm_mlir import Tensor, TvmError, _abi, _capsule, _dtypes


class Foreign:
    """A tensor of another package, which supports some versions of DLPack."""

    def __init__(self, array, versioned, device=1):
        self.array, self.versioned, self.device = array, versioned, device

    def __dlpack_device__(self):
        return (self.device, 0)

    def __dlpack__(self, **arguments):
        if arguments and not self.versioned:
            raise TypeError("unexpected keyword")
        if self.versioned:
            assert arguments == {"max_version": (1, 1)}
        return self.array.__dlpack__(**arguments)


OLD_NUMPY = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.1.0",
    reason="this numpy does not export versioned tensors",
)


@pytest.mark.parametrize("versioned", [False, pytest.param(True, marks=OLD_NUMPY)])
def test_foreign_inputs(toy, inputs, versioned, reference):
    wrapped = {name: Foreign(array, versioned) for name, array in inputs.items()}
    np.testing.assert_array_equal(toy.run(wrapped)["z"], reference(inputs))


def test_inputs_elsewhere(toy, inputs):
    inputs["x"] = Foreign(inputs["x"], True, device=2)
    with pytest.raises(TvmError) as error:
        toy.run(inputs)
    assert str(error.value) == (
        "input 'x': expected a tensor on the CPU, got one on DLPack device type 2"
    )


def test_inputs_that_give_nothing(toy, inputs):
    class Empty(Foreign):
        def __dlpack__(self, **arguments):
            return None

    with pytest.raises(TvmError, match="^input 'x': __dlpack__ gave no tensor$"):
        toy.run({**inputs, "x": Empty(None, True)})


def test_outputs(toy, inputs, reference):
    z = toy.run_tensors(inputs)["z"]
    assert isinstance(z, Tensor)
    assert z.shape == (3, 4)
    assert z.dtype == "float32"
    assert repr(z) == "Tensor(float32[3,4])"
    array = np.from_dlpack(z)
    assert array.ctypes.data == z.numpy().ctypes.data, "a copy"
    del z
    gc.collect()
    np.testing.assert_array_equal(array, reference(inputs))
    del array
    gc.collect()
    assert not _capsule._exported


def test_outputs_are_inputs(toy, inputs, reference):
    z = toy.run_tensors(inputs)["z"]
    again = toy.run({"x": z, "y": inputs["y"]})["z"]
    np.testing.assert_array_equal(
        again, reference({"x": reference(inputs), "y": inputs["y"]})
    )


@pytest.mark.parametrize("version", [None, (0, 8), (1, 0)])
def test_capsules_that_nobody_takes(toy, inputs, version):
    z = toy.run_tensors(inputs)["z"]
    capsule = z.__dlpack__(max_version=version)
    assert len(_capsule._exported) == 1
    assert _capsule.tensor_in(capsule).data == z._tensor.data
    del capsule
    gc.collect()
    assert not _capsule._exported


def test_what_cannot_be_exported(toy, inputs):
    z = toy.run_tensors(inputs)["z"]
    with pytest.raises(BufferError):
        z.__dlpack__(copy=True)
    with pytest.raises(BufferError):
        z.__dlpack__(dl_device=(2, 0))


def test_as_array(toy, inputs):
    z = toy.run_tensors(inputs)["z"]
    assert np.asarray(z).dtype == np.float32
    assert np.asarray(z, np.float64).dtype == np.float64
    assert z.__array__(copy=True).ctypes.data != z.numpy().ctypes.data
    with pytest.raises(ValueError):
        z.__array__(np.float64, copy=False)


def test_data_types():
    for name in _dtypes._CODES:
        dtype = _dtypes.to_numpy(name)
        assert dtype.name == name
        code = _dtypes.to_dlpack(dtype)
        assert _dtypes.name_of(code) == name
        runtime_name = _abi.runtime().tvm_data_type_name(code)
        assert runtime_name == name.encode()
    assert _dtypes.to_dlpack(np.dtype("datetime64[s]")) is None
    code = _abi.DLDataType(*_dtypes.STRING, 1)
    assert _dtypes.name_of(code) == "string"
    assert _abi.runtime().tvm_data_type_name(code) == b"string"
    assert _dtypes.to_numpy("string") == object
    assert _dtypes.name_of(_abi.DLDataType(2, 32, 4)) == "(code 2 bits 32 lanes 4)"


class Packed(Foreign):
    """A tensor with elements of 4 bits, in one byte each or packed."""

    def __init__(self, padded):
        self.device, self.array = 1, np.zeros((2, 3), np.uint8)
        self.padded, self.shape = padded, (ctypes.c_int64 * 2)(2, 3)

    def __dlpack__(self, **arguments):
        tensor = _abi.DLTensor(
            self.array.ctypes.data,
            _abi.DLDevice(_abi.CPU, 0),
            2,
            _abi.DLDataType(0, 4, 1),
            self.shape,
        )
        return _capsule.export(tensor, self, self.padded)


def test_few_bits_take_a_byte(toy, inputs):
    inputs["x"] = Packed(padded=False)
    message = "^input 'x': expected one byte per element, got packed ones$"
    with pytest.raises(TvmError, match=message):
        toy.run(inputs)
    inputs["x"] = Packed(padded=True)
    with pytest.raises(TvmError, match=r"expected float32\[batch,4\], got int4\[2,3\]$"):
        toy.run(inputs)
