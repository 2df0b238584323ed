"""The ten models as PyTorch exports them."""
