"""Headers that every answer carries, and the check that no other site writes here.

The page is cross-origin isolated (COOP and COEP), which the Python runtime needs for
its Stop button, and may load nothing from anywhere else. Learners' code runs in a
frame of opaque origin that inherits this policy and tightens it.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gradschool.academy.frontend import ScriptPolicy

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
)


def content_security_policy(policy: ScriptPolicy) -> str:
    """The policy of our pages.

    Styles may be inline: the editor writes its style sheet into the page, and aligned
    formulas carry their alignment as a style. Scripts may not.
    """
    scripts = " ".join(("'self'", *policy.script_src))
    workers = " ".join(("'self'", *policy.worker_src))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts}",
            f"worker-src {workers}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


class SecurityHeaders:
    """Adds the headers to every answer, those of errors and of files included.

    Args:
        app: the application.
        policy: gives the frame's needs at the time of the answer.
    """

    def __init__(self, app: ASGIApp, policy: Callable[[], ScriptPolicy]) -> None:
        self.app = app
        self.policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers through the wrapped application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers().items():
                    # A picture of a course brings a stricter policy of its own.
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _headers(self) -> dict[str, str]:
        return {
            "Content-Security-Policy": content_security_policy(self.policy()),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Embedder-Policy": "require-corp",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
            "Permissions-Policy": PERMISSIONS,
        }


class OriginCheck:
    """Refuses requests that change something and do not come from our own pages.

    A browser names the page's origin in `Origin`; for the frame that runs learners'
    code it says `null`. Programs that send none have no business changing anything.

    Args:
        app: the application.
        public_url: the origin that readers see, when it is not the one in `Host`.
    """

    def __init__(self, app: ASGIApp, public_url: str | None = None) -> None:
        self.app = app
        self.public_url = public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers through the wrapped application, or with 403."""
        if scope["type"] == "http" and scope["method"] not in _SAFE_METHODS:
            headers = Headers(scope=scope)
            if not self.is_ours(headers.get("origin", ""), headers.get("host", "")):
                refusal = JSONResponse(
                    {
                        "code": "forbidden-origin",
                        "message": "This request did not come from this site's pages.",
                    },
                    status_code=403,
                )
                await refusal(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def is_ours(self, origin: str, host: str) -> bool:
        """Whether a page of ours sent the request."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            return False
        if self.public_url is not None:
            ours = urlsplit(self.public_url)
            return (parts.scheme, parts.netloc) == (ours.scheme, ours.netloc)
        return parts.netloc == host
