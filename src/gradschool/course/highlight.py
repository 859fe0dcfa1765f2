"""Colours for code that is shown, not run: Python text in, HTML spans out.

Five kinds of words are marked, and nothing else:

    k  keyword              bold
    v  number               value blue
    g  gradient word        gradient orange: `.grad`, `.backward`, `requires_grad` ...
    s  string               grey
    c  comment              grey

A scanner of one regular expression, rather than Python's tokenizer: lessons show
fragments (`loss.backward()  # ...`, an indented body, half a line), and a scanner
cannot fail on them. A span never crosses a line break, so the HTML may be split at
its newlines into lines that stand alone.
"""

import keyword
import re
from html import escape

# The words of an optimization step that touch gradients. The page's editor colours
# the same words.
GRADIENT_WORDS = frozenset(
    {
        "backward",
        "create_graph",
        "detach",
        "detach_",
        "enable_grad",
        "grad",
        "grad_fn",
        "inference_mode",
        "no_grad",
        "requires_grad",
        "requires_grad_",
        "retain_grad",
        "retain_graph",
        "set_grad_enabled",
        "set_to_none",
        "zero_grad",
    }
)

# True, False and None are values of a kind, but not numbers: they stay ink.
KEYWORDS = frozenset(keyword.kwlist) - {"True", "False", "None"}

_TOKEN = re.compile(
    r"""
    (?P<c> \#[^\n]* )
  | (?P<s> (?:\b[rRbBuUfF]{1,2})?
        (?: \"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\Z) | '''(?:\\.|[^\\])*?(?:'''|\Z)
          | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? ) )
  | (?P<v> (?<![\w.]) (?:
        0[xX][\da-fA-F_]+ | 0[bB][01_]+ | 0[oO][0-7_]+
      | (?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[jJ]? ) )
  | (?P<word> \.?[^\W\d]\w* )
    """,
    re.VERBOSE | re.DOTALL,
)


def highlight(code: str) -> str:
    """Returns `code` as HTML with a span around each word that has a colour."""
    out: list[str] = []
    position = 0
    for token in _TOKEN.finditer(code):
        out.append(escape(code[position : token.start()], quote=False))
        out.append(_mark(token[0], _kind(token)))
        position = token.end()
    out.append(escape(code[position:], quote=False))
    return "".join(out)


def _kind(token: re.Match[str]) -> str:
    kind = token.lastgroup or ""
    if kind != "word":
        return kind
    word = token[0]
    name = word.removeprefix(".")
    if name == "grad":
        # `.grad` is the gradient; a bare `grad` is a name of the author's.
        return "g" if word != name else ""
    if name in GRADIENT_WORDS:
        return "g"
    return "k" if word in KEYWORDS else ""


def _mark(text: str, kind: str) -> str:
    if not kind:
        return escape(text, quote=False)
    return "\n".join(
        f'<span class="{kind}">{escape(line, quote=False)}</span>' if line else ""
        for line in text.split("\n")
    )
