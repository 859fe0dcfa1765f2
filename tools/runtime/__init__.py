"""The parts of `tools/build_runtime.py`."""
