"""Zip archives that travel well: stored, not deflated, and without what nobody imports.

A wheel is a deflated zip, and what is deflated file by file cannot be compressed again.
Stored archives leave the compression to brotli, which sees all files at once:
NumPy shrinks to 1.7 MB where the wheel has 3.1.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

_EPOCH = (1980, 1, 1, 0, 0, 0)

_NUMPY_UNUSED = re.compile(
    r"""
      /tests?/                        # test suites
    | ^numpy/f2py/                    # needs a Fortran compiler
    | ^numpy/distutils/
    | ^numpy/_pyinstaller/
    | ^numpy/_core/include/           # C headers
    | /lib/lib.*\.a$                  # static libraries
    | \.(pyi|pxd|h|c|pyx\.in|pyx|build|typed)$
    | (?<!_multiarray)_tests\.[^/]*\.so$   # C code of the test suites; NumPy's import
                                           # needs the one that is excepted
    | _simd\.[^/]*\.so$
    """,
    re.VERBOSE,
)

# Clients and servers of protocols that a page without network cannot speak, and two
# sound formats that Python itself has dropped since. 0.2 MB of every first visit.
_STDLIB_UNUSED = re.compile(
    r"""
      ^(wsgiref|xmlrpc)/
    | ^(cgi|cgitb|ftplib|imaplib|mailbox|nntplib|poplib|smtplib|telnetlib)\.
    | ^(aifc|sunau)\.
    """,
    re.VERBOSE,
)


def read(path: Path) -> dict[str, bytes]:
    """All files of a zip archive by name, folders left out."""
    with zipfile.ZipFile(path) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if not name.endswith("/")
        }


def stored(files: Mapping[str, bytes]) -> bytes:
    """A stored zip: the same files always give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), files[name])
    return buffer.getvalue()


def without_unused_numpy(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The NumPy wheel without what a learner's code has no use for."""
    return {
        name: data for name, data in files.items() if not _NUMPY_UNUSED.search(name)
    }


def without_unused_stdlib(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The standard library without what cannot work where there is no network."""
    return {
        name: data for name, data in files.items() if not _STDLIB_UNUSED.search(name)
    }
