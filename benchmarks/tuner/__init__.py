"""Benchmarks of the tuner: tables of measured strategies, and searches in them."""
