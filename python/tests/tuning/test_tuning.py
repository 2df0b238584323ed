# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvm_mlir.tune, te.tune and the ask/tell session below them."""

import json
import re
import subprocess

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import TvmError, _library, te, tuning
from tvm_mlir.tuning import Failure, Limits, Measuring, Noise, Session, Times
from tvm_mlir.tuning.measuring import compare_artefacts, compile_program, machine_name


def tvmc(*arguments):
    command = [_library.find_program("tvmc"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def result(share):
    return Times(share, share, share, 1.0, share, 10)


class FakeWorkers:
    """Tells the same of every candidate, two at a time; loses `lost` of them. After
    `calm` results the machine is noisy."""

    machine, slots = "fake", 2

    def __init__(self, lost=0, share=0.9, calm=1000):
        self.jobs, self.lost, self.weights = [], lost, None
        self.share, self.calm = share, calm

    def start(self, weights):
        self.weights = weights

    def submit(self, job):
        self.jobs.append(job)

    def wait(self, seconds):
        id, self.lost = self.jobs.pop().id, self.lost - 1
        if self.lost >= 0:
            return [(id, None)]
        self.calm -= 1
        return [(id, result(self.share) if self.calm >= 0 else Noise())]

    def compare(self, reference, artefact, measuring):
        assert measuring.max_spread is None  # turns of the whole model
        return Failure("it is not real")

    def close(self):
        raise AssertionError("workers of the caller stay open")


def test_ask_and_tell(model, database):
    with Session(model, database, trials=4, search="random", machine="test") as session:
        (task,) = session.tasks
        assert task.name == "k" and task.points > 1000 and task.program.exists()
        (default,) = session.ask(3)
        assert session.ask(1) == () and not session.state.is_done
        session.tell(default.id, result(1))
        first, *others = session.ask(4)
        session.write_program(first.id, model.parent / "first.mlir")
        assert "schedule.strategy" in (model.parent / "first.mlir").read_text()
        session.tell(first.id, result(0.5))
        assert session.best(task) == tuning.Best(first.strategy, 0.5, 1, 1.0)
        for candidate in others:
            session.tell(candidate.id, Failure("crash: signal"))
        while candidates := session.ask(1):
            session.tell(candidates[0].id, result(0.5))
        assert session.state.is_done and session.state.failed == len(others)
        assert session.state.trials == 4 and session.state.noisy == 0


def test_noise_is_told(model, database):
    with Session(model, database, trials=1, search="random", machine="test") as session:
        for noisy in range(2):
            (default,) = session.ask(1)
            session.tell(default.id, Noise())
        (default,) = session.ask(1)
        session.tell(default.id, result(1))
        (trial,) = session.ask(1)
        session.tell(trial.id, Noise())
        assert session.ask(1) == () and session.state.is_done
        assert session.state.noisy == 3 and session.state.failed == 0


def test_errors_of_sessions(model, database):
    with Session(model, database, machine="test") as session:
        with pytest.raises(TvmError, match="a candidate without a result, got 7"):
            session.tell(7, result(1))
        (default,) = session.ask(1)
        with pytest.raises(TvmError, match="expected a positive time"):
            session.tell(default.id, result(0))
        with pytest.raises(ValueError, match="got -1"):
            session.ask(-1)
    with pytest.raises(TvmError, match="expected a tuner"):
        session.ask(1)
    with pytest.raises(TvmError, match="a method of search: random"):
        Session(model, database, search="luck")
    with pytest.raises(TypeError, match="compile has no option 'frob'"):
        Session(model, database, options={"frob": True})
    with pytest.raises(TvmError, match="wrong option '--winograd=frob'"):
        Session(model, database, options={"winograd": "frob"})


def test_messages_of_sessions(model, database):
    model.write_text("module {")
    seen = []
    with pytest.raises(TvmError, match="product.mlir:1:"):
        Session(model, database, on_diagnostic=seen.append)
    assert seen[-1].severity == "error"

    def fail(diagnostic):
        raise KeyError(diagnostic.severity)

    with pytest.raises(KeyError, match="error"):
        Session(model, database, on_diagnostic=fail)


def test_tune(model, database):
    """On this machine; a second call knows the first one's trials."""
    seen = []
    given = dict(database=database, trials=3, search="random", milliseconds=1, max_spread=100)
    found = tvm_mlir.tune(model, callback=seen.append, output=model.parent / "p.so", **given)
    assert seen[-1].trials_left == 0 and seen[-1].seconds_left is None
    assert found.progress.trial == 3 and found.progress.failures == 0
    assert found.progress.kernel == "k"
    assert found.comparison is None or isinstance(found.comparison, Times)
    (kernel,) = found.kernels
    assert kernel.name == "k" and kernel.default_seconds > 0 and kernel.share <= 1
    a, b = (np.random.default_rng(0).random(s, np.float32) for s in ((24, 32), (32, 48)))
    module = tvm_mlir.load(model.parent / "p.so")
    np.testing.assert_allclose(module.run({"a": a, "b": b})["y"], a @ b, rtol=1e-5)
    seen.clear()
    tvm_mlir.tune(model, callback=seen.append, **given)
    assert seen == []


def test_outputs_are_checked_first(model, database, tmp_path):
    """An output that cannot be written is refused before anything is measured."""
    given = dict(database=database, trials=1000, cluster=FakeWorkers())
    missing = tmp_path / "none" / "p.so"
    with pytest.raises(FileNotFoundError, match=re.escape(str(missing))):
        tvm_mlir.tune(model, output=missing, **given)
    with pytest.raises(IsADirectoryError, match=re.escape(str(tmp_path))):
        tvm_mlir.tune(model, output=tmp_path, **given)
    assert not database.exists()


def test_the_callback_ends_the_search(model, database):
    def stop(progress):
        assert progress.kernel == "k" and 0 <= progress.seconds_left <= 3600
        return False

    found = tvm_mlir.tune(
        model, database=database, budget="1h", callback=stop, cluster=FakeWorkers()
    )
    assert found.progress.trial <= 1 and not found.is_tuned

    def fail(progress):
        raise KeyError(progress.kernel)

    with pytest.raises(KeyError):
        tvm_mlir.tune(model, database=database, callback=fail, cluster=FakeWorkers())


def test_equal_models_are_not_compared(model, database):
    """Without a faster strategy both models have the same code."""
    given = dict(trials=3, search="random")
    better = tvm_mlir.tune(model, database=database, cluster=FakeWorkers(), **given)
    assert better.comparison == Failure("it is not real") and not better.is_tuned
    workers = FakeWorkers(share=1.1)
    same = tvm_mlir.tune(
        model, database=database.with_name("b.db"), cluster=workers, **given
    )
    assert same.comparison is None and not same.is_tuned


def test_lost_candidates_are_asked_again(model, database):
    found = tvm_mlir.tune(
        model, database=database, trials=4, search="random", cluster=FakeWorkers(lost=5)
    )
    assert found.progress.trial == 4
    with pytest.raises(TvmError, match="the last 11 candidates were lost"):
        tvm_mlir.tune(model, database=database, trials=9, cluster=FakeWorkers(lost=99))


def test_noise_is_counted(model, database):
    """It is no record: the next call measures these strategies again."""
    given = dict(database=database, trials=3, search="random")
    seen = []
    workers = FakeWorkers(share=1, calm=1)
    noisy = tvm_mlir.tune(model, callback=seen.append, cluster=workers, **given)
    assert [progress.noisy for progress in seen] == [0, 1, 2, 3]
    assert noisy.progress.trial == 3 and noisy.progress.failures == 0
    assert noisy.comparison is None and noisy.kernels[0].share == 1
    calm = tvm_mlir.tune(model, cluster=FakeWorkers(), **given)
    assert calm.progress.known == calm.progress.noisy == 0 and calm.kernels[0].share == 0.9


def test_a_noisy_machine_ends_the_search(model, database):
    """Without a result of its default a kernel is not tuned."""
    seen = []
    given = dict(database=database, trials=3, on_diagnostic=seen.append)
    found = tvm_mlir.tune(model, cluster=FakeWorkers(calm=0), **given)
    assert seen[-1].severity == "warning" and seen[-1].text == (
        "kernel 'k' is not tuned: the machine is too noisy for its default strategy"
    )
    assert found.progress.noisy == 3 and found.progress.trial == 0
    assert found.kernels[0].default_seconds == 0 and found.kernels[0].strategy is None


def test_defaults_that_fail_are_named(model, database):
    class Failing(FakeWorkers):
        def wait(self, seconds):
            return [(self.jobs.pop().id, Failure("crash: signal"))]

    seen = []
    given = dict(database=database, trials=3, on_diagnostic=seen.append)
    tvm_mlir.tune(model, cluster=Failing(), **given)
    assert [found.text for found in seen if found.severity == "warning"] == [
        "kernel 'k' is not tuned: its default strategy fails: crash: signal"
    ]


def test_limits(model, database):
    seen = []
    limits = dict(compiling=Limits(0.01), on_diagnostic=seen.append)
    tvm_mlir.tune(model, database=database, trials=1, **limits)
    text = "its default strategy fails: compile limit: time limit of 0.01 s"
    assert seen[-1].text == f"kernel 'k' is not tuned: {text}"


def test_noise_on_this_machine(model, database):
    """No machine keeps this limit."""
    given = dict(database=database, trials=1, milliseconds=1, max_spread=1e-12)
    found = tvm_mlir.tune(model, **given)
    assert found.progress.noisy == 3 and not found.is_tuned


def test_jobs_have_samples(model, database):
    workers, seen = FakeWorkers(), []
    submit = workers.submit
    workers.submit = lambda job: seen.append(job) or submit(job)
    tvm_mlir.tune(model, database=database, trials=2, search="random", cluster=workers)
    assert len(seen) > 1 and len({job.samples for job in seen}) == 1
    recorded, random = seen[0].samples
    assert recorded.inputs and recorded.exact and random.exact and not random.inputs


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({"trials": 0}, "expected 1 trial or more, got 0"),
        ({"milliseconds": 0}, "expected 1 millisecond or more, got 0"),
        ({"max_spread": 0}, "expected a positive spread, got 0"),
        ({"max_spread": float("nan")}, "expected a positive spread, got nan"),
        ({"budget": "soon"}, "expected a time like 90, .* got 'soon'"),
        ({"budget": -1}, "expected a time like 90, .* got -1"),
        ({"multiversion": ["x86-64-v3"]}, "tune has no option 'multiversion'"),
    ],
)
def test_wrong_arguments(model, database, wrong, message):
    with pytest.raises(ValueError, match=message):
        tvm_mlir.tune(model, database=database, **wrong)


