# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The devices of this folder."""

# Devices that execute programs, by the name that vta_device_name returns.
VTA_DEVICES = {
    "cycle": "//runtime/vta:libvta_cycle.so",
    "fsim": "//runtime/vta:libvta_fsim.so",
    "rtl": "//hardware:libvta_rtl.so",
}
