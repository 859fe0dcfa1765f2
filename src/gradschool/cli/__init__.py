"""The command line: `gradschool COMMAND`. One file a command; `main.py` joins them."""