def test_missing_models(tmp_path, database):
    with pytest.raises(FileNotFoundError):
        tvm_mlir.tune(tmp_path / "missing.onnx", database=database)
    with pytest.raises(TvmError, match="not an ONNX"):
        tvm_mlir.tune(b"rubbish", database=database)


def test_failures_are_results(model, database, tmp_path):
    """Programs that do not compile, run too long, or compute something else."""
    quick = Measuring(milliseconds=1, max_spread=None)
    wrong = compile_program(b"module {", b"", quick)
    assert isinstance(wrong, Failure) and wrong.cause.startswith("compile error: ")
    assert compare_artefacts(b"", wrong, quick) is wrong
    found = compare_artefacts(b"", b"", quick)
    assert isinstance(found, Failure) and found.cause.startswith("run error: ")
    with Session(model, database) as session:
        program = session.tasks[0].program.read_bytes()
    late = compile_program(program, b"", Measuring(compiling=Limits(0.01)))
    assert late == Failure("compile limit: time limit of 0.01 s")
    small = compile_program(program, b"", Measuring(compiling=Limits(60, 1)))
    assert isinstance(small, Failure)


def test_te_tune(database):
    A, B = te.placeholder((24, 32), name="A"), te.placeholder((32, 48), name="B")
    r = te.reduce_axis((0, 32), name="r")
    C = te.compute((24, 48), lambda i, j: te.sum(A[i, r] * B[r, j], axis=r), name="C")
    given = dict(trials=2, search="random", database=database, milliseconds=1)
    given["max_spread"] = 100
    tuned = te.tune(C.op, [A, B, C], **given)
    a, b = (np.random.default_rng(0).random(s, np.float32) for s in ((24, 32), (32, 48)))
    np.testing.assert_allclose(tuned.function(a, b), a @ b, rtol=1e-5)
    assert tuned.result.progress.trial == 2
    s = te.create_schedule(C.op)
    s[C].parallel(s[C].op.axis[0])
    with pytest.raises(ValueError, match="expected a schedule without steps"):
        te.tune(s, [A, B, C], database=database)


