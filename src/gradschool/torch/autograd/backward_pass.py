"""The backward pass: from the youngest node to the oldest.

Node ids come from one clock, and a node is younger than all its inputs. So whoever runs
nodes in falling order of id has, at each node, all the gradients that will ever reach
it, without counting or sorting first:

    a = x * w     Mul 1         heap    3            pop 3: sends to 1 and 2
    b = a.exp()   Exp 2                 2 1          pop 2: sends to 1, added there
    y = a + b     Add 3                 1            pop 1: sends to the leaves x and w

The heap is rarely needed: along a chain one node waits, and the loop follows it.

All state is local. After a hook that raises, a backward inside a backward or Ctrl-C,
nothing has to be cleaned up, and the next pass is right.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._dtype import F32, torch_dtype, word
from .._errors import complex_gradient, explained
from .._typing import Array
from . import hooks as _hooks
from . import recording, versions
from .namespace import ARRAYS, TENSORS
from .node import FREED, AccumulateGrad, Grads, Node, Output, Twin
from .recording import NO_GRAD, RECORD, here, record1, saved_tensor, set_off, wrap
from .versions import bump

if TYPE_CHECKING:
    from .._tensor import Tensor

TWICE = (
    "Trying to backward through the graph a second time (or directly access saved "
    "tensors after they have already been freed). Saved intermediate values of the "
    "graph are freed when you call .backward() or autograd.grad(). Specify "
    "retain_graph=True if you need to backward through the graph a second time or if "
    "you need to access saved tensors after calling backward."
)

observer: Any = None
"""The ledger's ear: `deposited(leaf, gradient, first)` for each leaf that backward
fills, `started(roots)`, `cleared(leaf, new)` when `.grad` is set, `zeroed(optimizer)`,
`stepped(optimizer)`. None costs one comparison per leaf and nothing per op."""

getrefcount = sys.getrefcount
ndarray = np.ndarray


def run_backward(  # noqa: C901 - the one loop, read with its guide lines
    roots: Sequence[tuple[Node, Any]],
    retain: bool,
    create_graph: bool,
    captures: dict[Node, Any] | None = None,
    needed: set[Node] | None = None,
    accumulate: bool = False,
) -> None:
    """Sends gradients from the roots to the leaves.

    Args:
        roots: pairs of a node and the gradient that enters there.
        retain: keep what the nodes saved.
        create_graph: run on tensors, so that gradients have a graph.
        captures: for `autograd.grad`: the nodes whose gradients are wanted; filled in.
            Leaves are then left alone.
        needed: with `captures`: the nodes that lead to one of them.
        accumulate: with `captures`: fill `.grad` of the captured leaves instead.
    """
    xp: Any = TENSORS if create_graph else ARRAYS
    heap: list[tuple[int, Node]] = []
    waiting: dict[Node, Any] = {}
    leaves: dict[AccumulateGrad, Any] = {}
    n: Any
    following: Node | None = None
    grad: Any = None
    grads: Any
    uses = (
        count_leaf_uses([root for root, _ in roots], needed)
        if _hooks.order_visible
        else None
    )

    # The roots enter as if a node above had sent to them.
    for p, g in roots:
        if p.__class__ is AccumulateGrad:
            q = leaves.get(p)  # pyright: ignore[reportArgumentType] - class just tested
            leaves[p] = g if q is None else q + g  # pyright: ignore[reportArgumentType]
        elif p in waiting:
            waiting[p] = waiting[p] + g
        else:
            waiting[p] = g
            heappush(heap, (-p.id, p))

    while True:
        # Invariant: `following` and `waiting` hold every node that still has to run.
        if following is not None and (not heap or following.id > -heap[0][0]):
            n = following
        else:
            if following is not None:
                waiting[following] = grad
                heappush(heap, (-following.id, following))
            if not heap:
                break
            n = heappop(heap)[1]
            grad = waiting.pop(n)
        following = None

        if captures is not None:
            assert needed is not None
            if n not in needed and n not in captures:
                continue  # before its hooks: they must stay silent
        if n.hooks is not None:
            grad = before_node(n, grad, create_graph)
        if captures is not None:
            if n in captures:
                captures[n] = grad
            if n not in needed:  # pyright: ignore[reportOperatorIssue] - a set here
                continue

        saved = n.saved
        if not saved:
            grads = n.backward(xp, grad)
        else:
            if saved is FREED:
                raise explained(RuntimeError(TWICE), _twice_note(n))
            if n.id < versions.last_write:
                check_versions(n)
            if create_graph:
                grads = n.backward(xp, grad, *[saved_tensor(s, n) for s in saved])
            elif len(saved) == 2:
                x, y = saved
                grads = n.backward(xp, grad, x._array, y._array)
            elif len(saved) == 1:
                grads = n.backward(xp, grad, saved[0]._array)
            else:
                grads = n.backward(xp, grad, *[s._array for s in saved])
            if not retain:
                # Parents stay: `next_functions` answers after backward, as PyTorch's.
                n.saved = FREED
        if recording.anomaly:
            check_anomaly(n, grads)
        parents = n.parents
        if len(parents) == 1:
            grads = (grads,)
        if n.fit is not None:
            grads = refit(grads, n.fit, xp)
        if n.hooks is not None and n.hooks.post:
            grads = after_node(n, grads, grad, create_graph)

        for p, g in zip(parents, grads):  # noqa: B905 - strict= costs 0.1 us a node
            if p is None:
                continue
            if g is None:
                if uses is not None and p.__class__ is AccumulateGrad:
                    _count_down(p, uses, leaves, create_graph, captures, accumulate)
                continue
            if p.__class__ is AccumulateGrad:
                q = leaves.get(p)
                leaves[p] = g if q is None else q + g
                if uses is not None:
                    _count_down(p, uses, leaves, create_graph, captures, accumulate)
            elif p is following:
                grad = grad + g
            elif p in waiting:
                waiting[p] = waiting[p] + g
            elif following is None:
                following = p
                grad = g
            else:
                waiting[p] = g
                heappush(heap, (-p.id, p))

    # Drop our own references: `deliver` keeps an array that nobody else holds.
    grads = g = q = grad = x = y = None
    del roots
    for p in leaves:
        g = leaves[p]
        if captures is None or (accumulate and p in captures):
            deliver(p, g, create_graph)
        elif p in captures:
            captures[p] = _through_hooks(p, g, create_graph)


def _count_down(
    p: Any, uses: dict[Node, int], leaves: Any, create_graph: bool,
    captures: dict[Node, Any] | None, accumulate: bool,
) -> None:  # fmt: skip
    """A hook could tell when a leaf is filled: fill it with its last contribution."""
    uses[p] -= 1
    if uses[p] == 0 and p in leaves:
        g = leaves.pop(p)
        if captures is None or (accumulate and p in captures):
            deliver(p, g, create_graph)
        elif p in captures:
            captures[p] = _through_hooks(p, g, create_graph)


def refit(grads: Any, fit: Any, xp: Any) -> Any:
    """Sums broadcasting back and casts promotion back: the one place that does."""
    if len(fit) == 2:  # unrolled: a comprehension costs 0.2 us
        g, h = grads
        f, k = fit
        if f is not None and g is not None:
            g = xp.fit(g, f[0], f[1])
        if k is not None and h is not None:
            h = xp.fit(h, k[0], k[1])
        return g, h
    return [
        g if f is None or g is None else xp.fit(g, f[0], f[1])
        for g, f in zip(grads, fit, strict=True)
    ]


# ------------------------------------------------------------------ leaves


def _probe() -> int:
    # How many references a gradient has that only the pass holds: the dictionary, the
    # loop's variable, the argument, getrefcount's own. Python versions differ, so ask.
    def argument(p: Any, g: Any) -> int:
        return getrefcount(g)

    leaves = {0: np.zeros(2)}
    found = 0
    for p in leaves:
        g = leaves[p]
        found = argument(p, g)
    return found


_SOLE_OWNER = _probe()


def deliver(p: AccumulateGrad, g: Any, create_graph: bool) -> None:
    """Adds a gradient to a leaf's `.grad`."""
    leaf = p.ref()
    if leaf is None:
        return
    if leaf._array.dtype.kind == "c":
        raise complex_gradient()
    node_hooks = p.hooks
    if node_hooks is not None and node_hooks.tensor:
        # One name fewer for the array: a hook may return another.
        g = run_tensor_hooks(node_hooks.tensor, g, create_graph)
    held = leaf._grad
    if create_graph:
        if g.dtype is not leaf.dtype:
            g = g.to(leaf.dtype)
        leaf._grad = copied_gradient(g) if held is None else held + g
    else:
        wanted = leaf._array.dtype
        if held is None:
            if g.__class__ is not ndarray:
                g = np.array(g, wanted)
            elif g.dtype is not wanted:
                g = ARRAYS.cast(g, wanted)
            elif g.base is not None or getrefcount(g) > _SOLE_OWNER:
                # Somebody else can see this array: `x + y` sends one to both.
                g = g.copy()
            leaf._grad = t = recording.new(leaf_class)
            t._array = g
            t._node = t._share = t._view = t._grad = None
        else:
            a = versions.memory(held)
            np.add(a, g, a)
            bump(held)
    if observer is not None:
        observer.deposited(leaf, g, held is None)
    if node_hooks is not None and node_hooks.after:
        before = set_off(RECORD if create_graph else NO_GRAD)
        try:
            for hook in tuple(node_hooks.after.values()):
                hook(leaf)
        finally:
            set_off(before)


