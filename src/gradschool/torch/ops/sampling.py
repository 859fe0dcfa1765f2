"""Random tensors: PyTorch's numbers for PyTorch's seeds.

How a distribution makes its numbers, and how many words of the generator each takes, is
in `_random.py`; here are the functions with their dtypes, checks and errors:

    rand, randn, randint, randperm, normal ...    new tensors
    x.uniform_(), x.normal_(), x.random_() ...    fill a tensor in memory order
    bernoulli, multinomial                        draw with given probabilities

A draw has no derivative: results never want a gradient of themselves, and filling a
tensor in place cuts off its history (the gradient of what stood there is zero).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _random
from .._checked import checked
from .._dtype import C64, F64, I64, cpp_name, word
from .._errors import sizes_must_match
from .._typing import Array, DtypeLike, Gradients, NumpyDtype
from ..autograd import recording
from ..autograd.namespace import Namespace
from ..autograd.node import Node
from ..autograd.recording import record1
from ..autograd.versions import bump, memory, share_of
from ..autograd.writing import check_writable, recut, written_by
from ..creation import (
    Device,
    Layout,
    MemoryFormat,
    check_is_tuple,
    chosen_dtype,
    like,
    made,
    shape_from,
)
from ..random import Generator, generator_or_default

if TYPE_CHECKING:
    from .._tensor import Tensor

# How a complex number of variance 1 is made of two real ones.
HALF_VARIANCE = 1.0 / math.sqrt(2.0)

# ------------------------------------------------------------------ arrays


def uniform_values(
    gen: Generator, count: int, dtype: NumpyDtype, low: float = 0.0, high: float = 1.0
) -> Array:
    """`count` uniform numbers of a floating or complex dtype.

    Raises:
        NotImplementedError: integers.
    """
    if dtype.kind == "c":
        part = np.dtype(np.float32) if dtype == C64 else F64
        return _random.uniform(gen, 2 * count, low, high, part).view(dtype)
    if dtype.kind != "f":
        raise NotImplementedError(
            f"\"check_uniform_bounds\" not implemented for '{word(dtype)}'"
        )
    values = _random.uniform(gen, count, low, high, dtype)
    # Rounding to 11 bits may reach the excluded end, which PyTorch sends to the start.
    return (
        np.where(values == high, dtype.type(low), values) if _narrow(dtype) else values
    )


def normal_values(
    gen: Generator, count: int, dtype: NumpyDtype, mean: Any = 0.0, std: Any = 1.0
) -> Array:
    """`count` normal numbers of a floating or complex dtype.

    Raises:
        NotImplementedError: integers.
    """
    if dtype.kind == "c":
        part = np.dtype(np.float32) if dtype == C64 else F64
        pairs = _random.normal(gen, 2 * count, 0.0, std * HALF_VARIANCE, part)
        return pairs.view(dtype) + dtype.type(mean) if mean else pairs.view(dtype)
    if dtype.kind != "f":
        raise NotImplementedError(
            f"\"normal_kernel_cpu\" not implemented for '{word(dtype)}'"
        )
    return _random.normal(gen, count, mean, std, dtype)


def _narrow(dtype: NumpyDtype) -> bool:
    return dtype.itemsize == 2


# ------------------------------------------------------------------ new tensors


@checked
def rand(
    *sizes: Any,
    size: Any = None,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """Uniform numbers in [0, 1).

    Example:
        >>> import gradschool.torch as torch
        >>> _ = torch.manual_seed(0)
        >>> torch.rand(3)
        tensor([0.4963, 0.7682, 0.0885])
    """
    shape = shape_from(sizes, size)
    gen = generator_or_default(generator)
    values = uniform_values(gen, math.prod(shape), chosen_dtype(dtype, out))
    array = values.reshape(shape)
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def randn(
    *sizes: Any,
    size: Any = None,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """Normal numbers of mean 0 and variance 1.

    Example:
        >>> import gradschool.torch as torch
        >>> _ = torch.manual_seed(0)
        >>> torch.randn(3)
        tensor([ 1.5410, -0.2934, -2.1788])
    """
    shape = shape_from(sizes, size)
    gen = generator_or_default(generator)
    values = normal_values(gen, math.prod(shape), chosen_dtype(dtype, out))
    array = values.reshape(shape)
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def randint(
    *bounds: Any,
    low: int = 0,
    high: int | None = None,
    size: Any = None,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """Whole numbers from `low` to `high` - 1, each as likely as the others.

    `randint(high, size)` or `randint(low, high, size)`.

    Example:
        >>> import gradschool.torch as torch
        >>> _ = torch.manual_seed(0)
        >>> torch.randint(10, (4,))
        tensor([4, 9, 3, 0])
    """
    low, high, size = _integer_bounds(bounds, low, high, size)
    check_is_tuple(size)
    shape = shape_from((size,))
    wanted = I64 if dtype is None and out is None else chosen_dtype(dtype, out)
    gen = generator_or_default(generator)
    values = integer_values(gen, math.prod(shape), low, high, wanted)
    array = values.reshape(shape)
    return made(array, device, requires_grad, pin_memory, layout, out)


def _integer_bounds(
    bounds: tuple[Any, ...], low: Any, high: Any, size: Any
) -> tuple[int, int, Any]:
    """`high`, `low, high`, or either with a size behind it."""
    rest = list(bounds)
    if size is None and rest:
        size = rest.pop()
    if high is None and rest:
        high = rest.pop()
    if rest:
        low = rest.pop()
    if rest or high is None or size is None or isinstance(high, float):
        raise TypeError("randint takes high and size, or low, high and size")
    return operator.index(low), operator.index(high), size


# What PyTorch's messages call the integers of a machine.
C_NAMES = {
    "int64": "long",
    "int32": "int",
    "int16": "short",
    "int8": "signed char",
    "uint8": "unsigned char",
    "bool": "bool",
}


def integer_values(
    gen: Generator, count: int, low: int, high: int, dtype: NumpyDtype
) -> Array:
    """`count` whole numbers in [low, high) as any dtype.

    Raises:
        RuntimeError: an empty range, or one that the dtype does not hold.
    """
    if low >= high:
        raise RuntimeError(
            "random_ expects 'from' to be less than 'to', but got "
            f"from={low} >= to={high}"
        )
    if dtype.kind in "iub":
        limits = (0, 1) if dtype.kind == "b" else _limits(dtype)
        for name, value in (("from", low), ("to - 1", high - 1)):
            if not limits[0] <= value <= limits[1]:
                raise RuntimeError(
                    f"{name} is out of bounds for {C_NAMES.get(dtype.name, dtype.name)}"
                )
    return _random.integers(gen, count, low, high).astype(dtype)


def _limits(dtype: NumpyDtype) -> tuple[int, int]:
    limits = np.iinfo(dtype)
    return int(limits.min), int(limits.max)


@checked
def randperm(
    n: int,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """The numbers 0 to n - 1 in a random order.

    Example:
        >>> import gradschool.torch as torch
        >>> _ = torch.manual_seed(0)
        >>> torch.randperm(4)
        tensor([2, 0, 1, 3])
    """
    count = operator.index(n)
    if count < 0:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {count}: [{count}]"
        )
    wanted = I64 if dtype is None and out is None else chosen_dtype(dtype, out)
    if wanted.kind in "iu" and count - 1 > _limits(wanted)[1]:
        raise RuntimeError(
            f"value cannot be converted to type {wanted.name}_t without overflow"
        )
    values = _random.permutation(generator_or_default(generator), count)
    array = values.astype(wanted, copy=False)
    return made(array, device, requires_grad, pin_memory, layout, out)


@checked
def normal(
    mean: Any,
    std: Any = 1.0,
    size: Any = None,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """Normal numbers, each with its own mean and standard deviation.

    Args:
        mean: a number or a tensor of means
        std: a number or a tensor of standard deviations
        size: the shape, if neither is a tensor
        generator: where the numbers come from
        out: a tensor to write into
        dtype: the kind of number, if neither is a tensor
        layout: only `torch.strided`
        device: only the CPU
        pin_memory: not without an accelerator
        requires_grad: whether the result wants a gradient
    """
    gen = generator_or_default(generator)
    means, stds = getattr(mean, "_array", mean), getattr(std, "_array", std)
    _check_stds(stds)
    if means is mean and stds is std:
        if size is None:
            raise TypeError("normal takes a size if neither mean nor std is a tensor")
        shape = shape_from((size,))
        wanted = chosen_dtype(dtype, out)
        values = normal_values(gen, math.prod(shape), wanted, float(mean), float(std))
        array = values.reshape(shape)
        return made(array, device, requires_grad, pin_memory, layout, out)
    if size is not None:
        raise TypeError("normal takes no size beside a tensor")
    wanted = (means if means is not mean else stds).dtype
    shape = _broadcast(means, stds)
    z = normal_values(gen, math.prod(shape), wanted).reshape(shape)
    # Two roundings here, where `normal_` has one.
    array = (z * np.asarray(stds, wanted)) + np.asarray(means, wanted)
    return made(array, out=out)


def _broadcast(a: Any, b: Any) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(np.shape(a), np.shape(b))
    except ValueError:
        raise sizes_must_match(np.shape(a), np.shape(b)) from None


def _check_stds(stds: Any) -> None:
    if not isinstance(stds, np.ndarray | np.generic):
        _check_std("normal", float(stds))
    elif stds.size and stds.min() < 0:
        raise RuntimeError("normal expects all elements of std >= 0.0")


def _check_std(function: str, std: float) -> None:
    if not std >= 0:
        raise RuntimeError(f"{function} expects std >= 0.0, but found std {std:g}")


# ------------------------------------------------------------------ like another


def _filled_like(
    values: Callable[[Generator, int, NumpyDtype], Array],
    input: Tensor,
    generator: Generator | None,
    dtype: DtypeLike,
    memory_format: MemoryFormat,
) -> Array:
    """An array like the input's, filled in the order of its memory."""
    array = like(input, dtype, memory_format)
    gen = generator_or_default(generator)
    in_memory_order(array)[...] = values(gen, array.size, array.dtype).reshape(
        in_memory_order(array).shape
    )
    return array


