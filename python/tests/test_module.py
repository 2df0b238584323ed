# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loading and running artefacts."""

import gc
import json
import pickle
import threading
import weakref

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import TvmError


def test_describes_itself(toy):
    assert [str(info) for info in toy.inputs] == [
        "x: float32[batch,4]",
        "y: float32[batch,4]",
    ]
    assert toy.outputs[0].shape == ("batch", 4)
    assert toy.outputs[1] == tvm_mlir.TensorInfo("s", "float32", (1,))
    assert toy.manifest["format"] == 1
    assert toy.cpu == "x86-64"
    assert toy.num_threads == 1
    assert repr(toy) == (
        "Module((x: float32[batch,4], y: float32[batch,4]) -> "
        "(z: float32[batch,4], s: float32[1]))"
    )


def test_runs(toy, inputs, reference):
    outputs = toy.run(inputs)
    assert list(outputs) == ["z", "s"]
    np.testing.assert_array_equal(outputs["z"], reference(inputs))
    np.testing.assert_array_equal(outputs["s"], [reference(inputs).sum()])
    assert outputs["z"].flags.writeable


def test_outputs_outlive_runs_and_module(toy_path, inputs, reference):
    module = tvm_mlir.load(toy_path)
    first = module.run(inputs)["z"]
    expected = reference(inputs)
    inputs["x"] += 100
    second = module.run(inputs)["z"]
    del module
    gc.collect()
    np.testing.assert_array_equal(first, expected)
    np.testing.assert_array_equal(second, reference(inputs))


@pytest.mark.parametrize("batch", [0, 1, 7])
def test_any_batch(toy, batch, reference):
    inputs = {name: np.ones((batch, 4), np.float32) for name in "xy"}
    outputs = toy.run(inputs)
    assert outputs["z"].shape == (batch, 4)
    np.testing.assert_array_equal(outputs["z"], reference(inputs))


def test_arrays_with_gaps(toy, inputs, reference):
    whole = np.arange(48, dtype=np.float32).reshape(8, 6)
    for x in (whole[1:4, 2:], whole[::-3, ::-1][:, 1:5], whole.T[:3, :8:2]):
        inputs["x"] = x
        np.testing.assert_array_equal(toy.run(inputs)["z"], reference(inputs))
    record = np.zeros((3, 4), [("a", np.int8), ("b", np.float32)])
    record["b"] = 3
    inputs["x"] = record["b"]  # neither aligned nor of whole strides
    np.testing.assert_array_equal(toy.run(inputs)["z"], reference(inputs))


def test_read_only_arrays(toy, inputs, reference):
    inputs["x"].flags.writeable = False
    np.testing.assert_array_equal(toy.run(inputs)["z"], reference(inputs))


def test_python_numbers(toy, reference):
    inputs = {"x": [[1, 2, 3, 4]], "y": [[0.5] * 4]}
    np.testing.assert_array_equal(toy.run(inputs)["z"], reference(inputs))


@pytest.mark.parametrize(
    "change, message",
    [
        (
            {"x": np.zeros((3, 4))},
            "input 'x': expected float32[batch,4], got float64[3,4]",
        ),
        (
            {"x": np.zeros((3, 4), ">f4")},
            "input 'x': expected float32[batch,4], got >f4[3,4]",
        ),
        (
            {"x": np.zeros((3, 4), np.complex64)},
            "input 'x': expected float32[batch,4], got complex64[3,4]",
        ),
        (
            {"y": np.zeros((3, 5), np.float32)},
            "input 'y': expected float32[batch,4], got float32[3,5]",
        ),
        (
            {"y": np.zeros((5, 4), np.float32)},
            "input 'y': dim 0 ('batch') is 5, but dim 0 of input 'x' is 3",
        ),
        ({"w": np.zeros(1)}, "no input is called 'w': the model has 'x', 'y'"),
        (
            {"x": np.full((3, 4), np.nan, np.float32)},
            "node 'add1': row 0, column 0 of 'x' is not a number",
        ),
    ],
)
def test_wrong_inputs(toy, inputs, change, message, reference):
    with pytest.raises(TvmError) as error:
        toy.run({**inputs, **change})
    assert str(error.value) == message
    # The module still works.
    np.testing.assert_array_equal(toy.run(inputs)["z"], reference(inputs))


def test_what_is_no_tensor(toy, inputs):
    with pytest.raises(TvmError, match=r"^input 'x': expected float32\[batch,4\]: "):
        toy.run({**inputs, "x": "text"})
    with pytest.raises(TvmError, match=r"^input 'x': expected float32\[batch,4\]: "):
        toy.run({**inputs, "x": [[1], [2, 3]]})


