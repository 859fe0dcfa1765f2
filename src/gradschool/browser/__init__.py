"""The Python side of the runtime in the page: one session, its streams, its errors.

Start reading at `session.py`: `Session.run` takes the text of a cell and gives an
`Outcome`. `worker.py` ties a session to the worker's JavaScript; everything else runs
on any Python, and is tested there.
"""
