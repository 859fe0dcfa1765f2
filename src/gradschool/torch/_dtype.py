"""Dtypes: PyTorch's objects, their NumPy counterparts, and what two of them make.

Inside the engine an array's own NumPy dtype is the truth; the objects here are what
`tensor.dtype` shows and what `dtype=` takes. `numpy_dtype` and `torch_dtype` lead from
one to the other.

Promotion is PyTorch's, not NumPy's: `int64` beside `float32` gives `float32`, and an
operand without dimensions only wins if it is of a higher *kind* (bool < integer <
floating point < complex):

    float32 vector * float64 0-d tensor  ->  float32      same kind: the vector decides
    int64 vector   * float64 0-d tensor  ->  float64      higher kind
    int64 vector   * 1.5                 ->  float32      a number brings the default
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._typing import DtypeLike, Number, NumpyDtype


class dtype:  # noqa: N801 - PyTorch's name
    """The kind of number a tensor holds, such as `torch.float32`."""

    __slots__ = (
        "_name",
        "_numpy",
        "is_complex",
        "is_floating_point",
        "is_signed",
        "itemsize",
    )

    def __init__(
        self, name: str, numpy: NumpyDtype | None, kind: str, itemsize: int
    ) -> None:
        self._name = name
        self._numpy = numpy
        self.is_complex = kind == "c"
        self.is_floating_point = kind == "f"
        self.is_signed = kind in "ifc"
        self.itemsize = itemsize

    def __repr__(self) -> str:
        return f"torch.{self._name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return dtype_named, (self._name,)

    def __copy__(self) -> dtype:
        return self

    def __deepcopy__(self, memo: object) -> dtype:
        return self

    def to_complex(self) -> dtype:
        """The complex dtype whose parts have this dtype."""
        try:
            return _COMPLEX_OF[self]
        except KeyError:
            raise RuntimeError(
                f"Unsupported dtype {self._name} for to_complex"
            ) from None

    def to_real(self) -> dtype:
        """The dtype of the real part."""
        return _REAL_OF.get(self, self)


dtype.__module__ = "torch"


def dtype_named(name: str) -> dtype:
    """The dtype object of that name; how pickles refer to it."""
    return next(d for d in ALL if d._name == name)


def _native(name: str, numpy: type[Any], kind: str) -> dtype:
    counterpart = np.dtype(numpy)
    return dtype(name, counterpart, kind, counterpart.itemsize)


float64 = _native("float64", np.float64, "f")
float32 = _native("float32", np.float32, "f")
float16 = _native("float16", np.float16, "f")
bfloat16 = dtype("bfloat16", None, "f", 2)
int64 = _native("int64", np.int64, "i")
int32 = _native("int32", np.int32, "i")
int16 = _native("int16", np.int16, "i")
int8 = _native("int8", np.int8, "i")
uint8 = _native("uint8", np.uint8, "u")
uint16 = _native("uint16", np.uint16, "u")
uint32 = _native("uint32", np.uint32, "u")
uint64 = _native("uint64", np.uint64, "u")
bool_ = _native("bool", np.bool_, "b")
complex64 = _native("complex64", np.complex64, "c")
complex128 = _native("complex128", np.complex128, "c")
complex32 = dtype("complex32", None, "c", 4)

ALL: tuple[dtype, ...] = (
    float64, float32, float16, bfloat16, int64, int32, int16, int8, uint8,
    uint16, uint32, uint64, bool_, complex64, complex128, complex32,
)  # fmt: skip

_REAL_OF = {complex32: float16, complex64: float32, complex128: float64}
_COMPLEX_OF = {
    float16: complex32,
    float32: complex64,
    float64: complex128,
    **{key: key for key in _REAL_OF},
}
_TORCH_OF: dict[NumpyDtype, dtype] = {d._numpy: d for d in ALL if d._numpy is not None}
_PYTHON_OF: dict[Any, dtype] = {
    bool: bool_,
    int: int64,
    float: float64,
    complex: complex128,
}
_WORDS: dict[dtype, str] = {
    float64: "Double", float32: "Float", float16: "Half", bfloat16: "BFloat16",
    int64: "Long", int32: "Int", int16: "Short", int8: "Char", uint8: "Byte",
    uint16: "UInt16", uint32: "UInt32", uint64: "UInt64", bool_: "Bool",
    complex64: "ComplexFloat", complex128: "ComplexDouble", complex32: "ComplexHalf",
}  # fmt: skip

# NumPy keeps one object per built-in dtype, so `x.dtype is F32` is the cheapest test.
F16, F32, F64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)
C64, C128 = np.dtype(np.complex64), np.dtype(np.complex128)
I64, U8, BOOL = np.dtype(np.int64), np.dtype(np.uint8), np.dtype(np.bool_)

default = F32
"""The dtype of floating point results that nothing else decides; read it as
`_dtype.default`, because `set_default_dtype` rebinds it."""


def numpy_dtype(wanted: DtypeLike) -> NumpyDtype:
    """The NumPy dtype that stands for PyTorch's (or for Python's `float`, `int` ...).

    Raises:
        NotImplementedError: NumPy has no such numbers (`bfloat16`, `complex32`).
        TypeError: it is no dtype.
    """
    if wanted.__class__ is not dtype:
        python = _PYTHON_OF.get(wanted)
        if python is None:
            raise TypeError(f"dtype must be a torch.dtype, not {type(wanted).__name__}")
        wanted = python
    assert isinstance(wanted, dtype)
    found = wanted._numpy
    if found is None:
        nearest = "float32 or float16" if wanted is bfloat16 else "complex64"
        raise NotImplementedError(
            f"{wanted!r} is in PyTorch but not in Gradschool's engine; "
            f"nearest: torch.{nearest}"
        )
    return found


def torch_dtype(found: NumpyDtype) -> dtype:
    """PyTorch's dtype for an array's."""
    try:
        return _TORCH_OF[found]
    except KeyError:
        # Byte-swapped arrays and other strangers from the user's own NumPy.
        raise TypeError(
            f"can't convert np.ndarray of type {found}. The only supported types are: "
            "float64, float32, float16, complex64, complex128, int64, int32, int16, "
            "int8, uint64, uint32, uint16, uint8, and bool."
        ) from None


def word(found: NumpyDtype | dtype) -> str:
    """The dtype as PyTorch's error messages name it: `Float`, `Long`, `Double`."""
    return _WORDS[found if isinstance(found, dtype) else torch_dtype(found)]


