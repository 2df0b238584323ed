# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ten workloads of the benchmarks, with seeded weights."""

NAMES = (
    "resnet18",
    "resnet50",
    "mobilenet_v1",
    "mobilenet_v2",
    "vgg16",
    "squeezenet",
    "dqn",
    "dcgan",
    "lstm_lm",
    "bert_base",
)
