"""What the academy keeps: all SQL is in here."""