def cpp_name(found: NumpyDtype) -> str:
    """The dtype as PyTorch's kernels name it: `float`, `double`, `long int`."""
    return {
        "float32": "float", "float64": "double", "int64": "long int", "int32": "int",
        "int16": "short int", "int8": "signed char", "uint8": "unsigned char",
        "float16": "c10::Half", "bool": "bool", "complex64": "c10::complex<float>",
        "complex128": "c10::complex<double>",
    }[found.name]  # fmt: skip


def get_default_dtype() -> dtype:
    """The floating point dtype that new tensors get."""
    return _TORCH_OF[default]


def set_default_dtype(d: dtype, /) -> None:
    """Makes `d` the dtype of new floating point tensors.

    Raises:
        TypeError: `d` is not a floating point dtype.
    """
    global default
    if d.__class__ is not dtype:
        raise TypeError(
            "invalid dtype object: only floating-point types are supported as the "
            "default type"
        )
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    default = numpy_dtype(d)


_RANK = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
_LATE_UNSIGNED = {np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.uint64)}
_promoted: dict[tuple[NumpyDtype, NumpyDtype], NumpyDtype] = {}


def promote(a: NumpyDtype, b: NumpyDtype) -> NumpyDtype:
    """The dtype that holds both, by PyTorch's table (NumPy's would widen floats)."""
    if a is b:
        return a
    try:
        return _promoted[a, b]
    except KeyError:
        result = _promoted[a, b] = _promote(a, b)
        return result


def _promote(a: NumpyDtype, b: NumpyDtype) -> NumpyDtype:
    rank_a, rank_b = _RANK[a.kind], _RANK[b.kind]
    if rank_a == rank_b or rank_a + rank_b == 5:  # the same kind, or float and complex
        if a != b and (a in _LATE_UNSIGNED or b in _LATE_UNSIGNED):
            raise RuntimeError(
                "Promotion for uint16, uint32, uint64 types is not supported, "
                f"attempted to promote {_WORDS[_TORCH_OF[a]]} and "
                f"{_WORDS[_TORCH_OF[b]]}"
            )
        return np.promote_types(a, b)
    return a if rank_a > rank_b else b


def number_dtype(value: Number) -> NumpyDtype:
    """The dtype a bare Python number brings."""
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, int | np.integer):
        return I64
    if isinstance(value, float | np.floating):
        return default
    return C64 if default is not F64 else C128


