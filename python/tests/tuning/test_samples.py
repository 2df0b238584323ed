# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of candidates are compared for inputs of the model, and with exact ones. The
plug-in of test/tools/tune/faults makes strategies that compute something else."""

import dataclasses

import numpy as np
import pytest
from clusters import PACKAGE
from products import LIMITED, RIGHT, SHIFTED

from tvm_mlir import tuning
from tvm_mlir.tuning import Failure, Measuring, Sample, Samples, Session, Times, shipping
from tvm_mlir.tuning.measuring import compare_artefacts, compile_program

PLUGIN = PACKAGE.parent / "bazel-bin/test/tools/tune/faults/libfaulty_rule.so"
WRONG, WRONG_FOR_LARGE = 6, 14
"""Strategies with a wrong result, always or for inputs that begin with a number above 4."""
QUICK = Measuring(milliseconds=1, max_spread=None)


@pytest.fixture
def shifted(tmp_path):
    path = tmp_path / "shifted.mlir"
    path.write_text(SHIFTED)
    return path


@pytest.fixture
def task(shifted, database):
    """The product, whose first input is not what it is at random."""
    with Session(shifted, database) as session:
        yield next(task for task in session.tasks if task.name == "k")


def test_samples(task, tmp_path):
    """Inputs as in the model, then random ones; both with results in f64."""
    heard = []
    samples = Samples(tmp_path, QUICK, heard.append)
    recorded, random = found = samples.get(task)
    assert heard == [] and random.inputs is None and samples.get(task) is found
    with np.load(recorded.inputs) as inputs, np.load(recorded.exact) as exact:
        a, b = (inputs[name].astype(np.float64) for name in ("x0", "x1"))
        assert 9 <= a.min() <= a.max() <= 11 and b.max() <= 1
        assert exact["y0"].dtype == np.float64
        np.testing.assert_allclose(exact["y0"], a @ b, rtol=1e-12)
    with np.load(random.exact) as exact:
        assert exact["y0"].shape == (24, 48)


def test_missing_samples(task, tmp_path):
    """Warnings tell what is not compared."""
    wrong = tmp_path / "wrong.mlir"
    wrong.write_text("module {")
    task = dataclasses.replace(task, exact_program=wrong, inputs_program=wrong)
    heard = []
    assert Samples(tmp_path, QUICK, heard.append).get(task) == (Sample(),)
    random, exact = (diagnostic.text for diagnostic in heard)
    assert random.startswith("strategies are compared with random inputs only: compile error: ")
    assert exact.startswith("kernel 'k' has no exact results: compile error: ")
    assert {diagnostic.severity for diagnostic in heard} == {"warning"}
    task = dataclasses.replace(task, exact_program=None, inputs_program=None)
    assert Samples(tmp_path, QUICK, heard.append).get(task) == (Sample(),)
    assert len(heard) == 2  # the compiler has told of these


def test_all_samples_are_compared(task, tmp_path):
    """A program that is right for random inputs only is wrong. One is right whose error is
    at most twice the reference's."""
    right, limited = (compile_program(text.encode(), b"", QUICK) for text in (RIGHT, LIMITED))
    samples = Samples(tmp_path, QUICK).get(task)
    assert isinstance(compare_artefacts(right, right, QUICK, samples), Times)
    assert isinstance(compare_artefacts(right, limited, QUICK), Times)
    found = compare_artefacts(right, limited, QUICK, samples)
    assert isinstance(found, Failure) and found.cause.startswith("wrong result: output 'y0'")
    assert isinstance(compare_artefacts(limited, right, QUICK, samples), Times)
    samples = [dataclasses.replace(sample, exact=None) for sample in samples]
    assert isinstance(compare_artefacts(limited, right, QUICK, samples), Failure)


def make_faulty(task, fault):
    """The task's program with a strategy of the plug-in."""
    parameters = f"parameters = {{fault = {fault} : i64}}"
    strategy = f'#schedule.blocks<"block0" = #schedule.custom<rule = "faulty", {parameters}>>'
    program, end = task.program.read_text(), "memref<24x48xf32>) {"
    assert end in program
    attributes = f"attributes {{schedule.strategy = {strategy}}}"
    return program.replace(end, f"{end[:-1]}{attributes} {{", 1).encode()


@pytest.mark.parametrize("place", ["here", "on a cluster"])
def test_strategies_are_compared(place, task, request, tmp_path):
    """The reference is wrong. A strategy that is closer to the exact results is right; one
    that is farther from them for the inputs of the model alone is refused."""
    measuring = dataclasses.replace(QUICK, compile_options=(f"--load-plugin={PLUGIN}",))
    if place == "here":
        workers = tuning.LocalWorkers(measuring)
    else:
        cluster = request.getfixturevalue("cluster")
        cluster.add("compile", "measure")
        workers = tuning.ClusterWorkers(cluster.address, "measure", measuring)
    workers.start(b"")
    samples, reference = Samples(tmp_path, QUICK).get(task), make_faulty(task, WRONG)
    found = {}
    for fault in (0, WRONG_FOR_LARGE):
        workers.submit(tuning.Job(fault, "k", make_faulty(task, fault), reference, samples))
    while len(found) < 2:
        found.update(workers.wait(1))
    workers.close()
    assert isinstance(found[0], Times)
    failure = found[WRONG_FOR_LARGE]
    assert isinstance(failure, Failure)
    assert failure.cause.startswith("wrong result: output 'y0' differs: ")
    assert "got 1.0000" in failure.cause and "e+06 in element 1" in failure.cause


def test_workers_keep_files(task, cluster, tmp_path):
    """The files of a kernel go to a worker once."""
    cluster.add("compile", "measure")
    samples = Samples(tmp_path, QUICK).get(task)
    program = task.program.read_bytes()
    workers = tuning.ClusterWorkers(cluster.address, "measure", QUICK)
    sent = []
    send_files = workers._send_files
    workers._send_files = lambda running: sent.append(running.job.id) or send_files(running)
    workers.start(b"")
    for id in (1, 2):
        workers.submit(tuning.Job(id, "k", program, program, samples))
        while not (ended := workers.wait(1)):
            pass
        assert ended[0][0] == id and isinstance(ended[0][1], Times)
    assert sent == [1]
    workers.close()


def test_files_are_known_by_their_contents(tmp_path):
    for name, contents in (("a", b"1"), ("b", b"2"), ("c", b"1")):
        (tmp_path / name).write_bytes(contents)
    a, b, c = (tmp_path / name for name in "abc")
    shipment = shipping.pack([Sample(a, b), Sample(None, c)])
    assert len(shipment.files) == 2
    assert shipment.samples[0].inputs == shipment.samples[1].exact
    folder = tmp_path / "worker"
    assert shipping.unpack(shipment.samples, {}, folder) == shipping.Missing()
    contents = {name: path.read_bytes() for name, path in shipment.files.items()}
    shipping.unpack(shipment.samples, contents, folder)
    placed = shipping.unpack(shipment.samples, {}, folder)
    assert [sample.exact.read_bytes() for sample in placed] == [b"2", b"1"]
    assert placed[1].inputs is None and len(list(folder.iterdir())) == 2
