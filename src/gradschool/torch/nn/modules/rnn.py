"""Recurrent layers over whole sequences, and single steps of them (cells)."""

from __future__ import annotations

import math
import warnings
from typing import Any

from ..._errors import not_here
from ..._tensor import Tensor
from ...creation import empty, zeros
from ...ops.dropout import dropout
from ...ops.joining import cat, stack
from ...ops.recurrent import GRU as GRU_STEP
from ...ops.recurrent import LSTM as LSTM_STEP
from ...ops.recurrent import Relu, Tanh, cell, recurrent
from .. import init
from ..parameter import Parameter
from ..utils.rnn import PackedSequence
from .module import Module

_KINDS: dict[str, Any] = {
    "RNN_TANH": Tanh,
    "RNN_RELU": Relu,
    "LSTM": LSTM_STEP,
    "GRU": GRU_STEP,
}


class RNNBase(Module):
    """What `RNN`, `LSTM` and `GRU` share: layers, directions, packed sequences.

    Args:
        mode: "RNN_TANH", "RNN_RELU", "LSTM" or "GRU".
        input_size: D, the size of each step's input.
        hidden_size: H, the size of the state.
        num_layers: how many layers, each reading the output of the one below.
        bias: whether b and d are there.
        batch_first: whether input and output are (N, T, *).
        dropout: the probability of a zero between layers while training.
        bidirectional: whether a second direction reads from the end.
        proj_size: not here.
        device: only the CPU.
        dtype: of the parameters.
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        _check_options(mode, hidden_size, num_layers, dropout, proj_size)
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        rows = _KINDS[mode].gates * hidden_size
        self._names: list[list[str]] = []
        for layer in range(num_layers):
            size = input_size if layer == 0 else hidden_size * self._directions
            for direction in range(self._directions):
                tail = f"_l{layer}" + ("_reverse" if direction else "")
                shapes: dict[str, Any] = {
                    f"weight_ih{tail}": (rows, size),
                    f"weight_hh{tail}": (rows, hidden_size),
                }
                if bias:
                    shapes |= {f"bias_ih{tail}": (rows,), f"bias_hh{tail}": (rows,)}
                for name, shape in shapes.items():
                    parameter = Parameter(empty(shape, device=device, dtype=dtype))
                    self.register_parameter(name, parameter)
                self._names.append(list(shapes))
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    def reset_parameters(self) -> None:
        """Draws all parameters anew, uniform in ±1/√H."""
        bound = 1 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def flatten_parameters(self) -> None:
        """Nothing: only a GPU wants the parameters side by side."""

    @property
    def _flat_weights_names(self) -> list[str]:
        return [name for names in self._names for name in names]

    @property
    def _flat_weights(self) -> list[Any]:
        return [getattr(self, name) for name in self._flat_weights_names]

    @property
    def all_weights(self) -> list[list[Any]]:
        """The parameters of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._names]

    def extra_repr(self) -> str:
        """Sizes, and the options that are not the usual ones."""
        text = f"{self.input_size}, {self.hidden_size}"
        for name, usual in (
            ("num_layers", 1),
            ("bias", True),
            ("batch_first", False),
            ("dropout", 0.0),
            ("bidirectional", False),
        ):
            if (value := getattr(self, name)) != usual:
                text += f", {name}={value}"
        return text

    def forward(self, input: Any, hx: Any = None) -> Any:
        """(output of every step, last state of every layer and direction)."""
        packed = isinstance(input, PackedSequence)
        order = back = None
        single = False
        if packed:
            data, steps, order, back = input
            sizes: list[int] = steps.tolist()
        else:
            data = input
            self._check_dims(data, hx)
            single = data.dim() == 2
            if single:
                data = data.unsqueeze(1)
                hx = self._with_batch(hx)
            elif self.batch_first:
                data = data.transpose(0, 1)
            sizes = [data.size(1)] * data.size(0)
        self._check_input(data, sizes)
        shape = (self.num_layers * self._directions, sizes[0], self.hidden_size)
        if hx is None:
            state = tuple(zeros(shape, dtype=data.dtype) for _ in range(self._states))
        else:
            state = hx if self.mode == "LSTM" else (hx,)
            if order is not None:
                state = tuple(s.index_select(1, order) for s in state)
            self._check_state(state, shape)
        output, last = self._through_layers(data, state, sizes)
        if back is not None:
            last = tuple(s.index_select(1, back) for s in last)
        if packed:
            output = PackedSequence(output, input.batch_sizes, order, back)
        elif single:
            output = output.squeeze(1)
            last = tuple(s.squeeze(1) for s in last)
        elif self.batch_first:
            output = output.transpose(0, 1)
        return output, last if self.mode == "LSTM" else last[0]

    @property
    def _states(self) -> int:
        return _KINDS[self.mode].states

    def _with_batch(self, hx: Any) -> Any:
        if hx is None or self.mode != "LSTM":
            return hx if hx is None else hx.unsqueeze(1)
        return tuple(s.unsqueeze(1) for s in hx)

    def _through_layers(
        self, data: Any, state: Any, sizes: list[int]
    ) -> tuple[Any, tuple[Any, ...]]:
        """The top layer's output, and the last states of all layers, stacked."""
        kind = _KINDS[self.mode]
        lasts: list[list[Any]] = []
        for layer in range(self.num_layers):
            outputs: list[Any] = []
            for direction in range(self._directions):
                number = layer * self._directions + direction
                weights = [getattr(self, name) for name in self._names[number]]
                if not self.bias:
                    weights += [None, None]
                output, last = recurrent(
                    kind,
                    data,
                    [s[number] for s in state],
                    weights,
                    sizes,
                    reverse=direction == 1,
                )
                outputs.append(output)
                lasts.append(last)
            data = outputs[0] if len(outputs) == 1 else cat(outputs, -1)
            if self.dropout and layer < self.num_layers - 1:
                data = dropout(data, self.dropout, self.training)
        return data, tuple(stack(one) for one in zip(*lasts, strict=True))

    def _check_dims(self, input: Any, hx: Any) -> None:
        dims = input.dim()
        if dims not in (2, 3):
            tail = " tensor" if self.mode.startswith("RNN") else ""
            raise ValueError(
                f"{self._get_name()}: Expected input to be 2D or 3D, got {dims}D"
                f"{tail} instead"
            )
        if hx is None:
            return
        kind = "unbatched" if dims == 2 else "batched"
        if self.mode == "LSTM":
            have = (hx[0].dim(), hx[1].dim())
            if have != (dims, dims):
                raise RuntimeError(
                    f"For {kind} {dims}-D input, hx and cx should also be {dims}-D but "
                    f"got ({have[0]}-D, {have[1]}-D) tensors"
                )
        elif hx.dim() != dims:
            raise RuntimeError(
                f"For {kind} {dims}-D input, hx should also be {dims}-D but got "
                f"{hx.dim()}-D tensor"
            )

    def _check_input(self, data: Any, sizes: list[int]) -> None:
        weight = getattr(self, self._names[0][0])
        if data.dtype != weight.dtype:
            raise ValueError(
                f"RNN input dtype ({data.dtype}) does not match weight dtype "
                f"({weight.dtype}). Convert input: input.to({weight.dtype}), or "
                f"convert model: model.to({data.dtype})"
            )
        if data.size(-1) != self.input_size:
            raise RuntimeError(
                "input.size(-1) must be equal to input_size. Expected "
                f"{self.input_size}, got {data.size(-1)}"
            )
        if not sizes:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")

    def _check_state(self, state: Any, shape: tuple[int, ...]) -> None:
        for number, s in enumerate(state):
            if tuple(s.shape) != shape:
                name = f"hidden[{number}]" if self.mode == "LSTM" else "hidden"
                raise RuntimeError(f"Expected {name} size {shape}, got {list(s.shape)}")