def in_memory_order(x: Array) -> Array:
    """The array with its dimensions turned so that the last one is next in memory."""
    if x.flags.c_contiguous:
        return x
    order = sorted(range(x.ndim), key=lambda d: (-abs(x.strides[d]), d))
    return x.transpose(order)


@checked
def rand_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
    pin_memory: bool = False,
) -> Tensor:
    """`rand` in the shape and dtype of a tensor."""
    array = _filled_like(uniform_values, input, generator, dtype, memory_format)
    return made(array, device, requires_grad, pin_memory, layout)


@checked
def randn_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
    pin_memory: bool = False,
) -> Tensor:
    """`randn` in the shape and dtype of a tensor."""
    array = _filled_like(_normal_for(input), input, generator, dtype, memory_format)
    return made(array, device, requires_grad, pin_memory, layout)


def _normal_for(
    input: Tensor, mean: float = 0.0, std: float = 1.0
) -> Callable[[Generator, int, NumpyDtype], Array]:
    """The recipe for a tensor: pairs, however many, unless its memory is in order."""
    if input._array.flags.c_contiguous:
        return lambda gen, count, dtype: normal_values(gen, count, dtype, mean, std)

    def pairs(gen: Generator, count: int, dtype: NumpyDtype) -> Array:
        if dtype.kind != "f":
            return normal_values(gen, count, dtype, mean, std)
        return _random.normal_pairs(gen, count, mean, std).astype(dtype)

    return pairs


