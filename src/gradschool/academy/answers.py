"""Pages as HTTP answers: compressed, and not sent again when nothing has changed."""

import gzip
import hashlib

from starlette.requests import Request
from starlette.responses import Response

# A shorter page would hardly get smaller.
_WORTH_COMPRESSING_BYTES = 600


def page(
    request: Request,
    html: str,
    *,
    status: int = 200,
    media_type: str = "text/html",
    vary: str = "Accept-Encoding",
) -> Response:
    """The answer that carries `html`.

    A browser asks again each time (`no-cache`) with the tag of what it has; the answer
    is then 304 without a body, so an edited lesson shows at once and an unchanged one
    costs nothing.
    """
    body = html.encode()
    headers = {
        "Vary": vary,
        "Cache-Control": "no-cache" if status < 400 else "no-store",
    }
    if status == 200:
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
        headers["ETag"] = tag
        if is_known(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
    accepted = encodings(request.headers.get("accept-encoding", ""))
    if "gzip" in accepted and len(body) >= _WORTH_COMPRESSING_BYTES:
        # mtime=0: the same page is the same bytes.
        body = gzip.compress(body, compresslevel=6, mtime=0)
        headers["Content-Encoding"] = "gzip"
    # An answer to HEAD keeps its length; the server leaves the body out.
    return Response(body, status, headers, media_type)


def is_known(if_none_match: str, tag: str) -> bool:
    """Whether the browser already has what `tag` names."""
    if if_none_match.strip() == "*":
        return True
    bare = tag.removeprefix("W/")
    return any(
        known.strip().removeprefix("W/") == bare for known in if_none_match.split(",")
    )


def encodings(accept_encoding: str) -> frozenset[str]:
    """The compressions a browser accepts: `br;q=0` means that it does not."""
    accepted: set[str] = set()
    for item in accept_encoding.lower().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        if name and not any(p.replace(" ", "") in _ZERO for p in parameters):
            accepted.add(name)
    return frozenset(accepted)


_ZERO = frozenset({"q=0", "q=0.0", "q=0.00", "q=0.000"})
