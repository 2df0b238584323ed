# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvmc run on tensors of strings: NumPy's files of kinds U and S."""

import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compiler import tvmc
from onnx import TensorProto
from onnx.helper import make_graph, make_model, make_node, make_opsetid, make_tensor_value_info


@pytest.fixture(scope="module")
def artefact(tmp_path_factory) -> Path:
    """y = x + b of strings [n,2], and z = x."""
    folder = tmp_path_factory.mktemp("strings")
    values = [make_tensor_value_info(name, TensorProto.STRING, ["n", 2]) for name in "xbyz"]
    nodes = [
        make_node("StringConcat", ["x", "b"], ["y"]),
        make_node("Identity", ["x"], ["z"]),
    ]
    graph = make_graph(nodes, "strings", values[:2], values[2:])
    model = make_model(graph, ir_version=9, opset_imports=[make_opsetid("", 20)])
    onnx.save(model, folder / "m.onnx")
    subprocess.run([tvmc(), "compile", folder / "m.onnx", "-q", "-o", folder / "m.so"], check=True)
    return folder / "m.so"


def run(artefact: Path, *options: str) -> subprocess.CompletedProcess:
    command = [tvmc(), "run", artefact, *options]
    return subprocess.run(command, capture_output=True, text=True)


def compute(artefact: Path, folder: Path, **inputs: np.ndarray) -> dict[str, np.ndarray]:
    np.savez(folder / "in.npz", **inputs)
    out = folder / "out.npz"
    result = run(artefact, f"--inputs={folder / 'in.npz'}", f"--outputs={out}")
    assert result.returncode == 0, result.stderr
    with np.load(out) as arrays:
        return dict(arrays)


TEXTS = np.array([["", "a"], ["größer", "\U0001f600 🙂"], ["a\0b", "\ufeffx"]])


@pytest.mark.parametrize("order", "CF")
def test_unicode(artefact, tmp_path, order):
    x = np.array(TEXTS, order=order)
    found = compute(artefact, tmp_path, x=x, b=TEXTS)
    assert found["z"].dtype == TEXTS.dtype
    np.testing.assert_array_equal(found["z"], TEXTS)
    np.testing.assert_array_equal(found["y"], np.char.add(TEXTS, TEXTS))


def test_bytes_and_unicode_mix(artefact, tmp_path):
    found = compute(artefact, tmp_path, x=np.char.encode(TEXTS, "utf-8"), b=TEXTS)
    np.testing.assert_array_equal(found["z"], TEXTS)
    np.testing.assert_array_equal(found["y"], np.char.add(TEXTS, TEXTS))


def test_what_is_no_utf8_stays_bytes(artefact, tmp_path):
    x = np.array([[b"\xff\xfe", b"abc"]])
    found = compute(artefact, tmp_path, x=x, b=np.array([["u", "v"]]))
    assert found["z"].dtype == np.dtype("S3")
    np.testing.assert_array_equal(found["z"], x)
    np.testing.assert_array_equal(found["y"], [[b"\xff\xfeu", b"abcv"]])


def test_no_elements(artefact, tmp_path):
    found = compute(artefact, tmp_path, x=TEXTS[:0], b=TEXTS[:0])
    assert found["y"].shape == (0, 2) and found["y"].dtype.kind == "U"


def test_npy(artefact, tmp_path):
    found = compute(artefact, tmp_path, arr_0=TEXTS, arr_1=TEXTS)
    np.testing.assert_array_equal(found["z"], TEXTS)


@pytest.mark.parametrize("fill", ["zeros", "random"])
def test_fill_gives_empty_strings(artefact, tmp_path, fill):
    out = tmp_path / "out.npz"
    result = run(artefact, f"--fill={fill}", "--input-shapes=x:3,2", f"--outputs={out}")
    assert result.returncode == 0, result.stderr
    with np.load(out) as arrays:
        for name in "yz":
            np.testing.assert_array_equal(arrays[name], np.full((3, 2), ""))


def test_the_type_is_printed(artefact):
    assert run(artefact, "--fill=zeros").stdout == "y: string[1,2]\nz: string[1,2]\n"


def refuse(artefact: Path, folder: Path, **inputs: np.ndarray) -> str:
    np.savez(folder / "in.npz", **inputs)
    out = folder / "out.npz"
    result = run(artefact, f"--inputs={folder / 'in.npz'}", f"--outputs={out}")
    assert result.returncode == 1, result.stderr
    assert not out.exists()
    return result.stderr


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (np.ones((1, 2), np.float32), "input 'x' has type float32, expected string[n,2]"),
        (TEXTS[:1].astype(object), "element type '|O' is not supported: expected numbers, the"),
        (TEXTS.astype(">U9"), "element type '>U9' is not supported: expected numbers, the"),
        (
            np.array([[0x61, 0xD800]], np.uint32).view("U1"),
            "string 1 has a character that Unicode does not know",
        ),
        (
            np.array([[0x110000, 0]], np.uint32).view("U1"),
            "string 0 has a character that Unicode does not know",
        ),
    ],
)
def test_what_is_no_array_of_strings(artefact, tmp_path, x, message):
    assert message in refuse(artefact, tmp_path, x=x, b=TEXTS[:1])


def test_strings_for_numbers(tmp_path):
    graph = make_graph(
        [make_node("Neg", ["x"], ["y"])],
        "numbers",
        [make_tensor_value_info("x", TensorProto.FLOAT, [2])],
        [make_tensor_value_info("y", TensorProto.FLOAT, [2])],
    )
    model = make_model(graph, ir_version=9, opset_imports=[make_opsetid("", 20)])
    onnx.save(model, tmp_path / "m.onnx")
    artefact = tmp_path / "m.so"
    subprocess.run([tvmc(), "compile", tmp_path / "m.onnx", "-q", "-o", artefact], check=True)
    message = refuse(artefact, tmp_path, x=np.array(["a", "b"]))
    assert "input 'x' has type string, expected float32[2]" in message


def test_a_zero_at_the_end_has_no_place_in_a_file(tmp_path):
    strings = [make_tensor_value_info(name, TensorProto.STRING, [1]) for name in "xy"]
    end = TensorProto(name="end", data_type=TensorProto.STRING, dims=[1], string_data=[b"a\0"])
    graph = make_graph(
        [make_node("StringConcat", ["x", "end"], ["y"])], "zero", strings[:1], strings[1:], [end]
    )
    model = make_model(graph, ir_version=9, opset_imports=[make_opsetid("", 20)])
    onnx.save(model, tmp_path / "m.onnx")
    artefact = tmp_path / "m.so"
    subprocess.run([tvmc(), "compile", tmp_path / "m.onnx", "-q", "-o", artefact], check=True)
    message = refuse(artefact, tmp_path, x=np.array(["b"]))
    assert "string 0 of array 'y' ends with a zero byte" in message