@checked
def randint_like(
    input: Tensor,
    *bounds: Any,
    low: int = 0,
    high: int | None = None,
    generator: Generator | None = None,
    dtype: DtypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: MemoryFormat = None,
    pin_memory: bool = False,
) -> Tensor:
    """`randint` in the shape and dtype of a tensor."""
    least, most, _ = _integer_bounds((*bounds, ()), low, high, None)
    array = _filled_like(
        lambda gen, count, wanted: integer_values(gen, count, least, most, wanted),
        input,
        generator,
        dtype,
        memory_format,
    )
    return made(array, device, requires_grad, pin_memory, layout)


# ------------------------------------------------------------------ in place


class Refilled(Node):
    """x ← numbers that do not depend on it,   ∂x = 0"""

    __slots__ = ()

    def backward(self, xp: Namespace, grad: Tensor) -> Gradients:
        return xp.zeros_like(grad)


def refill(
    self: Tensor, cls: type[Node], values: Callable[[int, NumpyDtype], Array]
) -> Tensor:
    """Overwrites a tensor, in the order of its memory, with `values(count, dtype)`."""

    def write(target: Array) -> None:
        ordered = in_memory_order(target)
        ordered[...] = values(target.size, target.dtype).reshape(ordered.shape)

    if self._node is not None and not (recording.disabled and recording.here.off):

        def refilled(input: Tensor) -> Tensor:
            fresh = np.empty_like(input._array)
            write(fresh)
            return record1(cls, fresh, input._node)

        return written_by(self, refilled, (), {})
    check_writable(self)
    write(memory(self))
    bump(self)
    if share_of(self).views:
        recut(self)
    return self


