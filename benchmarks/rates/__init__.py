# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rates that one core of the machine reaches."""
