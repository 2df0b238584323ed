# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Benchmarks of the tuner: tables of measured strategies, and searches in them."""