class CopyGradient(Node, name="CopyBackwards"):
    """y = a copy of a gradient that has a graph,   ∂x = ∂y"""

    __slots__ = ()

    def name(self) -> str:
        """PyTorch's name; unlike the others it is qualified."""
        return "torch::autograd::CopyBackwards"

    def backward(self, xp: Any, grad: Any) -> Any:
        return grad


def copied_gradient(g: Any) -> Any:
    """A gradient of the tensor reading as `.grad`: its own memory, its history kept."""
    return record1(CopyGradient, np.array(g._array), g._node)


leaf_class: Any = None  # the class of gradients, set by `_tensor`


def _through_hooks(p: AccumulateGrad, g: Any, create_graph: bool) -> Any:
    if p.hooks is not None and p.hooks.tensor:
        return run_tensor_hooks(p.hooks.tensor, g, create_graph)
    return g


def count_leaf_uses(roots: Sequence[Node], needed: set[Node] | None) -> dict[Node, int]:
    """How many edges of the graph below the roots end in each leaf."""
    uses: dict[Node, int] = {}
    seen: set[Node] = set()
    stack = list(roots)
    while stack:
        n = stack.pop()
        if n in seen or n.__class__ is AccumulateGrad:
            continue
        seen.add(n)
        if needed is not None and n not in needed:
            continue
        for p in n.parents:
            if p is None:
                continue
            if p.__class__ is AccumulateGrad:
                uses[p] = uses.get(p, 0) + 1
            else:
                stack.append(p)
    return uses


