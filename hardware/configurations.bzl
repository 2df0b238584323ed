"""Cores that are built: files in configurations/."""

CONFIGURATIONS = [
    "default",
    "batch2",
    "block8",
    "block32",
    "wide",
]
