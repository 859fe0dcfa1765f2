"""The lesson format: read, check and translate courses written as Markdown folders."""
