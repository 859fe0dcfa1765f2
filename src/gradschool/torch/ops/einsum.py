"""Einstein's summation: `einsum("ij,jk->ik", x, y)`.

A letter names a dim. The same letter on two operands pairs their dims; a letter that
the output lacks is summed over. The operands are contracted from left to right, two at
a time, and every step is a matrix product of ours:

    dims of a pair        in both and in the output   ->  batch      b
                          only left, in the output    ->  rows       i
                          only right, in the output   ->  columns    k
                          in both, nowhere later      ->  contracted j

    left as (b, i, j)  @  right as (b, j, k)   =   (b, i, k)

so the gradient needs no rule of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .._tensor import Tensor

Labels = list[str]
"""One letter per dim; the dims of `...` are numbered from the right: "~0", "~1"."""


def einsum(*args: Any) -> Tensor:
    """Sums of products, written with a letter for each dim.

    Args:
        args: the equation and the operands (also as one list), or PyTorch's other form:
            operand, list of numbers for its dims, operand, ..., list for the output.

    Shape: what follows the arrow; without an arrow, the letters that occur once, in
        alphabetical order, after the dims of `...`.

    Example:
        >>> torch.einsum("ij->j", torch.tensor([[1., 2.], [3., 4.]]))
        tensor([4., 6.])
    """
    equation, operands = _arguments(args)
    inputs, output = _parse(equation, operands)
    sizes = _sizes(inputs, operands)
    tensors = [
        _diagonals(tensor, labels)
        for tensor, labels in zip(operands, inputs, strict=True)
    ]
    result, have = tensors[0]
    for position, (tensor, labels) in enumerate(tensors[1:], 1):
        later = {label for _, rest in tensors[position + 1 :] for label in rest}
        result, have = _contract(
            (result, have), (tensor, labels), later | set(output), sizes
        )
    summed = [d for d, label in enumerate(have) if label not in output]
    if summed:
        result = result.sum(summed)
        have = [label for label in have if label in output]
    order = [have.index(label) for label in output]
    return result.permute(order) if order != sorted(order) else result


def _arguments(args: tuple[Any, ...]) -> tuple[str, list[Tensor]]:
    """Both forms of the call as equation and operands."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or "
            "at least one operand and its subscripts list"
        )
    if isinstance(args[0], str):
        operands = args[1:]
        if len(operands) == 1 and isinstance(operands[0], list | tuple):
            operands = tuple(operands[0])
        return args[0], list(operands)
    operands = list(args[0::2]) if len(args) % 2 == 0 else list(args[0:-1:2])
    subscripts = [_letters(labels) for labels in args[1::2]]
    equation = ",".join(subscripts[: len(operands)])
    if len(args) % 2:
        equation += "->" + _letters(args[-1])
    return equation, operands


def _letters(labels: Sequence[Any]) -> str:
    text = ""
    for label in labels:
        if label is Ellipsis:
            text += "..."
        elif 0 <= label < 26:
            text += chr(ord("A") + label)
        elif label < 52:
            text += chr(ord("a") + label - 26)
        else:
            raise ValueError(
                "einsum(): subscripts in subscript list are not within the valid range "
                "[0, 52)"
            )
    return text


def _parse(equation: str, operands: Sequence[Tensor]) -> tuple[list[Labels], Labels]:
    text = equation.replace(" ", "")
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    if len(terms) > len(operands):
        raise RuntimeError(
            "einsum(): fewer operands were provided than specified in the equation"
        )
    if len(terms) < len(operands):
        raise RuntimeError(
            "einsum(): more operands were provided than specified in the equation"
        )
    inputs: list[Labels] = []
    dots = 0
    for number, (term, operand) in enumerate(zip(terms, operands, strict=True)):
        labels = _labels(term, operand.ndim, number)
        dots = max(dots, sum(label.startswith("~") for label in labels))
        inputs.append(labels)
    ellipsis = [f"~{d}" for d in range(dots - 1, -1, -1)]
    seen = [label for labels in inputs for label in labels]
    if arrow:
        return inputs, _output(right, ellipsis, seen)
    once = sorted(
        label
        for label in set(seen)
        if not label.startswith("~") and seen.count(label) == 1
    )
    return inputs, ellipsis + once