def combine(higher: NumpyDtype | None, lower: NumpyDtype | None) -> NumpyDtype | None:
    """Two levels of operands: the lower one wins only by its kind."""
    if higher is None or lower is None:
        return lower if higher is None else higher
    kind = higher.kind
    if kind == "c" or (kind == "f" and lower.kind != "c"):
        return higher
    if kind == "f":
        return C128 if higher is F64 else C64
    if kind == "b" or lower.kind in "fc":
        return promote(higher, lower)
    return higher


def result_dtype(*operands: Any) -> NumpyDtype:
    """The dtype of an op's result on arrays and Python numbers.

    Three levels: arrays with dimensions, 0-d arrays, numbers.
    """
    dims: NumpyDtype | None = None
    zeros: NumpyDtype | None = None
    numbers: NumpyDtype | None = None
    for x in operands:
        if hasattr(x, "dtype"):
            if x.ndim:
                dims = x.dtype if dims is None else promote(dims, x.dtype)
            else:
                zeros = x.dtype if zeros is None else promote(zeros, x.dtype)
        else:
            brought = number_dtype(x)
            numbers = brought if numbers is None else promote(numbers, brought)
    result = combine(dims, combine(zeros, numbers))
    assert result is not None
    return result


def can_cast_kind(source: NumpyDtype, target: NumpyDtype) -> bool:
    """Whether an in-place op may write `source` numbers into a `target` tensor."""
    kind = target.kind
    if source.kind == "c" and kind != "c":
        return False
    if source.kind == "f" and kind not in "fc":
        return False
    return kind != "b" or source.kind == "b"


def can_cast(from_: dtype, to: dtype) -> bool:
    """Whether in-place ops may write numbers of dtype `from_` into one of dtype `to`.

    Example:
        >>> import gradschool.torch as torch
        >>> torch.can_cast(torch.float32, torch.int64)
        False
    """
    return can_cast_kind(numpy_dtype(from_), numpy_dtype(to))


def promote_types(type1: dtype, type2: dtype) -> dtype:
    """The smallest dtype that holds both, by PyTorch's table."""
    return _TORCH_OF[promote(numpy_dtype(type1), numpy_dtype(type2))]


class finfo:  # noqa: N801 - PyTorch's name
    """The limits of a floating point dtype.

    Args:
        type: a floating point or complex dtype; the default dtype if left out.
    """

    bits: int
    eps: float
    max: float
    min: float
    tiny: float
    smallest_normal: float
    resolution: float
    dtype: str

    def __init__(self, type: dtype | None = None) -> None:
        if type is None:
            type = get_default_dtype()
        if not (type.is_floating_point or type.is_complex):
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo "
                "to handle 'torch.finfo'"
            )
        if type is bfloat16:
            self.bits, self.eps, self.resolution = 16, 2.0**-7, 0.01
            self.max, self.tiny = (2 - 2.0**-7) * 2.0**127, 2.0**-126
        else:
            limits = np.finfo(numpy_dtype(type.to_real()))
            self.bits, self.eps = int(limits.bits), float(limits.eps)
            self.max, self.tiny = float(limits.max), float(limits.tiny)
            self.resolution = 10.0**-limits.precision
        self.min, self.smallest_normal = -self.max, self.tiny
        self.dtype = type.to_real()._name

    def __repr__(self) -> str:
        # PyTorch prints resolution, min, max, eps, smallest_normal, tiny in this order.
        def short(x: float) -> str:
            return f"{x:.6g}"

        return (
            f"finfo(resolution={short(self.resolution)}, min={short(self.min)}, "
            f"max={short(self.max)}, eps={short(self.eps)}, "
            f"smallest_normal={short(self.smallest_normal)}, tiny={short(self.tiny)}, "
            f"dtype={self.dtype})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and other.dtype == self.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)


class iinfo:  # noqa: N801 - PyTorch's name
    """The limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: str

    def __init__(self, type: dtype) -> None:
        if type.is_floating_point or type.is_complex:
            raise TypeError(
                "torch.iinfo() requires an integer input type. Use torch.finfo to "
                "handle 'torch.iinfo'"
            )
        if type is bool_:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        limits = np.iinfo(numpy_dtype(type))
        self.bits, self.max, self.min = limits.bits, int(limits.max), int(limits.min)
        self.dtype = type._name

    def __repr__(self) -> str:
        # PyTorch prints large ones like floats: -2.14748e+09.
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and other.dtype == self.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)


finfo.__module__ = iinfo.__module__ = "torch"
