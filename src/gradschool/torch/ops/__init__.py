"""The ops, a page each: node class (formula, backward) above the function (forward)."""
