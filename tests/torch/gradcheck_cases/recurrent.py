"""Recurrent layers and cells of every kind, and packed sequences."""

from . import numbers


def cases(torch):
    from_rnn = torch.nn.utils.rnn

    def n(*shape):
        return numbers(torch, *shape)

    def module(kind, inputs, **options):
        """The module as a function of its input, its state and its parameters."""
        torch.manual_seed(0)
        made = getattr(torch.nn, kind)(2, 2, **options).double()
        names = [name for name, _ in made.named_parameters()]
        pair = kind.startswith("LSTM")

        def run(x, state, *parameters):
            for name, parameter in zip(names, parameters, strict=True):
                made._parameters[name] = parameter
            hx = (state, state * 0.5) if pair else state
            result = made(x, hx)
            if isinstance(result, tuple) and isinstance(result[1], tuple):
                return result[0], *result[1]
            return result

        return run, (*inputs, *(p.detach().requires_grad_() for p in made.parameters()))

    def packed(kind):
        run, (x, state, *parameters) = module(
            kind, (n(3, 2, 2), n(2, 2, 2)), bidirectional=True
        )

        def padded(x, state, *parameters):
            rows = from_rnn.pack_padded_sequence(x, [3, 2])
            y, *last = run(rows, state, *parameters)
            return from_rnn.pad_packed_sequence(y)[0], *last

        return padded, (x, state, *parameters)

    layers = {
        kind: module(kind, (n(2, 2, 2), n(1, 2, 2))) for kind in ("RNN", "LSTM", "GRU")
    }
    cells = {
        kind: module(kind, (n(2, 2), n(2, 2)))
        for kind in ("RNNCell", "LSTMCell", "GRUCell")
    }
    return {
        **layers,
        **cells,
        "relu": module("RNN", (n(2, 1, 2), n(1, 1, 2)), nonlinearity="relu"),
        "RNNCell of relu": module(
            "RNNCell", (n(1, 2), n(1, 2)), nonlinearity="relu", bias=False
        ),
        "GRU packed": packed("GRU"),
        "LSTM packed": packed("LSTM"),
    }
