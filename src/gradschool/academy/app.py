"""Puts an academy together: settings in, an ASGI application out.

From the outside in, a request passes

    Mounting           the path that a proxy mounts us on
    SecurityHeaders    on every answer, errors included
    OriginCheck        nobody else's pages may change anything
    /assets, /runtime  built files
    routes/            pages, watching
"""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.middleware import Middleware

import gradschool
from gradschool.academy import problems
from gradschool.academy.domain.addresses import Addresses
from gradschool.academy.files import BuiltFiles
from gradschool.academy.frontend import BUILD_COMMAND, FrontEnd
from gradschool.academy.headers import OriginCheck, SecurityHeaders
from gradschool.academy.mounting import Mounting, clean_root
from gradschool.academy.routes import watching
from gradschool.academy.routes.reading import Reading
from gradschool.academy.site import Site, template_environment
from gradschool.academy.store.database import Store
from gradschool.academy.texts import Texts
from gradschool.course import Library

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from gradschool.academy.settings import Settings

log = logging.getLogger("gradschool.academy")


def create_app(settings: "Settings") -> "ASGIApp":
    """An academy, ready to be served.

    Raises:
        CourseError: a course folder is missing or its course.toml is wrong.
        AcademyError: the database or an interface translation cannot be used.
    """
    library = Library(settings.courses)
    texts = Texts.load()
    store = Store.open(settings.database_url)
    front_end = FrontEnd(settings.static_folder)
    site = Site(
        settings=settings,
        library=library,
        texts=texts,
        front_end=front_end,
        store=store,
        addresses=Addresses(clean_root(settings.root_path)),
        templates=template_environment(),
    )
    for sentence in missing_builds(site):
        log.warning("%s", sentence)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        yield
        store.close()

    app = FastAPI(
        title="Gradschool",
        lifespan=lifespan,
        version=gradschool.__version__,
        # FastAPI's own documentation pages load scripts from a third party.
        docs_url=None,
        redoc_url=None,
        openapi_url="/-/openapi.json",
        redirect_slashes=False,
        middleware=[Middleware(OriginCheck, public_url=settings.public_url)],
    )
    problems.install(app, site)
    app.mount("/assets", BuiltFiles(settings.static_folder / "assets"))
    app.mount("/runtime", BuiltFiles(settings.runtime_folder))
    app.include_router(watching.router(site))
    app.router.routes.extend(Reading(site).routes())
    headed = SecurityHeaders(app, lambda: front_end.policy)
    return Mounting(headed, site.addresses.root)


def missing_builds(site: Site) -> list[str]:
    """What has not been built, and the command that builds it."""
    sentences: list[str] = []
    if not site.front_end.built:
        sentences.append(
            "The front end is not built, so pages cannot be shown. "
            f"Run: {BUILD_COMMAND}"
        )
    if not (site.settings.runtime_folder / "manifest.json").is_file():
        sentences.append(
            "The browser's Python is not built, so cells cannot run; lessons can be "
            "read. Run: python3 tools/setup.py runtime"
        )
    return sentences
