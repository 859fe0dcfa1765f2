"""`torch.version`: which PyTorch this engine answers as, and what it was built with."""

__version__ = "2.13.0+gradschool"
debug = False
cuda: str | None = None
hip: str | None = None
rocm: str | None = None
xpu: str | None = None
git_version = "Unknown"
