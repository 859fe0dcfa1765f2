"""Decisions of the academy, free of storage and of the web."""