# ------------------------------------------------------------------ hooks


def as_tensor(g: Any, node: Node | None = None) -> Any:
    """A gradient of the array reading as a tensor for the user's hook."""
    if g is None or hasattr(g, "_node"):
        return g
    return wrap(np.asarray(g))


def run_tensor_hooks(
    functions: dict[int, Callable[..., Any]], g: Any, create_graph: bool
) -> Any:
    """Calls tensor hooks in order; each sees what the one before returned."""
    tensor = g if create_graph else as_tensor(g)
    before = set_off(RECORD if create_graph else NO_GRAD)
    try:
        # A tuple: a hook may remove itself while we go through them.
        for hook in tuple(functions.values()):
            replaced = hook(tensor)
            if replaced is not None:
                if not hasattr(replaced, "_array"):
                    raise TypeError(
                        "expected Variable, but hook returned "
                        f"'{type(replaced).__name__}'"
                    )
                tensor = replaced
    finally:
        set_off(before)
    return tensor if create_graph else tensor._array


def before_node(n: Node, grad: Any, create_graph: bool) -> Any:
    """Tensor hooks, `retain_grad`, pre-hooks, in this order."""
    h = n.hooks
    assert h is not None
    if h.tensor:
        grad = run_tensor_hooks(h.tensor, grad, create_graph)
    for ref in h.retain:
        tensor = ref()
        if tensor is None:
            continue
        held = tensor._grad
        if create_graph:
            tensor._grad = grad if held is None else held + grad
        elif held is None:
            tensor._grad = wrap(np.array(grad))
        else:
            a = versions.memory(held)
            np.add(a, grad, a)
            bump(held)
    if h.pre:
        outputs = _output_gradients(n, grad, create_graph)
        before = set_off(RECORD if create_graph else NO_GRAD)
        try:
            for hook in tuple(h.pre.values()):
                replaced = hook(outputs)
                if replaced is not None:
                    outputs = _as_tuple(replaced)
        finally:
            set_off(before)
        grad = _from_outputs(n, outputs, grad, create_graph)
    return grad


