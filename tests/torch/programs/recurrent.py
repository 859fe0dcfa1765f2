"""Recurrent layers, cells and packed sequences."""

from . import caught, names, warned


def numbers(torch, *shape):
    n = 1
    for size in shape:
        n *= size
    values = torch.arange(n, dtype=torch.float32)
    return ((values * 0.7 + 0.3).sin() * 2).reshape(shape).requires_grad_()


def gradients(torch, outputs, leaves):
    total = 0
    for y in outputs:
        weights = (torch.arange(y.numel(), dtype=y.dtype) * 1.7).cos()
        total = total + (y * weights.reshape(y.shape)).sum()
    return torch.autograd.grad(total, leaves)


def states(last):
    return list(last) if isinstance(last, tuple) else [last]


def _layer(torch, kind, **options):
    answers = []
    for hidden in (False, True):
        torch.manual_seed(2)
        layer = getattr(torch.nn, kind)(3, 2, **options)
        first = options.get("batch_first")
        x = numbers(torch, *((2, 4, 3) if first else (4, 2, 3)))
        leaves = [x, *layer.parameters()]
        state = None
        if hidden:
            count = options.get("num_layers", 1) * (1 + ("bidirectional" in options))
            state = numbers(torch, count, 2, 2)
            leaves.append(state)
            if kind == "LSTM":
                state = (state, state * 0.5)
        torch.manual_seed(3)
        y, last = layer(x, state)
        answers.append(
            [
                y.detach(),
                [s.detach() for s in states(last)],
                gradients(torch, [y, *states(last)], leaves),
            ]
        )
    answers.append([repr(layer), list(layer.state_dict()), names(y, *states(last))])
    return answers


def rnn(torch):
    return _layer(torch, "RNN")


def rnn_of_relu_without_bias(torch):
    return _layer(torch, "RNN", nonlinearity="relu", bias=False)


def lstm(torch):
    return _layer(torch, "LSTM")


def gru(torch):
    return _layer(torch, "GRU")


def two_layers_with_dropout(torch):
    return [
        _layer(torch, kind, num_layers=2, dropout=0.5)
        for kind in ("RNN", "LSTM", "GRU")
    ]


def two_directions(torch):
    return [
        _layer(torch, kind, num_layers=2, bidirectional=True)
        for kind in ("RNN", "LSTM", "GRU")
    ]


def batch_first(torch):
    return [
        _layer(torch, kind, batch_first=True)[:2] for kind in ("RNN", "LSTM", "GRU")
    ]


def one_sequence_without_batch(torch):
    answers = []
    for kind in ("RNN", "LSTM", "GRU"):
        torch.manual_seed(0)
        layer = getattr(torch.nn, kind)(3, 2, batch_first=True)
        y, last = layer(numbers(torch, 4, 3))
        answers += [y, *states(last)]
    return answers


def packed_sequences_through_layers(torch):
    from_rnn = torch.nn.utils.rnn
    answers = []
    for kind in ("RNN", "LSTM", "GRU"):
        torch.manual_seed(0)
        layer = getattr(torch.nn, kind)(3, 2, 2, bidirectional=True)
        x = numbers(torch, 4, 3, 3)
        packed = from_rnn.pack_padded_sequence(x, [2, 4, 1], enforce_sorted=False)
        y, last = layer(packed)
        padded, lengths = from_rnn.pad_packed_sequence(y)
        answers.append([padded, lengths, *(s.detach() for s in states(last))])
        leaves = [x, *layer.parameters()]
        answers.append(gradients(torch, [padded, *states(last)], leaves))
        answers.append(names(y.data))
    return answers


def cells(torch):
    answers = []
    for kind, options in (
        ("RNNCell", {}),
        ("RNNCell", {"nonlinearity": "relu", "bias": False}),
        ("LSTMCell", {}),
        ("LSTMCell", {"bias": False}),
        ("GRUCell", {}),
        ("GRUCell", {"bias": False}),
    ):
        torch.manual_seed(0)
        cell = getattr(torch.nn, kind)(3, 2, **options)
        x = numbers(torch, 3, 2, 3)
        state = None
        for step in x:
            state = cell(step, state)
        leaves = [x, *cell.parameters()]
        answers.append(
            [
                [s.detach() for s in states(state)],
                gradients(torch, states(state), leaves),
                repr(cell),
                list(cell.state_dict()),
                names(states(state)[0]),
            ]
        )
        one = cell(x[0, 0].detach())
        answers.append([s.detach() for s in states(one)])
    return answers


def cells_differentiated_twice(torch):
    answers = []
    for kind in ("RNNCell", "LSTMCell", "GRUCell"):
        torch.manual_seed(0)
        cell = getattr(torch.nn, kind)(3, 2)
        x = numbers(torch, 2, 3)
        y = states(cell(x))[-1]
        (gradient,) = torch.autograd.grad((y**2).sum(), x, create_graph=True)
        (gradient**2).sum().backward()
        answers.append([x.grad, [p.grad for p in cell.parameters()]])
    return answers


def wrong_layers(torch):
    nn = torch.nn
    return [
        caught(lambda: nn.LSTM(2, 3, num_layers=2, dropout=2)),
        caught(lambda: nn.LSTM(2, 0)),
        caught(lambda: nn.LSTM(2, 3.0)),
        caught(lambda: nn.LSTM(2, 3, num_layers=0)),
        caught(lambda: nn.RNN(2, 3, nonlinearity="x")),
        caught(lambda: nn.GRU(2, 3, proj_size=1)),
        caught(lambda: nn.LSTM(2, 3, proj_size=3)),
        caught(lambda: nn.LSTM(2, 3, proj_size=-1)),
        caught(lambda: nn.RNN(2, 3, foo=1)),
        caught(lambda: nn.RNN(2)),
        warned(lambda: nn.LSTM(2, 3, dropout=0.5)),
        repr(nn.RNN(2, 3, 1, "relu", False, True, 0.0, True)),
    ]


