"""Formulas: LaTeX in, MathML out, when the lesson is parsed.

MathML needs no script and no font from us, is read aloud by screen readers, and is
text that the browser can zoom and copy. The LaTeX source rides along in `alttext`.
"""

import re
from html import escape

import math_core

_CONVERTER = math_core.LatexToMathML(fancy_error=False)
_ERROR = re.compile(r"(?P<offset>\d+): (?P<reason>.*)", re.DOTALL)


class FormulaError(ValueError):
    """A formula that cannot be read. `offset` counts characters into the LaTeX."""

    def __init__(self, offset: int, reason: str) -> None:
        self.offset = offset
        super().__init__(reason)


def mathml(latex: str, *, display: bool) -> str:
    """The formula as a `<math>` element.

    Args:
        latex: what stands between the dollar signs.
        display: a formula on lines of its own, not one within a sentence.

    Raises:
        FormulaError: an unknown command, a missing brace.
    """
    try:
        element = _CONVERTER.convert_with_local_state(latex, displaystyle=display)
    except math_core.LatexError as error:
        parts = _ERROR.match(str(error))
        if parts is None:
            raise FormulaError(0, str(error)) from error
        raise FormulaError(int(parts["offset"]), parts["reason"]) from error
    source = escape(" ".join(latex.split()))
    return element.replace("<math", f'<math alttext="{source}"', 1)