class Uniform(Refilled):
    """x ← uniform numbers,   ∂x = 0"""

    __slots__ = ()


@checked
def uniform_(
    self: Tensor,
    from_: float = 0.0,
    to: float = 1.0,
    *,
    generator: Generator | None = None,
    **renamed: float,
) -> Tensor:
    """Fills the tensor with uniform numbers in [from, to).

    Args:
        self: the tensor
        from_: the smallest number; PyTorch calls it `from`, which Python reserves
        to: the end of the range
        generator: where the numbers come from
        renamed: `from`, given as `**{"from": 0.5}`
    """
    low, high = float(renamed.get("from", from_)), float(to)
    if low > high:
        raise RuntimeError(
            "uniform_ expects to return a [from, to) range, but found "
            f"from={low:g} > to={high:g}"
        )
    gen = generator_or_default(generator)
    return refill(
        self, Uniform, lambda count, dtype: uniform_values(gen, count, dtype, low, high)
    )


class Normal(Refilled):
    """x ← normal numbers,   ∂x = 0"""

    __slots__ = ()


@checked
def normal_(
    self: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fills the tensor with normal numbers."""
    centre, spread = float(mean), float(std)
    _check_std("normal", spread)
    gen = generator_or_default(generator)
    recipe = _normal_for(self, centre, spread)
    return refill(self, Normal, lambda count, dtype: recipe(gen, count, dtype))


class Random(Refilled, name="RandomBackward2"):
    """x ← any whole numbers its dtype holds,   ∂x = 0"""

    __slots__ = ()


class RandomBelow(Refilled, name="RandomBackward1"):
    """x ← whole numbers below an end,   ∂x = 0"""

    __slots__ = ()


class RandomBetween(Refilled, name="RandomBackward0"):
    """x ← whole numbers between two ends,   ∂x = 0"""

    __slots__ = ()


@checked
def random_(
    self: Tensor,
    *bounds: Any,
    to: int | None = None,
    generator: Generator | None = None,
    **renamed: int,
) -> Tensor:
    """Fills the tensor with whole numbers: `random_(to)`, `random_(from, to)`.

    Without bounds, all that the dtype holds without gaps, from 0.

    Args:
        self: the tensor
        bounds: the smallest number and the end of the range
        to: the end of the range
        generator: where the numbers come from
        renamed: `from`, given as `**{"from": 1}`
    """
    gen = generator_or_default(generator)
    ends = [operator.index(bound) for bound in bounds if bound is not None]
    two = len(ends) == 2 or (len(ends) == 1 and to is not None)
    low = renamed.get("from", ends.pop(0) if two else 0)
    high = ends.pop() if ends else to
    if high is None and not bounds:
        return refill(
            self, Random, lambda count, dtype: _any_integers(gen, count, dtype)
        )
    if high is None:
        raise TypeError("random_ takes no more than two bounds")
    cls = RandomBetween if len(bounds) == 2 or "from" in renamed else RandomBelow
    return refill(
        self, cls, lambda count, dtype: integer_values(gen, count, low, high, dtype)
    )


def _any_integers(gen: Generator, count: int, dtype: NumpyDtype) -> Array:
    """Whole numbers from 0 to the largest up to which the dtype has no gaps."""
    if dtype.kind == "f":
        end = 2 ** (np.finfo(dtype).nmant + 1) + 1
    elif dtype.kind == "b":
        end = 2
    elif dtype.kind in "iu":
        end = _limits(dtype)[1] + 1
    else:
        raise NotImplementedError(
            f"\"random_from_to_range_calc\" not implemented for '{word(dtype)}'"
        )
    # int64 is masked rather than divided: its range is half of a long word's.
    draw = gen.words if end <= 2**32 and dtype.itemsize < 8 else gen.long_words
    return (draw(count).astype(np.uint64) % np.uint64(end)).astype(dtype)


class BernoulliByNumber(Refilled, name="BernoulliBackward2"):
    """x ← 1 with probability p, else 0,   ∂x = 0"""

    __slots__ = ()


class BernoulliByTensor(Refilled, name="BernoulliBackward1"):
    """x ← 1 with probability p each, else 0,   ∂x = 0"""

    __slots__ = ()


class Bernoulli(Refilled):
    """y = 1 with probability x, else 0;   ∂x = 0"""

    __slots__ = ()


@checked
def bernoulli_(
    self: Tensor, p: Any = 0.5, *, generator: Generator | None = None
) -> Tensor:
    """Fills the tensor with ones and zeros, a one having the probability p.

    Args:
        self: the tensor
        p: a number, or a tensor of probabilities
        generator: where the numbers come from
    """
    gen = generator_or_default(generator)
    if hasattr(p, "_array"):
        chances = np.broadcast_to(_probabilities(p._array), self._array.shape)
        return refill(
            self,
            BernoulliByTensor,
            lambda count, dtype: _random.bernoulli_each(gen, chances),
        )
    _check_probability("bernoulli_", float(p))
    return refill(
        self,
        BernoulliByNumber,
        lambda count, dtype: _random.bernoulli(gen, count, float(p)),
    )


@checked
def bernoulli(
    input: Tensor,
    p: float | None = None,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Ones and zeros; a one has the probability the input holds at its place.

    Args:
        input: probabilities, in [0, 1]
        p: one probability for all places, instead of the input's
        generator: where the numbers come from
        out: a tensor to write into

    Gradient: 0.
    """
    gen = generator_or_default(generator)
    x = np.asarray(input._array)
    if p is None:
        drawn = _random.bernoulli_each(gen, _probabilities(x))
    else:
        _check_probability("bernoulli_", float(p))
        drawn = _random.bernoulli(gen, x.size, float(p)).reshape(x.shape)
    if out is not None:
        return made(drawn.astype(x.dtype), out=out)
    return record1(Bernoulli, drawn.astype(x.dtype), input._node)


def _probabilities(x: Array) -> Array:
    if x.dtype.kind != "f":
        raise NotImplementedError(
            f"\"bernoulli_tensor_cpu_p_\" not implemented for '{word(x.dtype)}'"
        )
    if not ((x >= 0) & (x <= 1)).all():
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this "
            "error message be improved?  If so, please report an enhancement request "
            "to PyTorch.)"
        )
    return x


