"""Rates that one core of the machine reaches."""
