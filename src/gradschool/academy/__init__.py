"""The web app: pages, addresses, storage and the files that the browser loads."""