def _as_tuple(replaced: Any) -> tuple[Any, ...]:
    if isinstance(replaced, tuple):
        return cast("tuple[Any, ...]", replaced)
    return (replaced,)


def _output_gradients(n: Node, grad: Any, create_graph: bool) -> tuple[Any, ...]:
    if grad.__class__ is Grads:
        count = max(grad, default=-1) + 1
        return tuple(as_tensor(grad.get(i)) for i in range(count))
    return (grad if create_graph else as_tensor(grad),)


def _from_outputs(n: Node, outputs: Any, grad: Any, create_graph: bool) -> Any:
    def back(t: Any) -> Any:
        return t if create_graph else t._array

    if grad.__class__ is Grads:
        return Grads({i: back(t) for i, t in enumerate(outputs) if t is not None})
    return back(outputs[0])


def after_node(n: Node, grads: Any, grad: Any, create_graph: bool) -> Any:
    """The node's post-hooks: they see, and may replace, the inputs' gradients."""
    assert n.hooks is not None
    inputs = tuple(g if create_graph else as_tensor(g) for g in grads)
    outputs = _output_gradients(n, grad, create_graph)
    before = set_off(RECORD if create_graph else NO_GRAD)
    try:
        for hook in tuple(n.hooks.post.values()):
            replaced = hook(inputs, outputs)
            if replaced is not None:
                inputs = _as_tuple(replaced)
    finally:
        set_off(before)
    if create_graph:
        return inputs
    return tuple(None if t is None else t._array for t in inputs)


# ------------------------------------------------------------------ versions


def _twice_note(n: Node) -> str:
    return (
        f"The graph was freed by an earlier backward() that went through this "
        f"{n.name()}. Either compute the loss again, call backward() once on the sum "
        "of the losses, or keep the graph with backward(retain_graph=True)."
    )


def check_versions(n: Node) -> None:
    """Refuses to run a node on saved values that were overwritten since."""
    for s in n.saved:
        share = getattr(s, "_share", None)
        if share is not None and share.last > n.id:
            raise explained(_overwritten(n, s, share), _overwritten_note(n, s))