class OfAnotherPackage:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_outputs_share_no_memory(toy, inputs, reference):
    x = inputs["x"].copy()
    for z in (inputs["x"], OfAnotherPackage(inputs["x"])):
        with pytest.raises(TvmError) as error:
            toy.run(inputs, {"z": z})
        assert str(error.value) == (
            "output 'z' shares memory with input 'x': expected memory of its own"
        )
        np.testing.assert_array_equal(inputs["x"], x)
    # Between the rows of an input there is room.
    wide = np.zeros((3, 5), np.float32)
    wide[:, :4] = x
    inputs["x"] = wide[:, :4]
    toy.run(inputs, {"s": wide[1, 4:]})
    assert wide[1, 4] == reference(inputs).sum()
    with pytest.raises(TvmError, match="output 's' shares memory with input 'x'"):
        toy.run(inputs, {"s": wide[1, 3:4]})


def test_missing_input(toy, inputs):
    toy.run(inputs)
    del inputs["y"]
    with pytest.raises(TvmError) as error:
        toy.run(inputs)
    assert str(error.value) == "input 'y' is not set: expected float32[batch,4]"


def test_many_threads(toy, inputs, reference):
    results = {}

    def work(number):
        mine = {**inputs, "x": inputs["x"] + number}
        for _ in range(50):
            results[number] = (mine, toy.run(mine)["z"])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    for mine, z in results.values():
        np.testing.assert_array_equal(z, reference(mine))
    assert 1 <= len(toy._idle) <= 4


def test_time(toy, inputs):
    timing = toy.time(inputs, repeat=5)
    assert len(timing.times) == 5
    assert 0 < timing.min <= timing.median <= timing.p95 <= max(timing.times)
    assert str(timing).startswith("median ")
    with pytest.raises(ValueError):
        toy.time(inputs, repeat=0)


def test_profile(toy, inputs, tmp_path):
    trace = tmp_path / "trace.json"
    profile = toy.profile(inputs, repeat=3, trace=trace)
    kernels = {kernel.name: kernel for kernel in profile.kernels}
    assert kernels["fused_add_mul"].nodes == ("add1", "mul1")
    assert kernels["fused_add_mul"].calls == 3
    assert kernels["fused_add_mul"].flops == 8
    assert kernels["sum"].flops is None
    assert "fused_add_mul (add1, mul1)" in str(profile)
    events = json.loads(trace.read_text())["traceEvents"]
    assert len(events) == 9
    with pytest.raises(TvmError, match="cannot write"):
        toy.profile(inputs, trace="/no/such/folder/trace.json")


def test_save(toy, toy_path, tmp_path):
    toy.save(tmp_path / "copy.so")
    assert (tmp_path / "copy.so").read_bytes() == toy_path.read_bytes()


def test_from_bytes(toy_path, inputs, reference):
    for content in (toy_path.read_bytes(), bytearray(toy_path.read_bytes())):
        module = tvm_mlir.load(content, num_threads=1)
        np.testing.assert_array_equal(module.run(inputs)["z"], reference(inputs))
    with pytest.raises(TvmError, match="truncated or damaged"):
        tvm_mlir.load(toy_path.read_bytes()[:-100])


def test_pickles(toy_path, inputs, reference):
    module = pickle.loads(pickle.dumps(tvm_mlir.load(toy_path, num_threads=1)))
    assert module.num_threads == 1
    np.testing.assert_array_equal(module.run(inputs)["z"], reference(inputs))


@pytest.mark.parametrize(
    ("owner", "name", "message"),
    [
        (tvm_mlir, "nd", "tvm_mlir has no 'nd': modules take arrays of numpy"),
        (tvm_mlir, "frob", "^tvm_mlir has no 'frob'$"),
        ("toy", "export_library", r"a module has no 'export_library': save\(path\)"),
        ("toy", "time_evaluator", r"a module has no 'time_evaluator': time\(inputs"),
    ],
)
def test_names_of_tvm(toy, owner, name, message):
    with pytest.raises(AttributeError, match=message):
        getattr(toy if owner == "toy" else owner, name)


@pytest.mark.parametrize(
    ("name", "function", "message"),
    [
        ("f", 3, "expected a function for 'f', got 3"),
        (b"f", len, "expected the name of a function, got b'f'"),
        ("", len, "expected the name of a function, got ''"),
    ],
)
def test_wrong_functions(name, function, message):
    with pytest.raises(TypeError, match=message):
        tvm_mlir.register_function(name, function)


def test_wrong_files(toy_path, tmp_path):
    with pytest.raises(TvmError, match="cannot open: No such file or directory"):
        tvm_mlir.load(tmp_path / "missing.so")
    truncated = tmp_path / "truncated.so"
    truncated.write_bytes(toy_path.read_bytes()[:-100])
    with pytest.raises(TvmError, match="truncated.so: truncated or damaged: "):
        tvm_mlir.load(truncated)


def test_wrong_threads(toy_path):
    with pytest.raises(TvmError, match="expected 0 to 1024 threads, got -2"):
        tvm_mlir.load(toy_path, num_threads=-2)


def test_memory_is_given_back_at_once(toy_path, inputs, reference):
    module = tvm_mlir.load(toy_path)
    outputs = module.run(inputs)
    gone = weakref.ref(module)
    gc.disable()
    try:
        del module
        assert gone() is None, "a cycle of references"
    finally:
        gc.enable()
    np.testing.assert_array_equal(outputs["z"], reference(inputs))