def test_te_tune_needs_sizes(database):
    A = te.placeholder((te.var("n"),), name="A")
    B = te.compute(A.shape, lambda i: A[i] + 1.0, name="B")
    with pytest.raises(ValueError, match="expected constant sizes"):
        te.tune(B.op, [A, B], database=database)


def test_the_machine_has_the_name_of_records(model, database):
    """Python and the compiler name this machine alike."""
    given = dict(trials=1, search="random")
    with Session(model, database, **given) as session:
        while candidates := session.ask(1):
            session.tell(candidates[0].id, result(1))
    with Session(model, database, machine=machine_name(), **given) as session:
        assert session.ask(1) == () and session.state.replayed == 1


def test_the_default_database_is_that_of_tvmc(monkeypatch, tmp_path):
    monkeypatch.setenv("TVM_MLIR_CACHE", str(tmp_path / "kernels"))
    database = tuning.models.default_database()
    assert database.parent == tmp_path
    assert f" {database.name} " in tvmc("tune", "--help").replace("(", " ")


def test_records_have_the_version_of_tvmc(model, database):
    """The library and tvmc are one build of the compiler."""
    with Session(model, database, trials=1) as session:
        (default,) = session.ask(1)
        session.tell(default.id, result(1))
    (record,) = map(json.loads, tvmc("database", "export", database, "-").splitlines())
    assert f"compiler {record['version']}, " in tvmc("doctor")


def test_threads_have_their_own_records(model, database):
    with Session(model, database, search="random", num_threads=1) as session:
        (default,) = session.ask(1)
        session.tell(default.id, result(1))
        (better,) = session.ask(1)
        session.tell(better.id, result(0.5))
    for threads, is_left_out in ((1, False), (2, True)):
        module = tvm_mlir.compile(model, database=database, num_threads=threads)
        texts = " ".join(found.text for found in module.diagnostics)
        assert ("records of 1 kernel are left out" in texts) == is_left_out
    with Session(model, database, trials=1, search="random", num_threads=2) as session:
        assert session.ask(1) and session.state.replayed == 0
