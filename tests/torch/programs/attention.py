"""Attention and the transformer."""

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
    return torch.autograd.grad(total, leaves, allow_unused=True)


def attend(torch):
    F = torch.nn.functional
    bools = torch.tensor([[True, False, True], [False, False, False]])
    answers = []
    for batch in ((2, 2), (2,), ()):
        for options in (
            {},
            {"is_causal": True},
            {"scale": 0.3},
            {"attn_mask": bools},
            {"attn_mask": numbers(torch, 2, 3).detach()},
        ):
            q = numbers(torch, *batch, 2, 4)
            k = (numbers(torch, *batch, 3, 4) * 0.5).detach().requires_grad_()
            v = (numbers(torch, *batch, 3, 4) + 1).detach().requires_grad_()
            y = F.scaled_dot_product_attention(q, k, v, **options)
            answers.append([y, *gradients(torch, [y], [q, k, v])])
    return answers


def attend_with_a_mask_that_learns(torch):
    F = torch.nn.functional
    q, mask = numbers(torch, 2, 2, 3, 4), numbers(torch, 3, 3)
    y = F.scaled_dot_product_attention(q, q, q, mask)
    return [y, *gradients(torch, [y], [q, mask])]


def attend_with_shared_heads(torch):
    F = torch.nn.functional
    q, k = numbers(torch, 2, 4, 3, 4), numbers(torch, 2, 2, 3, 4)
    y = F.scaled_dot_product_attention(q, k, k, enable_gqa=True)
    one = numbers(torch, 2, 1, 3, 4)
    z = F.scaled_dot_product_attention(q, one, one)
    return [
        y.detach(),
        *gradients(torch, [y], [q, k]),
        z,
        *gradients(torch, [z], [q, one]),
    ]


def attend_with_dropout(torch):
    F = torch.nn.functional
    q = numbers(torch, 2, 2, 3, 4)
    torch.manual_seed(5)
    y = F.scaled_dot_product_attention(q, q, q, dropout_p=0.5)
    return [y, *gradients(torch, [y], [q])]


def attend_differentiated_twice(torch):
    F = torch.nn.functional
    q = numbers(torch, 2, 3, 4)
    mask = torch.ones(3, 3, dtype=torch.bool).tril()
    y = F.scaled_dot_product_attention(q, q * 0.5, q + 1, mask)
    (gradient,) = torch.autograd.grad((y**2).sum(), q, create_graph=True)
    (gradient**2).sum().backward()
    return q.grad


def wrong_attention(torch):
    attend = torch.nn.functional.scaled_dot_product_attention
    o = torch.ones
    x = o(2, 2, 3, 4)
    return [
        caught(lambda: attend(o(4), o(4), o(4))),
        caught(lambda: attend(x, o(2, 2, 3, 5), x)),
        caught(lambda: attend(x, x.double(), x)),
        caught(lambda: attend(x, x, x, o(3, 3).int())),
        caught(lambda: attend(x, x, x, o(3, 2))),
        caught(lambda: attend(x, x, x, dropout_p=2.0)),
        caught(lambda: attend(o(2, 3, 3, 4), x, x, enable_gqa=True)),
    ]


def heads(torch):
    answers = []
    for options in (
        {},
        {"batch_first": True},
        {"kdim": 3, "vdim": 5, "add_bias_kv": True},
        {"add_zero_attn": True, "bias": False},
        {"dropout": 0.5},
    ):
        torch.manual_seed(0)
        module = torch.nn.MultiheadAttention(4, 2, **options)
        q = numbers(torch, 2, 2, 4)
        k = numbers(torch, 2, 2, options.get("kdim", 4))
        v = numbers(torch, 2, 2, options.get("vdim", 4))
        causal = torch.ones(2, 2, dtype=torch.bool).triu(1)
        padding = torch.tensor([[False, True]] * 2)
        leaves = [q, k, v, *module.parameters()]
        for call in (
            {},
            {"need_weights": False},
            {"attn_mask": causal},
            {"attn_mask": causal, "need_weights": False, "is_causal": True},
            {"key_padding_mask": padding, "attn_mask": causal, "need_weights": False},
            {"key_padding_mask": padding},
        ):
            torch.manual_seed(1)
            y, shares = module(q, k, v, **call)
            answers.append(
                [
                    y.detach(),
                    None if shares is None else shares.detach(),
                    gradients(torch, [y], leaves),
                ]
            )
        answers.append([repr(module), list(module.state_dict())])
        answers.append(list(module.state_dict().values()))
    return answers


def heads_over_one_tensor(torch):
    torch.manual_seed(0)
    module = torch.nn.MultiheadAttention(4, 2)
    x, one = numbers(torch, 3, 2, 4), numbers(torch, 3, 4)
    y, shares = module(x, x, x)
    z, single = module(one, one, one)
    return [
        y,
        shares,
        z,
        single,
        *gradients(torch, [y, shares], [x, *module.parameters()]),
        names(module(x, x, x, need_weights=False)[0]),
    ]


