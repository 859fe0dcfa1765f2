"""How the database came to be as it is: one file per change, run by Alembic."""