def _overwritten(n: Node, s: Any, share: Any) -> RuntimeError:
    array = s._array
    kind = f"torch.{word(torch_dtype(array.dtype))}Tensor"
    sizes = ", ".join(map(str, array.shape))
    which = ""
    if s.__class__ is Twin:
        which = f", which is output {s.index or 0} of {_short(n)},"
    elif s._node is not None and s._node.__class__ is not AccumulateGrad:
        maker = s._node
        index = maker.index if maker.__class__ is Output else 0
        maker = maker.main if maker.__class__ is Output else maker
        which = f", which is output {index} of {_short(maker)},"
    expected = share.version_at(n.id)
    hint = (
        "Hint: enable anomaly detection to find the operation that failed to compute "
        "its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )
    if recording.anomaly:
        hint = (
            "Hint: the backtrace further above shows the operation that failed to "
            "compute its gradient. The variable in question was changed in there or "
            "anywhere later. Good luck!"
        )
        _warn_anomaly(n)
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an "
        f"inplace operation: [{kind} [{sizes}]]{which} is at version {share.version}; "
        f"expected version {expected} instead. {hint}"
    )


def _short(n: Node) -> str:
    return n.name().removesuffix("0").removesuffix("Backward")


def _overwritten_note(n: Node, s: Any) -> str:
    what = "its own result" if s.__class__ is Twin else "one of its inputs"
    return (
        f"{n.name()} needs {what} as it was in forward, but an in-place operation "
        "(such as add_, relu_, x[i] = ...) wrote over it. Use the operation that makes "
        "a new tensor, or clone() first."
    )


# ------------------------------------------------------------------ anomaly mode


def check_anomaly(n: Node, grads: Any) -> None:
    """Anomaly mode: no node may turn its gradient into NaN."""
    if not recording.anomaly_checks_nan:
        return
    many = isinstance(grads, tuple | list)
    listed = cast("Sequence[Any]", grads if many else (grads,))
    for index, g in enumerate(listed):
        if g is None or g.__class__ is Grads:
            continue
        array = g._array if hasattr(g, "_node") else g
        if np.isnan(array).any():
            _warn_anomaly(n)
            raise RuntimeError(
                f"Function '{n.name()}' returned nan values in its {index}th output."
            )


def _warn_anomaly(n: Node) -> None:
    where = n.hooks.where if n.hooks is not None else None
    if where is None:
        text = (
            f"Error detected in {n.name()}. No forward pass information available. "
            "Enable detect anomaly during forward pass for more information."
        )
    else:
        text = (
            f"Error detected in {n.name()}. Traceback of forward call that caused the "
            f"error:\n{where}"
        )
    warnings.warn(text, stacklevel=2)


# ------------------------------------------------------------------ entry points


def backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Sequence[Tensor] | None = None,
) -> None:
    """Computes the gradient of this tensor with respect to the graph's leaves.

    Gradients are **added** to the leaves' `.grad`; clear them before the next step.

    Args:
        self: the loss, or any tensor.
        gradient: the gradient with respect to this tensor; may be left out for a
            tensor of one element.
        retain_graph: keep the graph for another backward; as `create_graph` by default.
        create_graph: give the gradients a graph, for derivatives of higher order.
        inputs: fill `.grad` of these only.

    Raises:
        RuntimeError: nothing requires a gradient; several elements and no `gradient`;
            the graph was freed; a saved value was overwritten.
    """
    if (
        gradient is None
        and inputs is None
        and not create_graph
        and self._array.__class__ is np.float32  # pyright: ignore[reportUnnecessaryComparison] - `Array` is NumPy's scalars too
        and self._node is not None
    ):
        # The common call, without the handling of arguments (1.1 us).
        if observer is not None:
            observer.started((self,))
        run_backward(((self._node, _ONE),), bool(retain_graph), False)
        return
    backward_all((self,), gradient, retain_graph, create_graph, inputs=inputs)


_ONE = np.float32(1)