def wrong_heads(torch):
    o = torch.ones
    nn = torch.nn
    m = nn.MultiheadAttention(4, 2)
    x, one = o(3, 2, 4), o(3, 4)
    bools = o(3, 2).bool()
    return [
        caught(lambda: nn.MultiheadAttention(5, 2)),
        caught(lambda: nn.MultiheadAttention(0, 2)),
        caught(lambda: nn.MultiheadAttention(4, -1)),
        caught(lambda: m(o(3, 2, 5), o(3, 2, 5), o(3, 2, 5))),
        caught(lambda: m(o(3), o(3), o(3))),
        caught(lambda: m(x, one, x)),
        caught(lambda: m(one, x, x)),
        caught(lambda: m(x, o(4, 2, 4), x)),
        caught(lambda: m(x, x, x, attn_mask=o(2, 2))),
        caught(lambda: m(x, x, x, attn_mask=o(3, 3, 3))),
        caught(lambda: m(x, x, x, attn_mask=o(3, 3).long())),
        caught(lambda: m(x, x, x, key_padding_mask=bools)),
        caught(lambda: m(x, x, x, key_padding_mask=bools[0])),
        caught(lambda: m(x, x, x, key_padding_mask=o(2, 3).long())),
        caught(lambda: m(x, x, x, is_causal=True)),
        caught(lambda: m(one, one, one, key_padding_mask=bools)),
        caught(lambda: m(one, one, one, attn_mask=o(3))),
        warned(lambda: m(x, x, x, key_padding_mask=o(2, 3) > 1, attn_mask=o(3, 3))),
    ]


def layers_of_a_transformer(torch):
    nn = torch.nn
    answers = []
    for options in (
        {"dropout": 0.0},
        {"norm_first": True, "activation": "gelu", "batch_first": True},
        {"bias": False, "activation": torch.tanh},
    ):
        for kind in ("TransformerEncoderLayer", "TransformerDecoderLayer"):
            torch.manual_seed(0)
            layer = getattr(nn, kind)(4, 2, 6, **options)
            x = numbers(torch, 3, 3, 4)
            inputs = [x] if "Encoder" in kind else [x, x * 0.5]
            mask = nn.Transformer.generate_square_subsequent_mask(3)
            torch.manual_seed(1)
            first = layer(*inputs)
            second = layer(*inputs, mask)
            answers.append([first.detach(), second.detach()])
            answers.append(gradients(torch, [first, second], [x, *layer.parameters()]))
            answers.append([repr(layer), list(layer.state_dict())])
    return answers


def transformer(torch):
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Transformer(4, 2, 2, 1, 6, dropout=0.1)
    src, tgt = numbers(torch, 3, 2, 4), numbers(torch, 2, 2, 4)
    mask = model.generate_square_subsequent_mask(2)
    padding = torch.tensor([[False, False, True], [False, False, False]])
    torch.manual_seed(1)
    y = model(src, tgt, tgt_mask=mask, tgt_is_causal=True)
    z = model(
        src,
        tgt,
        tgt_mask=mask.bool(),
        src_key_padding_mask=padding,
        memory_key_padding_mask=padding,
    )
    return [
        y,
        z,
        gradients(torch, [y, z], [src, tgt, *model.parameters()]),
        repr(model),
        list(model.state_dict()),
        mask,
        next(iter(model.parameters())),
    ]


def encoder(torch):
    nn = torch.nn
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(4, 2, 6, batch_first=True)
    model = nn.TransformerEncoder(layer, 2, nn.LayerNorm(4))
    x = numbers(torch, 2, 3, 4)
    mask = nn.Transformer.generate_square_subsequent_mask(3)
    torch.manual_seed(1)
    y = model(x, mask, is_causal=True)
    model.eval()
    return [y, model(x), gradients(torch, [y], [x, *model.parameters()]), repr(model)]


def wrong_transformers(torch):
    nn = torch.nn
    o = torch.ones
    model = nn.Transformer(4, 2, 1, 1, 8)
    layer = nn.TransformerEncoderLayer

    def stacked(*args, **kwargs):
        return warned(lambda: nn.TransformerEncoder(layer(*args, **kwargs), 1))

    return [
        caught(lambda: layer(5, 2)),
        caught(lambda: layer(4, 2, activation="x")),
        caught(lambda: model(o(3, 2, 4), o(3, 3, 4))),
        caught(lambda: model(o(3, 2, 5), o(3, 2, 4))),
        stacked(4, 2),
        stacked(3, 1),
        stacked(4, 1, batch_first=True),
        stacked(4, 2, batch_first=True, norm_first=True),
        stacked(4, 2, norm_first=True),
        stacked(4, 1, batch_first=True, bias=False),
        stacked(4, 1, batch_first=True, activation=torch.tanh),
        stacked(4, 2, batch_first=True, bias=False, activation=torch.tanh),
        stacked(4, 2, batch_first=True, activation=torch.nn.functional.gelu),
        warned(lambda: nn.Transformer(4, 2, 1, 1, 8)),
    ]


def dropout_follows_the_order_in_memory(torch):
    F = torch.nn.functional
    answers = []
    for shape, order in (((3, 4), (1, 0)), ((2, 3, 4), (1, 0, 2)), ((2, 3), (0, 1))):
        torch.manual_seed(0)
        y = F.dropout(torch.ones(shape).permute(order), 0.5)
        answers.append([y, list(y.stride())])
    return answers
