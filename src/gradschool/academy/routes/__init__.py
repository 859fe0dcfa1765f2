"""What answers which address. Routes are thin: they ask the site and answer."""
