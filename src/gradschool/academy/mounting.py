"""The path that a proxy mounts the academy on."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Mounting:
    """Makes an application answer under `root`, whatever the proxy does to the path.

    Some proxies pass `/academy/en/` on as it is, others cut `/academy` off. ASGI wants
    the whole path and the root beside it; both kinds of request come out like that.

    Args:
        app: the application.
        root: the path without a final slash; empty at the top of a host.
    """

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app = app
        self.root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers through the wrapped application."""
        if scope["type"] == "http" and self.root:
            path: str = scope["path"]
            if path != self.root and not path.startswith(f"{self.root}/"):
                path = self.root + path
            scope = {**scope, "path": path, "root_path": self.root}
        await self.app(scope, receive, send)


def clean_root(root_path: str) -> str:
    """`/academy` from any of `academy`, `/academy/`, `/academy`; "" from `/`."""
    parts = [part for part in root_path.split("/") if part]
    return "".join(f"/{part}" for part in parts)
