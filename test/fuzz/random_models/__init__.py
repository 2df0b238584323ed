# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that grow node by node, and the operators they grow by."""

from random_models.model import Model, Unfit, Value
from random_models.disguise import disguise
from random_models.late import LATE_OPERATORS
from random_models.operators import OPERATORS

# Their order is that of OPERATORS: it decides which model a seed gives.
from random_models import elementwise  # isort: skip
from random_models import moving  # isort: skip
from random_models import indexing  # isort: skip
from random_models import reductions  # isort: skip
from random_models import layers  # isort: skip

__all__ = ["LATE_OPERATORS", "OPERATORS", "Model", "Unfit", "Value", "disguise"]
