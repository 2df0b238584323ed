# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compile(), over tests/fake_compiler.c."""

import os
import re
import subprocess

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import Diagnostic, TvmError
from tvm_mlir._library import find_program
from tvm_mlir.options import CompileOptions

pytestmark = pytest.mark.usefixtures("fake_compiler")


def said(module, what):
    for diagnostic in module.diagnostics:
        if diagnostic.text.startswith(what + ": "):
            return diagnostic.text[len(what) + 2 :]
    raise AssertionError(f"no {what} in {module.diagnostics}")


def test_from_a_path(toy_path, inputs, tmp_path, reference):
    output = tmp_path / "out.so"
    module = tvm_mlir.compile(toy_path, output=output)
    assert said(module, "path") == str(toy_path)
    assert said(module, "options") == "--target=host"
    assert output.exists()
    np.testing.assert_array_equal(module.run(inputs)["z"], reference(inputs))


def test_from_bytes_to_nowhere(toy_path, inputs, tmp_path, monkeypatch, reference):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    module = tvm_mlir.compile(toy_path.read_bytes(), num_threads=2)
    assert said(module, "path") == "none"
    assert os.listdir(tmp_path) == []
    assert module.num_threads == 2
    np.testing.assert_array_equal(module.run(inputs)["z"], reference(inputs))
    module.save(tmp_path / "kept.so")
    assert (tmp_path / "kept.so").read_bytes() == toy_path.read_bytes()


def test_from_a_proto(toy_path):
    class Proto:
        def SerializeToString(self):
            return toy_path.read_bytes()

    tvm_mlir.compile(Proto())


def test_compiling_again_to_the_same_path(toy_path, tmp_path):
    output = tmp_path / "out.so"
    modules = [tvm_mlir.compile(toy_path, output=output) for _ in range(2)]
    assert modules[0].manifest == modules[1].manifest


def test_options(toy_path, tmp_path):
    module = tvm_mlir.compile(
        toy_path,
        "x86-64-v3",
        opt_level=0,
        input_shapes={"x": (1, 4), "y": [2, 4]},
        multiversion=["x86-64-v3", "x86-64-v4"],
        dump_ir=tmp_path,
        timing=True,
        quiet=False,
        threads=None,
    )
    assert said(module, "options") == (
        "--target=x86-64-v3 -O0 --input-shapes=x:1,4;y:2,4 "
        f"--multiversion=x86-64-v3,x86-64-v4 --dump-ir={tmp_path} --timing"
    )


@pytest.mark.parametrize("value", (False, True))
def test_flags_have_names(toy_path, value):
    """Options that a call names in another way are not dropped."""
    expected = rf"no option 'cache': expected no_cache={not value}$"
    with pytest.raises(TypeError, match=expected):
        tvm_mlir.compile(toy_path, cache=value)
    module = tvm_mlir.compile(toy_path, no_cache=value)
    assert said(module, "options") == "--target=host" + value * " --no-cache"
    for name in ("database", "winograd", "opt_level"):
        with pytest.raises(TypeError, match=f"option {name}: expected a value, got False"):
            tvm_mlir.compile(toy_path, **{name: False})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"optlevel": 3}, "no option 'optlevel': did you mean 'opt_level'?"),
        ({"data_base": "x"}, "no option 'data_base': did you mean 'database'?"),
        ({"winograd_": "never"}, "no option 'winograd_': did you mean 'winograd'?"),
        ({"xyz": None}, "no option 'xyz': expected one of opt_level, level, input_shapes, "),
        ({"timing": "yes"}, "option timing: expected True or False, got 'yes'"),
        ({"dump_ir": ["a", "b"]}, "option dump_ir: expected one value, got ['a', 'b']"),
        ({"partition": {"a": 1}}, "option partition: expected no mapping, got {'a': 1}"),
    ],
)
def test_wrong_options(toy_path, options, message):
    with pytest.raises(TypeError, match=re.escape(message)):
        tvm_mlir.compile(toy_path, **options)


def test_the_options_are_those_of_the_command():
    """Every option of tvmc compile is a keyword, or set by other arguments."""
    try:
        tvmc = find_program("tvmc")
    except TvmError as error:
        pytest.skip(str(error))
    text = subprocess.check_output([tvmc, "compile", "--help"], text=True)
    flags = set(re.findall(r"^  --([a-z-]+)", text, re.MULTILINE))
    names = {flag.replace("-", "_") for flag in flags} - {"target", "run_threads"}
    names |= {"opt_level", "quiet"} | {"level"}  # which is for tests
    assert names == set(CompileOptions.__annotations__)


def test_spaces_and_backslashes(toy_path, tmp_path):
    """Arguments are escaped in the line of options, which the compiler splits at
    spaces."""
    module = tvm_mlir.compile(
        toy_path,
        output=tmp_path / "my model.so",
        dump_ir="a b",
        schedule=[r"c\d", " e"],
        input_shapes={"my x": (1, 4)},
    )
    assert (tmp_path / "my model.so").exists()
    assert said(module, "options") == (
        r"--target=host --dump-ir=a\ b --schedule=c\\d --schedule=\ e "
        r"--input-shapes=my\ x:1,4"
    )


def test_options_with_several_values(toy_path, tmp_path):
    """Each file is an option of its own, because a comma would join the names."""
    files = [tmp_path / "a.mlir", str(tmp_path / "b.mlir")]
    module = tvm_mlir.compile(toy_path, schedule=files, partition=("vta",))
    assert said(module, "options") == (
        f"--target=host --schedule={files[0]} --schedule={files[1]} --partition=vta"
    )
    module = tvm_mlir.compile(toy_path, schedule=files[1])
    assert said(module, "options") == f"--target=host --schedule={files[1]}"
    module = tvm_mlir.compile(toy_path, schedule=[])
    assert said(module, "options") == "--target=host"


@pytest.mark.parametrize("model", [b"", b"rubbish"])
def test_wrong_models(model, tmp_path):
    output = tmp_path / "out.so"
    with pytest.raises(TvmError) as error:
        tvm_mlir.compile(model, output=output)
    assert str(error.value) == "not an ONNX file\nnothing else is right either"
    assert error.value.diagnostics[-3:] == (
        Diagnostic("warning", "the model looks odd"),
        Diagnostic("error", "not an ONNX file"),
        Diagnostic("error", "nothing else is right either"),
    )
    assert not output.exists()


def test_missing_and_empty_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        tvm_mlir.compile(tmp_path / "missing.onnx")
    (tmp_path / "empty.onnx").touch()
    with pytest.raises(TvmError, match="not an ONNX file"):
        tvm_mlir.compile(tmp_path / "empty.onnx")


def test_failure_without_a_message(toy_path):
    with pytest.raises(TvmError, match="^the compiler failed with status 2$"):
        tvm_mlir.compile(toy_path, winograd="wrong-usage")


def test_messages_as_they_come(toy_path):
    seen = []
    tvm_mlir.compile(toy_path, on_diagnostic=seen.append)
    assert seen[-1] == Diagnostic("progress", "writing")


def test_exceptions_of_the_callback(toy_path):
    def fail(diagnostic):
        raise KeyError(diagnostic.severity)

    with pytest.raises(KeyError, match="remark"):
        tvm_mlir.compile(toy_path, on_diagnostic=fail)