def _check_options(
    mode: str, hidden_size: Any, num_layers: int, dropout: Any, proj_size: int
) -> None:
    number = isinstance(dropout, int | float) and not isinstance(dropout, bool)
    if not number or not 0 <= dropout <= 1:
        raise ValueError(
            "dropout should be a number in range [0, 1] representing the probability "
            "of an element being zeroed"
        )
    if dropout and num_layers == 1:
        warnings.warn(
            "dropout option adds dropout after all but last recurrent layer, so "
            "non-zero dropout expects num_layers greater than 1, but got "
            f"dropout={dropout} and num_layers={num_layers}",
            stacklevel=4,
        )
    if not isinstance(hidden_size, int):
        raise TypeError(
            f"hidden_size should be of type int, got: {type(hidden_size).__name__}"
        )
    if hidden_size <= 0:
        raise ValueError("hidden_size must be greater than zero")
    if num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if proj_size < 0:
        raise ValueError(
            "proj_size should be a positive integer or zero to disable projections"
        )
    if proj_size >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")
    if proj_size and mode == "LSTM":
        raise not_here("nn.LSTM's proj_size", "nn.Linear on the output")


class RNN(RNNBase):
    """hₜ = tanh(W·xₜ + b + U·hₜ₋₁ + d) for every step t.

    Args:
        *args: input_size, hidden_size, num_layers, nonlinearity, then as `RNNBase`.
        **kwargs: the same by name; nonlinearity is "tanh" or "relu".

    Shape:
        input (T, N, D) or (T, D), state (layers·directions, N, H) ->
        output (T, N, directions·H), state as given.

    Example:
        >>> from gradschool import torch
        >>> output, state = torch.nn.RNN(2, 3)(torch.ones(5, 4, 2))
        >>> output.shape, state.shape
        (torch.Size([5, 4, 3]), torch.Size([1, 4, 3]))

    Source:
        Elman, "Finding structure in time" (1990).
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError(
                "proj_size argument is only supported for LSTM, not RNN or GRU"
            )
        if len(args) > 3:
            nonlinearity = args[3]
            args = args[:3] + args[4:]
        else:
            nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'."
            )
        super().__init__(f"RNN_{nonlinearity.upper()}", *args, **kwargs)
        self.nonlinearity = nonlinearity


class LSTM(RNNBase):
    """Long short-term memory: a state c that gates write to, keep and read.

    Args:
        *args: input_size, hidden_size, num_layers, then as `RNNBase`.
        **kwargs: the same by name.

    Shape:
        input (T, N, D) or (T, D), state (h, c), each (layers·directions, N, H) ->
        output (T, N, directions·H), (h, c) as given.

    Source:
        Hochreiter and Schmidhuber, "Long short-term memory" (1997).
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """Gated recurrent unit: a gate mixes the old state and a new one.

    Args:
        *args: input_size, hidden_size, num_layers, then as `RNNBase`.
        **kwargs: the same by name.

    Shape:
        input (T, N, D) or (T, D), state (layers·directions, N, H) ->
        output (T, N, directions·H), state as given.

    Source:
        Cho et al., "Learning phrase representations using RNN encoder-decoder" (2014).
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError(
                "proj_size argument is only supported for LSTM, not RNN or GRU"
            )
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """What the cells share: four parameters.

    Args:
        input_size: D.
        hidden_size: H.
        bias: whether b and d are there.
        num_chunks: how many gates.
        device: only the CPU.
        dtype: of the parameters.
    """

    nonlinearity = "tanh"
    weight_ih: Tensor
    weight_hh: Tensor
    bias_ih: Any
    bias_hh: Any

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        for name, shape in (
            ("weight_ih", (rows, input_size)),
            ("weight_hh", (rows, hidden_size)),
            ("bias_ih", (rows,)),
            ("bias_hh", (rows,)),
        ):
            wanted = bias or name.startswith("weight")
            self.register_parameter(
                name,
                Parameter(empty(shape, device=device, dtype=dtype)) if wanted else None,
            )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws all parameters anew, uniform in ±1/√H."""
        bound = 1 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        """Sizes, and the options that are not the usual ones."""
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if self.nonlinearity != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text

    def _check_dims(self, tensor: Any, what: str) -> None:
        if tensor.dim() not in (1, 2):
            raise ValueError(
                f"{self._get_name()}: Expected {what} to be 1D or 2D, got "
                f"{tensor.dim()}D instead"
            )

    def _step(self, kind: Any, input: Any, state: Any) -> list[Any]:
        """The state after one step, of a batch or of one vector."""
        weights = (self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if state is None:
            shape = (*input.shape[:-1], self.hidden_size)
            state = [zeros(shape, dtype=input.dtype)] * kind.states
        if input.dim() == 2:
            return cell(kind, input, state, weights)
        rows = [s.unsqueeze(0) if s.dim() == 1 else s for s in state]
        after: list[Any] = cell(kind, input.unsqueeze(0), rows, weights)
        return [s.squeeze(0) for s in after]


class RNNCell(RNNCellBase):
    """One step: h′ = tanh(W·x + b + U·h + d).

    Args:
        input_size: D.
        hidden_size: H.
        bias: whether b and d are there.
        nonlinearity: "tanh" or "relu".
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        input (N, D) or (D,), state (N, H) or (H,) -> state.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Any, hx: Any = None) -> Any:
        """The state after the step."""
        self._check_dims(input, "input")
        if hx is not None:
            self._check_dims(hx, "hidden")
        kind = _KINDS.get(f"RNN_{self.nonlinearity.upper()}")
        if kind is None:
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step(kind, input, None if hx is None else (hx,))[0]


class LSTMCell(RNNCellBase):
    """One step of an `LSTM`: (h, c) from x and (h, c).

    Args:
        input_size: D.
        hidden_size: H.
        bias: whether b and d are there.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        input (N, D) or (D,), state of two (N, H) or (H,) -> state.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Any, hx: Any = None) -> tuple[Any, Any]:
        """The state after the step."""
        self._check_dims(input, "input")
        if hx is not None:
            for index, state in enumerate(hx):
                self._check_dims(state, f"hx[{index}]")
            if isinstance(hx, Tensor) and input.dim() == 1:
                hx = (hx[0], hx[1])
            elif isinstance(hx, Tensor):
                raise TypeError(
                    "lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, "
                    "not Tensor"
                )
        h, c = self._step(LSTM_STEP, input, hx)
        return h, c


class GRUCell(RNNCellBase):
    """One step of a `GRU`: h from x and h.

    Args:
        input_size: D.
        hidden_size: H.
        bias: whether b and d are there.
        device: only the CPU.
        dtype: of the parameters.

    Shape:
        input (N, D) or (D,), state (N, H) or (H,) -> state.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Any, hx: Any = None) -> Any:
        """The state after the step."""
        self._check_dims(input, "input")
        if hx is not None:
            self._check_dims(hx, "hidden")
        return self._step(GRU_STEP, input, None if hx is None else (hx,))[0]
