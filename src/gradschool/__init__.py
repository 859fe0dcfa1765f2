"""Gradschool: learn, teach and debug deep learning.

The engine is `gradschool.torch` (PyTorch's API over NumPy); the command line is
`gradschool`. Importing this package loads neither: `ARCHITECTURE.md` is the map.
"""

__version__ = "0.1.0"
