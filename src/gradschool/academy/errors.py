"""Exceptions of the academy. All of them are for the person who starts it.

    AcademyError
      ├ ListenError             the port is taken, or we may not listen there
      ├ TextsError              an interface translation cannot be read
      └ DatabaseError
          ├ DatabaseUrlError        the address of the database is not one
          ├ DatabaseDriverError     the library for this kind of database is missing
          ├ DatabaseUnreachableError  nobody answers, or we may not come in
          ├ DatabaseBrokenError     the file is damaged, or no database
          ├ DatabaseLockedError     another program holds it
          └ DatabaseNewerError      a newer Gradschool has changed its tables

Each message is one line: what was expected, what came, what to do.
"""


class AcademyError(Exception):
    """Anything that keeps an academy from starting."""


class ListenError(AcademyError):
    """The port is taken, or this program may not listen there."""


class TextsError(AcademyError):
    """A file of interface texts that cannot be read."""


class DatabaseError(AcademyError):
    """Anything that keeps the database from being used."""


class DatabaseUrlError(DatabaseError):
    """The address of the database is not one."""


class DatabaseDriverError(DatabaseError):
    """The library that speaks to this kind of database is not installed."""


class DatabaseUnreachableError(DatabaseError):
    """Nobody answers at the address, or we may not come in."""


class DatabaseBrokenError(DatabaseError):
    """The file is damaged, or it is not a database."""


class DatabaseLockedError(DatabaseError):
    """Another program has held the database for too long."""


class DatabaseNewerError(DatabaseError):
    """A newer Gradschool has changed the tables in a way this one does not know."""
