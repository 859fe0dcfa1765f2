"""`torch.testing`: comparing results, with a message that says where they differ."""

from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

import numpy as np

from ._dtype import promote_types
from ._missing import module_getattr
from ._tensor import Tensor
from .creation import as_tensor
from .ops.comparison import isclose

Message: TypeAlias = "str | Callable[[str], str] | None"

# (rtol, atol) by dtype; what is not here has to be equal.
_TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex32": (1e-3, 1e-5),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}
_OLD_TOLERANCES = {
    "float16": (1e-3, 1e-3),
    "float32": (1e-4, 1e-5),
    "float64": (1e-5, 1e-8),
}


class _Comparison:
    """One call of `assert_close`: its options, and a comparison per kind of value."""

    def __init__(self, rtol: Any, atol: Any, message: Message, **flags: bool) -> None:
        if (rtol is None) != (atol is None):
            name = "rtol" if rtol is None else "atol"
            raise ValueError(
                "Both 'rtol' and 'atol' must be either specified or omitted, but got "
                f"no {name}."
            )
        self.rtol, self.atol = rtol, atol
        self.message = message
        self.flags = flags

    def fail(
        self, message: str, path: str, kind: type[Exception] = AssertionError
    ) -> NoReturn:
        """Raises, naming the item of a list or dict that differs."""
        if path:
            message += f"\n\nThe failure occurred for item {path}"
        if kind is AssertionError and self.message:
            message = (
                self.message(message) if callable(self.message) else str(self.message)
            )
        raise kind(message)

    def tolerances(self, *dtypes: str) -> tuple[float, float]:
        """(rtol, atol): those asked for, else the loosest of the dtypes'."""
        if self.rtol is not None:
            return self.rtol, self.atol
        found = [_TOLERANCES.get(d.removeprefix("torch."), (0.0, 0.0)) for d in dtypes]
        return max(r for r, _ in found), max(a for _, a in found)

    def compare(self, actual: Any, expected: Any, path: str = "") -> None:
        """Raises unless the two agree."""
        if _is_sequence(actual) and _is_sequence(expected):
            if len(actual) != len(expected):
                self.fail(
                    f"The length of the sequences mismatch: {len(actual)} != "
                    f"{len(expected)}",
                    path,
                )
            for index, pair in enumerate(zip(actual, expected, strict=True)):
                self.compare(*pair, f"{path}[{index}]")
        elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
            self.mappings(actual, expected, path)  # pyright: ignore[reportUnknownArgumentType] - any keys
        elif actual is None or expected is None:
            if actual is not expected:
                self.fail(f"None mismatch: {actual} is not {expected}", path)
        elif isinstance(actual, bool | np.bool_) and isinstance(
            expected, bool | np.bool_
        ):
            if bool(_plain(actual)) is not bool(_plain(expected)):
                self.fail(f"Booleans mismatch: {actual} is not {expected}", path)
        elif _is_number(actual) and _is_number(expected):
            self.numbers(actual, expected, path)
        else:
            self.tensors(*self.as_tensors(actual, expected, path), path)

    def mappings(
        self, actual: Mapping[Any, Any], expected: Mapping[Any, Any], path: str
    ) -> None:
        """The same keys, and under each of them what agrees."""
        missing = [key for key in expected if key not in actual]
        additional = [key for key in actual if key not in expected]
        if missing or additional:
            self.fail(
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {sorted(missing, key=str)}\n"
                f"Additional keys in the actual mapping: {sorted(additional, key=str)}",
                path,
            )
        keys = list(expected)
        with contextlib.suppress(TypeError):  # keys of several types have no order
            keys.sort()
        for key in keys:
            self.compare(actual[key], expected[key], f"{path}[{key!r}]")

    def numbers(self, actual: Any, expected: Any, path: str) -> None:
        """Two numbers of Python."""
        actual, expected = _plain(actual), _plain(expected)
        if self.flags["check_dtype"] and type(actual) is not type(expected):
            self.fail(
                f"The (d)types do not match: {type(actual)} != {type(expected)}.", path
            )
        words = {int: "int64", float: "float64", complex: "complex128"}
        rtol, atol = self.tolerances(words[type(actual)], words[type(expected)])
        difference = abs(actual - expected)
        if actual == expected or (
            self.flags["equal_nan"] and actual != actual and expected != expected
        ):
            return
        if difference <= atol + rtol * abs(expected) < math.inf:
            return
        relative = difference / abs(expected) if expected else math.inf
        self.scalars_differ(
            actual, expected, (difference, relative), (rtol, atol), path
        )

    def scalars_differ(
        self,
        actual: Any,
        expected: Any,
        differences: tuple[Any, Any],
        tolerances: tuple[float, float],
        path: str,
    ) -> NoReturn:
        """Numbers, or tensors without dimensions, that do not agree."""
        said, (relative, absolute) = _said(tolerances)
        self.fail(
            f"Scalars are not {said}!\n\nExpected {expected} but got {actual}.\n"
            f"Absolute difference: {differences[0]}{absolute}\n"
            f"Relative difference: {differences[1]}{relative}",
            path,
        )

    def as_tensors(self, actual: Any, expected: Any, path: str) -> tuple[Any, Any]:
        """Both as tensors, if they are of one type, or both are tensors."""
        same = type(actual) is type(expected)
        both = isinstance(actual, Tensor) and isinstance(expected, Tensor)
        arrays = same and _is_array(actual)
        if not arrays and not (both and (same or self.flags["allow_subclasses"])):
            self.fail(
                "No comparison pair was able to handle inputs of type "
                f"{type(actual)} and {type(expected)}.",
                path,
                TypeError,
            )
        return as_tensor(actual), as_tensor(expected)

    def tensors(self, actual: Any, expected: Any, path: str) -> None:
        """Two tensors: their attributes, then their values."""
        self.attribute("shape", actual.shape, expected.shape, path)
        if self.flags["check_dtype"]:
            self.attribute("dtype", actual.dtype, expected.dtype, path)
        if self.flags["check_stride"]:
            self.attribute("stride()", actual.stride(), expected.stride(), path)
        rtol, atol = self.tolerances(str(actual.dtype), str(expected.dtype))
        actual, expected = actual.detach(), expected.detach()
        if actual.dtype is not expected.dtype:
            common = promote_types(actual.dtype, expected.dtype)
            actual, expected = actual.to(common), expected.to(common)
        if not (actual.is_floating_point() or actual.is_complex()):
            actual, expected = actual.long(), expected.long()
        near: Any = isclose(
            actual, expected, rtol, atol, equal_nan=self.flags["equal_nan"]
        )
        if near.all():
            return
        absolute = (actual - expected).abs().masked_fill(near, 0)
        relative = (absolute / expected.abs()).masked_fill(near, 0)
        if not actual.dim():
            self.scalars_differ(
                actual.item(),
                expected.item(),
                _of_numbers(actual.item(), expected.item()),
                (rtol, atol),
                path,
            )
        count, wrong = near.numel(), int((~near).sum().item())
        said, (by_rtol, by_atol) = _said((rtol, atol))
        lines = [
            f"Tensor-likes are not {said}!\n",
            f"Mismatched elements: {wrong} / {count} ({wrong / count:.1%})",
        ]
        for word, values, allowed in (
            ("absolute", absolute, by_atol),
            ("relative", relative, by_rtol),
        ):
            place = np.unravel_index(int(values.argmax().item()), values.shape)
            at = tuple(int(i) for i in place)
            greatest = values[at].item()
            lines.append(
                f"Greatest {word} difference: {greatest} at index {at}{allowed}"
            )
        self.fail("\n".join(lines), path)

    def attribute(self, name: str, actual: Any, expected: Any, path: str) -> None:
        """An attribute that both must share."""
        if actual != expected:
            self.fail(
                f"The values for attribute '{name}' do not match: {actual} != "
                f"{expected}.",
                path,
            )


