"""Errors as pages: designed, in the reader's language, with no traceback.

What went wrong inside goes to the log under a number that the page quotes.
"""

import logging
import secrets
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gradschool.academy import answers
from gradschool.academy.domain.languages import negotiate
from gradschool.academy.files import plain
from gradschool.academy.frontend import BUILD_COMMAND, NotBuiltError
from gradschool.course import BrokenCourseError, CourseError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from gradschool.academy.pages import Suggestion
    from gradschool.academy.site import Site

log = logging.getLogger("gradschool.academy")

# Addresses that machines ask for: they get JSON, not a page.
_MACHINES = ("/-/", "/assets/", "/runtime/")

_CODES = {404: "not-found", 405: "method-not-allowed"}


class PageNotFound(Exception):  # noqa: N818 - says what the reader is told
    """There is no such page; `code` says of which kind, see `pages.ErrorPage`."""

    def __init__(self, code: str, suggestions: "tuple[Suggestion, ...]" = ()) -> None:
        self.code = code
        self.suggestions = suggestions
        super().__init__(code)


def install(app: "FastAPI", site: "Site") -> None:
    """Makes `app` answer errors with our pages."""

    def page_not_found(request: Request, error: Exception) -> Response:
        code, suggestions = "not-found", ()
        if isinstance(error, PageNotFound):
            code, suggestions = error.code, error.suggestions
        return answer(site, request, 404, code, suggestions=suggestions)

    def refused(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        headers = error.headers if isinstance(error, HTTPException) else None
        code = _CODES.get(status, "not-found" if status < 500 else "server-error")
        response = answer(site, request, status, code)
        response.headers.update(headers or {})
        return response

    def course_broken(request: Request, error: Exception) -> Response:
        complaint = str(error)
        if isinstance(error, BrokenCourseError):
            complaint = "\n".join(str(finding) for finding in error.findings)
        log.error("a course cannot be shown: %s", complaint)
        return answer(site, request, 500, "course-broken", complaint=complaint)

    def not_built(request: Request, _: Exception) -> Response:
        return unbuilt_page(request)

    def failed(request: Request, error: Exception) -> Response:
        request_id = secrets.token_hex(4)
        log.error(
            "request %s failed: %s %s",
            request_id,
            request.method,
            request.url.path,
            exc_info=error,
        )
        return answer(site, request, 500, "server-error", request_id=request_id)

    app.add_exception_handler(PageNotFound, page_not_found)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(CourseError, course_broken)
    app.add_exception_handler(NotBuiltError, not_built)
    app.add_exception_handler(Exception, failed)


def answer(
    site: "Site",
    request: Request,
    status: int,
    code: str,
    *,
    suggestions: "tuple[Suggestion, ...]" = (),
    complaint: str | None = None,
    request_id: str | None = None,
) -> Response:
    """The error as a page; as JSON for an address that only machines ask for."""
    path = request.url.path.removeprefix(site.addresses.root)
    if path.startswith(_MACHINES):
        return JSONResponse({"code": code}, status, {"Cache-Control": "no-store"})
    language = language_of(site, request, path)
    page = site.error(
        request,
        language,
        status,
        code,
        suggestions=suggestions,
        complaint=complaint,
        request_id=request_id,
    )
    try:
        html = site.render("error.html", page)
    except NotBuiltError:
        return unbuilt_page(request)
    except Exception:
        # The error page itself fails (a template being edited): the reader still gets
        # a sentence, and the log the reason.
        log.exception("the error page cannot be rendered")
        translate = site.texts.translator(language)
        return plain(status, translate(f"error.{code}.title"))
    return answers.page(request, html, status=status)


def language_of(site: "Site", request: Request, path: str) -> str:
    """The language of the address if it has one, else the reader's."""
    first = path.lstrip("/").split("/")[0]
    if first in site.texts.languages:
        return first
    wish = request.headers.get("accept-language", "")
    return negotiate(wish, site.texts.languages)


def unbuilt_page(request: Request) -> Response:
    """What a developer sees before the first build."""
    html = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        "<title>Front end not built · Gradschool</title>"
        '<body style="font:1.1rem/1.6 system-ui;max-width:34rem;margin:4rem auto;'
        'padding:0 1rem"><h1>The front end is not built</h1>'
        "<p>The server runs, but the scripts and styles of its pages are not there. "
        f"In the checkout, run <code>{BUILD_COMMAND}</code> and reload this page. "
        "An installed package contains them: if this one does not, please install it "
        "again.</p>"
    )
    return answers.page(request, html, status=503)
