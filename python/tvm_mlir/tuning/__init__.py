# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tuning: strategies of kernels are measured, and the best ones taken.

tvm_mlir.tune and te.tune tune a model and a schedule. Session is the ask/tell
interface below them, for schedulers of one's own.
"""

from .cluster import ClusterWorkers
from .measuring import Failure, Limits, Measuring, Noise, Sample, Times
from .models import tune
from .results import KernelResult, Progress, TuneResult
from .samples import Samples
from .sessions import Best, Candidate, Session, State, Task
from .workers import Job, LocalWorkers, Workers

__all__ = [
    "Best",
    "Candidate",
    "ClusterWorkers",
    "Failure",
    "Job",
    "KernelResult",
    "Limits",
    "LocalWorkers",
    "Measuring",
    "Noise",
    "Progress",
    "Sample",
    "Samples",
    "Session",
    "State",
    "Task",
    "Times",
    "TuneResult",
    "Workers",
    "tune",
]