def _labels(term: str, ndim: int, number: int) -> Labels:
    before, dots, after = term.partition("...")
    for letter in before + after:
        if not (letter.isascii() and letter.isalpha()):
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {term.index(letter)} in "
                "the equation string, subscripts must be in [a-zA-Z]"
                if letter != "."
                else f"einsum(): found '.' for operand {number} that is not part of "
                "any ellipsis"
            )
    named = len(before) + len(after)
    if not dots:
        if named != ndim:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({named}) does "
                f"not match the number of dimensions ({ndim}) for operand {number} and "
                "no ellipsis was given"
                if named < ndim
                else f"einsum(): the number of subscripts in the equation ({named}) is "
                f"more than the number of dimensions ({ndim}) for operand {number}"
            )
        return list(term)
    if named > ndim:
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({named}) is more "
            f"than the number of dimensions ({ndim}) for operand {number}"
        )
    return [*before, *(f"~{d}" for d in range(ndim - named - 1, -1, -1)), *after]


def _output(right: str, ellipsis: Labels, seen: Labels) -> Labels:
    before, dots, after = right.partition("...")
    output = [*before, *(ellipsis if dots else []), *after]
    for label in output:
        if label == ".":
            raise RuntimeError(
                "einsum(): found '.' for output but an ellipsis (...) was already found"
            )
        if output.count(label) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {label} appears more than once in the "
                "output"
            )
        if label not in seen:
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation "
                "for any input operand"
            )
    return output


def _sizes(inputs: Sequence[Labels], operands: Sequence[Tensor]) -> dict[str, int]:
    """The size of each letter's dim; 1 gives way to any other size."""
    sizes: dict[str, int] = {}
    for number, (labels, operand) in enumerate(zip(inputs, operands, strict=True)):
        here: dict[str, int] = {}
        for label, size in zip(labels, operand.shape, strict=True):
            if here.setdefault(label, size) != size:
                raise RuntimeError(
                    f"einsum(): subscript {label} is repeated for operand {number} but "
                    f"the sizes don't match, {size} != {here[label]}"
                )
            known = sizes.get(label, 1)
            if known != size and 1 not in (known, size):
                name = label if not label.startswith("~") else "..."
                raise RuntimeError(
                    f"einsum(): subscript {name} has size {size} for operand {number} "
                    f"which does not broadcast with previously seen size {known}"
                )
            sizes[label] = size if known == 1 else known
    return sizes


def _diagonals(tensor: Tensor, labels: Labels) -> tuple[Tensor, Labels]:
    """A letter twice on one operand means its diagonal."""
    labels = list(labels)
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            tensor = tensor.diagonal(dim1=first, dim2=second)
            del labels[second], labels[first]
            labels.append(label)  # `diagonal` puts the new dim last
    return tensor, labels


def _contract(
    left: tuple[Tensor, Labels],
    right: tuple[Tensor, Labels],
    wanted: set[str],
    sizes: dict[str, int],
) -> tuple[Tensor, Labels]:
    """The product of two operands, summed over what nobody wants any more."""
    x, have_x = _without_lone(*left, right[1], wanted)
    y, have_y = _without_lone(*right, have_x, wanted)
    both = [label for label in have_x if label in have_y]
    batch = [label for label in both if label in wanted]
    inner = [label for label in both if label not in wanted]
    # A paired dim of size 1 is repeated: summing it first needs no copy of the other.
    for label in list(inner):
        i, j = have_x.index(label), have_y.index(label)
        if x.shape[i] != y.shape[j]:
            if x.shape[i] == 1:
                y = y.sum(j, keepdim=True)
            else:
                x = x.sum(i, keepdim=True)
    rows = [label for label in have_x if label not in both]
    columns = [label for label in have_y if label not in both]
    size_of = {label: x.shape[have_x.index(label)] for label in rows + inner}
    size_of |= {label: y.shape[have_y.index(label)] for label in columns}
    size_of |= {label: sizes[label] for label in batch}

    def count(labels: Labels) -> int:
        return math.prod(size_of[label] for label in labels)

    x = x.permute([have_x.index(label) for label in batch + rows + inner])
    y = y.permute([have_y.index(label) for label in batch + inner + columns])
    whole = [sizes[label] for label in batch]
    x = x.expand(whole + list(x.shape[len(batch) :]))
    y = y.expand(whole + list(y.shape[len(batch) :]))
    stack = (count(batch),) if batch else ()
    z = x.reshape(*stack, count(rows), count(inner)) @ y.reshape(
        *stack, count(inner), count(columns)
    )
    labels = batch + rows + columns
    return z.reshape([size_of[label] for label in labels]), labels


def _without_lone(
    tensor: Tensor, labels: Labels, others: Labels, wanted: set[str]
) -> tuple[Tensor, Labels]:
    """The operand summed over the letters that only it has."""
    lone = [
        d
        for d, label in enumerate(labels)
        if label not in others and label not in wanted
    ]
    if not lone:
        return tensor, labels
    return tensor.sum(lone), [label for d, label in enumerate(labels) if d not in lone]