def _check_probability(function: str, p: float) -> None:
    if not 0 <= p <= 1:
        raise RuntimeError(f"{function} expects p to be in [0, 1], but got p={p:g}")


class Exponential(Refilled):
    """x ← exponential numbers,   ∂x = 0"""

    __slots__ = ()


@checked
def exponential_(
    self: Tensor, lambd: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Fills the tensor with exponential numbers of rate `lambd` (mean 1/`lambd`)."""
    _only_floats("Exponential", self, "floating point", word(self._array.dtype))
    rate = float(lambd)
    if not rate > 0:
        raise RuntimeError(
            f"exponential_ expects lambda > 0.0, but found lambda={rate:g}"
        )
    gen = generator_or_default(generator)
    return refill(
        self,
        Exponential,
        lambda count, dtype: _random.exponential(gen, count, rate, dtype),
    )


class Cauchy(Refilled):
    """x ← Cauchy numbers,   ∂x = 0"""

    __slots__ = ()


@checked
def cauchy_(
    self: Tensor,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fills the tensor with numbers of the Cauchy distribution, which has no mean."""
    x = self._array
    if x.dtype.kind != "f":
        _only_floats("Cauchy", self, "floating point", cpp_name(x.dtype))
    centre, width = float(median), float(sigma)
    if not width > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={width:g}")
    gen = generator_or_default(generator)
    return refill(
        self, Cauchy, lambda count, dtype: _random.cauchy(gen, count, centre, width)
    )


class LogNormal(Refilled):
    """x ← exponentials of normal numbers,   ∂x = 0"""

    __slots__ = ()


@checked
def log_normal_(
    self: Tensor,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fills the tensor with exponentials of normal numbers.

    Args:
        self: the tensor
        mean: of the normal numbers
        std: of the normal numbers
        generator: where the numbers come from
    """
    centre, spread = float(mean), float(std)
    if not spread > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={spread:g}")
    gen = generator_or_default(generator)
    return refill(
        self,
        LogNormal,
        lambda count, dtype: _random.log_normal(gen, count, centre, spread),
    )


class Geometric(Refilled):
    """x ← numbers of trials,   ∂x = 0"""

    __slots__ = ()


@checked
def geometric_(self: Tensor, p: float, *, generator: Generator | None = None) -> Tensor:
    """Fills the tensor with how many trials of chance p the first success takes."""
    chance = float(p)
    if not 0 < chance < 1:
        raise RuntimeError(
            f"geometric_ expects p to be in (0, 1), but got p={chance:g}"
        )
    gen = generator_or_default(generator)
    return refill(
        self, Geometric, lambda count, dtype: _random.geometric(gen, count, chance)
    )


def _only_floats(name: str, self: Tensor, kind: str, got: str) -> None:
    if self._array.dtype.kind != "f":
        raise RuntimeError(
            f"{name} distribution is a continuous probability distribution. dtype must "
            f"be a {kind} but you specified {got}"
        )


# ------------------------------------------------------------------ choosing


@checked
def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Indices drawn with the weights of each row.

    Args:
        input: weights, not negative; they need not sum to 1
        num_samples: how many to draw from each row
        replacement: whether an index may come again
        generator: where the numbers come from
        out: a tensor to write into

    Shape:
        (K) -> (num_samples);  (N, K) -> (N, num_samples)

    Example:
        >>> import gradschool.torch as torch
        >>> _ = torch.manual_seed(0)
        >>> torch.multinomial(torch.tensor([0.0, 3.0, 1.0]), 2)
        tensor([1, 2])
    """
    p = np.asarray(input._array)
    count = operator.index(num_samples)
    if p.dtype.kind != "f":
        raise RuntimeError(
            "multinomial only supports floating-point dtypes for input, got: "
            f"{word(p.dtype)}"
        )
    if p.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if count <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and count > p.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )
    if not (np.isfinite(p).all() and (p >= 0).all()):
        raise RuntimeError(
            "probability tensor contains either `inf`, `nan` or element < 0"
        )
    if not (p.sum(-1) > 0).all():
        raise RuntimeError(
            "invalid multinomial distribution (sum of probabilities <= 0)"
        )
    gen = generator_or_default(generator)
    chosen = _random.categories(gen, np.atleast_2d(p), count, bool(replacement))
    return made(chosen.reshape((*p.shape[:-1], count)), out=out)
