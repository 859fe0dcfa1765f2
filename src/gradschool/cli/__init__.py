"""The command line: `gradschool COMMAND`. One file per command, `main.py` joins them."""