def _plain(number: Any) -> Any:
    return number.item() if hasattr(number, "item") else number


def _of_numbers(actual: Any, expected: Any) -> tuple[Any, Any]:
    difference = abs(actual - expected)
    return difference, difference / abs(expected) if expected else math.inf


def _said(tolerances: tuple[float, float]) -> tuple[str, tuple[str, str]]:
    """("close", the parts that name the tolerances), or "equal" without any."""
    if tolerances == (0, 0):
        return "equal", ("", "")
    relative, absolute = (f" (up to {t} allowed)" for t in tolerances)
    return "close", (relative, absolute)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray | bytearray | memoryview)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex | np.number) and not isinstance(
        value, bool
    )


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: Message = None,
) -> None:
    """Raises unless |actual − expected| ≤ atol + rtol·|expected| everywhere.

    Args:
        actual: a tensor, an array, a number, or sequences and mappings of them.
        expected: the same.
        allow_subclasses: whether a `Parameter` may be compared with a `Tensor`.
        rtol: relative tolerance; with `atol` chosen by dtype if both are left out.
        atol: absolute tolerance.
        equal_nan: whether NaN agrees with NaN.
        check_device: always fulfilled, there is one device.
        check_dtype: whether the dtypes must be the same.
        check_layout: always fulfilled, there is one layout.
        check_stride: whether the strides must be the same.
        msg: the message instead of ours, or a function that makes it from ours.

    Raises:
        AssertionError: they differ; the message says by how much and where.
        TypeError: the values are of kinds that do not compare.
        ValueError: only one of `rtol` and `atol` is given.
    """
    comparison = _Comparison(
        rtol,
        atol,
        msg,
        allow_subclasses=allow_subclasses,
        equal_nan=equal_nan,
        check_dtype=check_dtype,
        check_stride=check_stride,
    )
    comparison.compare(actual, expected)


def assert_allclose(
    actual: Any,
    expected: Any,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = True,
    msg: str = "",
) -> None:
    """`assert_close` as it was: looser, and blind to dtypes. Deprecated.

    Args:
        actual: a tensor or what makes one.
        expected: the same.
        rtol: relative tolerance.
        atol: absolute tolerance.
        equal_nan: whether NaN agrees with NaN.
        msg: the message instead of ours.
    """
    warnings.warn(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be "
        "removed in a future release. Please use `torch.testing.assert_close()` "
        "instead. You can find detailed upgrade instructions in "
        "https://github.com/pytorch/pytorch/issues/61844.",
        FutureWarning,
        stacklevel=2,
    )
    actual, expected = as_tensor(actual), as_tensor(expected)
    if rtol is None and atol is None:
        words = [str(t.dtype).removeprefix("torch.") for t in (actual, expected)]
        found = [
            _OLD_TOLERANCES.get(w) or _TOLERANCES.get(w, (0.0, 0.0)) for w in words
        ]
        rtol, atol = max(r for r, _ in found), max(a for _, a in found)
    assert_close(
        actual,
        expected,
        rtol=rtol,
        atol=atol,
        equal_nan=equal_nan,
        check_dtype=False,
        msg=msg or None,
    )


__getattr__ = module_getattr(__name__)
