"""What machines ask: is it alive, is it ready, which version, what may robots read."""

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

import gradschool
from gradschool.academy.errors import DatabaseError
from gradschool.academy.files import file_answer
from gradschool.academy.settings import PACKAGE
from gradschool.course import CourseError

if TYPE_CHECKING:
    from gradschool.academy.site import Site

FRESH = {"Cache-Control": "no-store"}


class Health(BaseModel):
    """The process answers."""

    status: str


class Readiness(BaseModel):
    """What a page needs: each `ok`, or what is missing."""

    ready: bool
    database: str
    courses: str
    front_end: str
    runtime: str


class Version(BaseModel):
    """What runs here."""

    version: str


def router(site: "Site") -> APIRouter:
    """The routes for machines."""
    watching = APIRouter()

    @watching.get("/-/health")
    @watching.head("/-/health", include_in_schema=False)
    def health(response: Response) -> Health:
        """Whether the process answers; says nothing about what it needs."""
        response.headers.update(FRESH)
        return Health(status="ok")

    @watching.get("/-/ready", responses={503: {"model": Readiness}})
    @watching.head("/-/ready", include_in_schema=False)
    def ready() -> JSONResponse:
        """Whether lessons can be shown; 503 while the database or a course cannot.

        A missing runtime does not count: lessons can be read without it.
        """
        answer = readiness(site)
        status = 200 if answer.ready else 503
        return JSONResponse(answer.model_dump(), status, FRESH)

    @watching.get("/-/version")
    @watching.head("/-/version", include_in_schema=False)
    def version(response: Response) -> Version:
        """The version of Gradschool."""
        response.headers.update(FRESH)
        return Version(version=gradschool.__version__)

    def robots(request: Request) -> Response:
        sitemap = site.base_url(request) + site.addresses.file("sitemap.xml")
        text = f"User-agent: *\nDisallow: {site.addresses.file('-/')}\n"
        return Response(f"{text}Sitemap: {sitemap}\n", media_type="text/plain")

    def sitemap(request: Request) -> Response:
        base = site.base_url(request)
        urls = "".join(
            f"<url><loc>{escape(base + one)}</loc></url>" for one in site.map()
        )
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>'
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"{urls}</urlset>\n"
        )
        return Response(text, media_type="application/xml")

    def favicon(request: Request) -> Response:
        return file_answer(request, PACKAGE / "favicon.svg", "image/svg+xml")

    watching.add_route("/robots.txt", robots, include_in_schema=False)
    watching.add_route("/sitemap.xml", sitemap, include_in_schema=False)
    watching.add_route("/favicon.svg", favicon, include_in_schema=False)
    return watching


def readiness(site: "Site") -> Readiness:
    """Looks at everything that a page needs."""
    database = courses = "ok"
    try:
        site.store.check()
    except DatabaseError as error:
        database = str(error)
    try:
        for folder in site.library.folders:
            folder.course(folder.manifest.source_language)
    except CourseError as error:
        courses = str(error)
    built = site.front_end.built
    runtime = (site.settings.runtime_folder / "manifest.json").is_file()
    return Readiness(
        ready=database == "ok" and courses == "ok" and built,
        database=database,
        courses=courses,
        front_end="ok" if built else "not built",
        runtime="ok" if runtime else "not built",
    )
