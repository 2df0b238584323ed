# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ten models as PyTorch exports them."""
