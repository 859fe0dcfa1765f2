"""`python -m gradschool` is the command `gradschool`."""

from gradschool.cli.main import main

if __name__ == "__main__":
    main()
