"""What can be wrong with a course although each of its files can be read.

One noun a file. A check is a function from a course folder to findings; `checking.py`
runs them all.
"""