def _listed(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    return (value,) if hasattr(value, "_array") else tuple(value)


def start_gradients(
    tensors: Sequence[Tensor],
    given: Sequence[Tensor | None],
    create_graph: bool,
) -> list[tuple[Node, Any]]:
    """The roots of a pass: each tensor's node with the gradient that enters there."""
    roots: list[tuple[Node, Any]] = []
    for index, (t, g) in enumerate(zip(tensors, given, strict=True)):
        x = t._array
        node = t._node
        if g is None:
            if node is not None and x.size != 1:
                raise explained(
                    RuntimeError(
                        "grad can be implicitly created only for scalar outputs"
                    ),
                    f"This tensor has shape {list(x.shape)}. Reduce it to one number "
                    "first (.sum() or .mean()), or pass backward(gradient=...) of the "
                    "same shape.",
                )
            if node is not None and x.dtype.kind == "c":
                raise RuntimeError(
                    "grad can be implicitly created only for real scalar outputs but "
                    f"got {torch_dtype(x.dtype)!r}"
                )
            z: Any = (
                _ONE if x.dtype is F32 and not x.shape else np.ones(x.shape, x.dtype)
            )
            g_value = wrap(z) if create_graph else z
        else:
            if not hasattr(g, "_array"):
                raise TypeError(
                    "gradients can be either Tensors or None, but got "
                    f"{type(g).__name__}"
                )
            if g._array.shape != x.shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{index}] has a shape of "
                    f"{g.shape!r} and output[{index}] has a shape of {t.shape!r}."
                )
            g_value = g if create_graph else g._array
        if node is None:
            raise explained(
                RuntimeError(
                    f"element {index} of tensors does not require grad and does not "
                    "have a grad_fn"
                ),
                "No input of this computation has requires_grad=True, or it ran under "
                "no_grad(), or a detach(), item() or numpy() cut the graph on the way.",
            )
        roots.append((node, g_value))
    return roots