def wrong_inputs_of_layers(torch):
    o = torch.ones
    answers = []
    for kind in ("RNN", "LSTM", "GRU"):
        layer = getattr(torch.nn, kind)(2, 3)
        pair = kind == "LSTM"
        for x, *state in (
            (o(4, 5, 6),),
            (o(4, 5, 6, 7),),
            (o(4),),
            (o(4, 5, 2), o(1, 4, 3), o(1, 5, 3)),
            (o(4, 5, 2), o(1, 5, 3), o(1, 4, 3)),
            (o(4, 2), o(1, 5, 3), o(1, 3)),
            (o(4, 5, 2), o(1, 3), o(1, 5, 3)),
            (o(4, 5, 2).double(),),
            (o(0, 5, 2),),
            (o(4, 5, 2), (), ()),
        ):
            hx = (tuple(state) if pair else state[0]) if state else None
            answers.append(caught(lambda layer=layer, x=x, hx=hx: layer(x, hx)))
        answers.append(caught(lambda layer=layer: layer(o(4, 5, 2), (o(1, 5, 3),) * 2)))
        answers.append([list(layer(o(4, 0, 2))[0].shape)])
    return answers


def wrong_inputs_of_cells(torch):
    o = torch.ones
    answers = []
    for kind in ("RNNCell", "LSTMCell", "GRUCell"):
        cell = getattr(torch.nn, kind)(2, 3)
        pair = kind == "LSTMCell"
        for x, state in (
            (o(4, 5), None),
            (o(4, 5, 2), None),
            (o(4, 2), o(5, 3)),
            (o(4, 2), o(4, 2)),
            (o(2), o(1, 1, 3)),
            (o(2).double(), None),
        ):
            hx = (state, state) if pair and state is not None else state
            answers.append(caught(lambda cell=cell, x=x, hx=hx: cell(x, hx)))
        answers.append(caught(lambda cell=cell: cell(o(4, 2), (o(4, 3), o(4, 2)))))
    lstm = torch.nn.LSTMCell(2, 3)
    answers.append(caught(lambda: lstm(o(4, 2), o(4, 3))))
    answers.append(caught(lambda: lstm(o(1, 2), o(1, 3))))
    cell = torch.nn.RNNCell(2, 3, nonlinearity="x")
    answers.append(caught(lambda: cell(o(1, 2))))
    return answers


def padding_and_packing(torch):
    R = torch.nn.utils.rnn
    o = torch.ones
    x = torch.arange(12.0).view(4, 3, 1)
    packed = R.pack_padded_sequence(x, torch.tensor([2, 4, 1]), enforce_sorted=False)
    leaf = o(2, 3, requires_grad=True)
    tracked = R.pack_padded_sequence(leaf, [2, 2, 1])
    padded, lengths = R.pad_packed_sequence(tracked)
    (gradient,) = gradients(torch, [padded], [leaf])
    return [
        repr(packed),
        R.pad_packed_sequence(packed),
        R.pad_packed_sequence(packed, True, -1.0, 6),
        repr(R.pack_sequence([o(2), o(3)], False)),
        repr(R.pack_sequence([o(3, 2), o(1, 2)])),
        R.pad_sequence([o(3, 2), o(1, 2)], padding_value=9),
        R.pad_sequence([o(3, 2), o(1, 2)], True, padding_side="left"),
        R.pad_sequence((torch.tensor([1, 2]), torch.tensor([3]))),
        R.unpack_sequence(packed),
        R.unpad_sequence(x, torch.tensor([2, 4, 1])),
        str(packed.to(torch.float64).data.dtype),
        str(packed.double().data.dtype),
        packed.cpu() is packed,
        [packed.is_cuda, packed.is_pinned(), len(packed)],
        R.invert_permutation(torch.tensor([1, 2, 0])),
        repr(R.PackedSequence(o(2), torch.tensor([1, 1]))),
        names(R.pad_sequence([o(2, requires_grad=True), o(1)]), tracked.data, padded),
        names(R.pad_packed_sequence(tracked, True)[0]),
        [lengths, gradient],
    ]


def wrong_packing(torch):
    R = torch.nn.utils.rnn
    o = torch.ones
    x = torch.arange(12.0).view(4, 3, 1)
    packed = R.pack_padded_sequence(x, [4, 2, 1])
    return [
        caught(lambda: R.pack_padded_sequence(x, [2, 4, 1])),
        caught(lambda: R.pack_padded_sequence(x, [4, 2, 0])),
        caught(lambda: R.pack_padded_sequence(x, [4, 2])),
        caught(lambda: R.pack_padded_sequence(x, torch.tensor([[4, 2, 1]]))),
        caught(lambda: R.pad_packed_sequence(packed, total_length=2)),
        caught(lambda: R.pack_sequence([o(2), o(3)])),
        caught(lambda: R.pad_sequence([])),
        caught(lambda: R.pad_sequence(3)),
        caught(lambda: R.pad_sequence([o(3, 2), o(1, 3)])),
        caught(lambda: R.pad_sequence([o(2), o(1)], padding_side="x")),
        caught(lambda: R.pad_packed_sequence(o(2))),
    ]