def backward_all(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Computes the sum of gradients of the tensors with respect to the graph's leaves.

    `torch.autograd.backward`; see `Tensor.backward` for the arguments.
    """
    if grad_variables is not None:
        warnings.warn(
            "`grad_variables` is deprecated. Use `grad_tensors` instead.",
            FutureWarning,
            stacklevel=2,
        )
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both "
                "passed to `backward()`. Please only use `grad_tensors`."
            )
        grad_tensors = grad_variables
    listed = _listed(tensors)
    given = _listed(grad_tensors) if grad_tensors is not None else (None,) * len(listed)
    for g in given:
        if g is not None and not hasattr(g, "_array"):
            raise TypeError(
                f"gradients can be either Tensors or None, but got {type(g).__name__}"
            )
    if len(given) != len(listed):
        raise RuntimeError(f"got {len(listed)} tensors and {len(given)} gradients")
    if observer is not None:
        observer.started(listed)
    roots = start_gradients(listed, given, create_graph)
    retain = create_graph if retain_graph is None else bool(retain_graph)
    before = set_off(RECORD) if create_graph else here.off
    try:
        if inputs is None:
            run_backward(roots, retain, create_graph)
            return
        wanted = _listed(inputs)
        if not wanted:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
        _backward_into(wanted, roots, retain, create_graph)
    finally:
        if create_graph:
            set_off(before)


def _backward_into(
    wanted: Sequence[Tensor], roots: Any, retain: bool, create_graph: bool
) -> None:
    captures: dict[Node, Any] = {}
    for i, t in enumerate(wanted):
        if t._node is None:
            raise RuntimeError(
                f"One of the differentiated Tensors does not require grad at index {i}"
                if len(wanted) > 1
                else "One of the differentiated Tensors does not require grad"
            )
        captures[t._node] = None
    needed = reaching([root for root, _ in roots], captures)
    run_backward(roots, retain, create_graph, captures, needed, accumulate=True)
    for t in wanted:
        node = t._node
        g = captures[node]  # pyright: ignore[reportArgumentType] - not None, see above
        if node.__class__ is AccumulateGrad or g is None:
            continue
        held = t._grad
        made = g if create_graph else wrap(np.array(g))
        t._grad = made if held is None else held + made


def reaching(roots: Sequence[Node], targets: dict[Node, Any]) -> set[Node]:
    """The nodes below the roots that lead to a target; a loop, as graphs are deep."""
    needed: set[Node] = set()
    seen: set[Node] = set()
    stack: list[tuple[Node, bool]] = [(root, False) for root in roots]
    while stack:
        n, parents_done = stack.pop()
        if parents_done:
            if any(p is not None and (p in targets or p in needed) for p in n.parents):
                needed.add(n)
            continue
        if n in seen:
            continue
        seen.add(n)
        stack.append((n, True))
        stack.extend((p, False) for p in n.parents if p is not None and p not in seen)
    return needed


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """The sum of gradients of the outputs with respect to the inputs, returned.

    No leaf's `.grad` is touched.

    Args:
        outputs: tensors to differentiate.
        inputs: tensors, leaves or not, to differentiate with respect to.
        grad_outputs: one gradient per output; None for a tensor of one element.
        retain_graph: keep the graph; as `create_graph` by default.
        create_graph: give the results a graph.
        only_inputs: must stay True; `backward` fills the leaves.
        allow_unused: answer None for an input that no output depends on.
        is_grads_batched: not in this engine.
        materialize_grads: answer zeros instead of None.

    Raises:
        RuntimeError: an input requires no gradient, or no output depends on it.
    """
    if not only_inputs:
        warnings.warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). "
            "To accumulate gradient for other parts of the graph, please use "
            "torch.autograd.backward.",
            FutureWarning,
            stacklevel=2,
        )
    if is_grads_batched:
        raise NotImplementedError(
            "autograd.grad(is_grads_batched=True) is in PyTorch but not in "
            "Gradschool's engine; nearest: a loop over grad_outputs"
        )
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when "
            "materialize_grads=True, but got: allow_unused=False."
        )
    if allow_unused is None:
        allow_unused = materialize_grads
    listed, wanted = _listed(outputs), _listed(inputs)
    given = _listed(grad_outputs) if grad_outputs is not None else (None,) * len(listed)
    if len(given) != len(listed):
        raise RuntimeError(f"got {len(listed)} tensors and {len(given)} gradients")
    if not wanted:
        raise ValueError("grad requires non-empty inputs.")
    roots = start_gradients(listed, given, create_graph)
    captures: dict[Node, Any] = {}
    for t in wanted:
        if t._node is None:
            raise RuntimeError(
                "One of the differentiated Tensors does not require grad"
            )
        if t._array.dtype.kind == "c":
            raise complex_gradient()
        captures[t._node] = None
    retain = create_graph if retain_graph is None else bool(retain_graph)
    needed = reaching([root for root, _ in roots], captures)
    before = set_off(RECORD) if create_graph else here.off
    try:
        run_backward(roots, retain, create_graph, captures, needed)
    finally:
        if create_graph:
            set_off(before)
    results: list[Any] = []
    for index, t in enumerate(wanted):
        g = captures[t._node]
        if g is None and not (allow_unused or materialize_grads):
            raise RuntimeError(
                f"The differentiated Tensor at index {index} appears to not have been "
                "used in the graph. Set allow_unused=True if this is the desired "
                "behavior."
            )
        results.append(_handed_out(g, t, create_graph, materialize_grads))
    return tuple(results)


def _handed_out(g: Any, t: Any, is_tensor: bool, materialize: bool) -> Any:
    """A gradient with respect to `t` as a tensor; None where nothing depends on it."""
    x: Array = t._array
    if g is None:
        return wrap(np.zeros(x.shape, x.dtype)) if materialize else None
    # As in PyTorch it is not copied: the gradient of a sum is an expanded view.
    return g if is_tensor else wrap(ARRAYS.cast(g, x.dtype))
