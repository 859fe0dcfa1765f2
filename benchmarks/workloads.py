"""Lesson-scale training steps, each written once against "a module with PyTorch's API".

A workload is a function of that module; it returns a step that can be called again and
again and returns the loss. Weights and data are the same in every engine, whatever its
random numbers, so that losses can be compared.
"""

import numpy as np

#: Key -> (title, function of an engine).
WORKLOADS = {}


def workload(key, title):
    """Register the function below as the workload `key`."""

    def register(make):
        WORKLOADS[key] = (title, make)
        return make

    return register


def rng():
    return np.random.default_rng(0)


def tens(torch, a):
    return torch.tensor(a)


def f32(a):
    return np.ascontiguousarray(a, dtype=np.float32)


def load_weights(torch, module, seed=1):
    """Same weights in every engine, whatever its generator does."""
    r = np.random.default_rng(seed)
    with torch.no_grad():
        for p in module.parameters():
            shape = tuple(p.shape)
            if len(shape) >= 2:
                fan = int(np.prod(shape[1:]))
                a = r.standard_normal(shape) / np.sqrt(fan)
            else:
                a = r.standard_normal(shape) * 0.02
            p.copy_(tens(torch, f32(a)))
    return module


def supervised_step(torch, model, opt, loss_fn, x, y):
    def step():
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
        return loss

    return step


# --- (a) .. (d)
@workload("a", "linear regression w,b 32x1 SGD")
def w_linreg(torch):
    r = rng()
    X = f32(r.standard_normal((32, 1)))
    x, y = (
        tens(torch, X),
        tens(torch, f32(3 * X + 2 + 0.1 * r.standard_normal((32, 1)))),
    )
    w = torch.zeros(1, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    opt = torch.optim.SGD([w, b], lr=0.05)

    def step():
        opt.zero_grad()
        pred = x * w + b
        loss = ((pred - y) ** 2).mean()
        loss.backward()
        opt.step()
        return loss

    return step


def _spiral():
    r = rng()
    return f32(r.standard_normal((64, 2))), r.integers(0, 2, 64).astype(np.int64)


def _mlp2(torch):
    nn = torch.nn
    return load_weights(
        torch,
        nn.Sequential(
            nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2)
        ),
    )


@workload("b", "MLP 2-64-64-2 b64 CE SGD")
def w_mlp_sgd(torch):
    X, Y = _spiral()
    m = _mlp2(torch)
    return supervised_step(
        torch,
        m,
        torch.optim.SGD(m.parameters(), lr=0.1),
        torch.nn.functional.cross_entropy,
        tens(torch, X),
        tens(torch, Y),
    )


@workload("c", "MLP 2-64-64-2 b64 CE Adam")
def w_mlp_adam(torch):
    X, Y = _spiral()
    m = _mlp2(torch)
    return supervised_step(
        torch,
        m,
        torch.optim.Adam(m.parameters(), lr=1e-3),
        torch.nn.functional.cross_entropy,
        tens(torch, X),
        tens(torch, Y),
    )


@workload("d", "MLP 784-256-10 b128 CE Adam")
def w_mlp_mnist(torch):
    nn = torch.nn
    r = rng()
    X, Y = f32(r.random((128, 784))), r.integers(0, 10, 128).astype(np.int64)
    m = load_weights(
        torch, nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))
    )
    return supervised_step(
        torch,
        m,
        torch.optim.Adam(m.parameters(), lr=1e-3),
        nn.functional.cross_entropy,
        tens(torch, X),
        tens(torch, Y),
    )


# --- (e) CNN
@workload("e", "CNN 1x28x28 b32 conv8-conv16-fc SGD")
def w_cnn(torch):
    nn = torch.nn
    r = rng()
    X, Y = f32(r.random((32, 1, 28, 28))), r.integers(0, 10, 32).astype(np.int64)
    m = load_weights(
        torch,
        nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(16 * 49, 10),
        ),
    )
    return supervised_step(
        torch,
        m,
        torch.optim.SGD(m.parameters(), lr=0.05),
        nn.functional.cross_entropy,
        tens(torch, X),
        tens(torch, Y),
    )


# --- (f) tiny GPT
def make_gpt(torch, vocab=65, d=64, heads=4, ctx=64, layers=2):
    nn = torch.nn
    F = nn.functional
    hd = d // heads

    class Attn(nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv = nn.Linear(d, 3 * d)
            self.proj = nn.Linear(d, d)
            self.register_buffer(
                "mask", torch.tril(torch.ones(ctx, ctx)).view(1, 1, ctx, ctx) == 0
            )

        def forward(self, x):
            B, T, C = x.shape
            q, k, v = self.qkv(x).split(C, dim=2)
            q = q.view(B, T, heads, hd).transpose(1, 2)
            k = k.view(B, T, heads, hd).transpose(1, 2)
            v = v.view(B, T, heads, hd).transpose(1, 2)
            att = (q @ k.transpose(-2, -1)) * (hd**-0.5)
            att = att.masked_fill(self.mask[:, :, :T, :T], float("-inf"))
            att = F.softmax(att, dim=-1)
            y = (att @ v).transpose(1, 2).contiguous().view(B, T, C)
            return self.proj(y)

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
            self.attn = Attn()
            self.fc, self.out = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

        def forward(self, x):
            x = x + self.attn(self.ln1(x))
            return x + self.out(F.gelu(self.fc(self.ln2(x))))

    class GPT(nn.Module):
        def __init__(self):
            super().__init__()
            self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(ctx, d)
            self.blocks = nn.ModuleList([Block() for _ in range(layers)])
            self.ln = nn.LayerNorm(d)
            self.head = nn.Linear(d, vocab, bias=False)

        def forward(self, idx, targets):
            B, T = idx.shape
            x = self.tok(idx) + self.pos(torch.arange(T))
            for b in self.blocks:
                x = b(x)
            logits = self.head(self.ln(x))
            return F.cross_entropy(logits.view(B * T, -1), targets.view(B * T))

    return GPT()


@workload("f", "tiny GPT 2x(d64,h4) ctx64 b8 AdamW")
def w_gpt(torch):
    r = rng()
    I = r.integers(0, 65, (8, 65)).astype(np.int64)
    x, y = (
        tens(torch, np.ascontiguousarray(I[:, :-1])),
        tens(torch, np.ascontiguousarray(I[:, 1:])),
    )
    m = load_weights(torch, make_gpt(torch))
    with torch.no_grad():
        for mod in m.modules():
            if type(mod).__name__ == "LayerNorm":
                mod.weight.fill_(1.0)
    opt = torch.optim.AdamW(m.parameters(), lr=1e-3)

    def step():
        opt.zero_grad()
        loss = m(x, y)
        loss.backward()
        opt.step()
        return loss

    return step


# --- (g) recurrent
def _seq():
    r = rng()
    return f32(r.standard_normal((32, 16, 32))), r.integers(0, 10, 16).astype(np.int64)


@workload("g", "LSTMCell unrolled 32, h64 b16 in32 SGD")
def w_lstm_cell(torch):
    nn = torch.nn
    X, Y = _seq()
    x, y = tens(torch, X), tens(torch, Y)
    cell, head = (
        load_weights(torch, nn.LSTMCell(32, 64)),
        load_weights(torch, nn.Linear(64, 10), 2),
    )
    opt = torch.optim.SGD(list(cell.parameters()) + list(head.parameters()), lr=0.1)

    def step():
        opt.zero_grad()
        h, c = torch.zeros(16, 64), torch.zeros(16, 64)
        for t in range(32):
            h, c = cell(x[t], (h, c))
        loss = nn.functional.cross_entropy(head(h), y)
        loss.backward()
        opt.step()
        return loss

    return step


@workload("g2", "LSTM from primitive ops, same sizes")
def w_lstm_ops(torch):
    nn = torch.nn
    X, Y = _seq()
    x, y = tens(torch, X), tens(torch, Y)
    wx, wh = (
        load_weights(torch, nn.Linear(32, 256)),
        load_weights(torch, nn.Linear(64, 256), 3),
    )
    head = load_weights(torch, nn.Linear(64, 10), 2)
    opt = torch.optim.SGD(
        list(wx.parameters()) + list(wh.parameters()) + list(head.parameters()), lr=0.1
    )

    def step():
        opt.zero_grad()
        h, c = torch.zeros(16, 64), torch.zeros(16, 64)
        for t in range(32):
            z = wx(x[t]) + wh(h)
            i, f, g, o = z.chunk(4, dim=1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
        loss = nn.functional.cross_entropy(head(h), y)
        loss.backward()
        opt.step()
        return loss

    return step


# --- (h) op overhead
def _chain(torch, shape, mode):
    x0 = torch.ones(shape) if shape else torch.tensor(1.0)
    a = torch.tensor(np.float32(0.999)) if not shape else torch.ones(shape) * 0.999
    b = torch.tensor(np.float32(0.001)) if not shape else torch.ones(shape) * 0.001
    if mode != "nograd":
        a.requires_grad_(True)
        b.requires_grad_(True)

    def fwd():
        x = x0
        for _ in range(500):
            x = x * a + b
        return x if not shape else x.sum()

    if mode == "fwd":
        return fwd
    if mode == "nograd":

        def f():
            with torch.no_grad():
                return fwd()

        return f

    def both():
        a.grad = b.grad = None
        y = fwd()
        y.backward()
        return y

    return both


@workload("h", "1000 scalar add/mul, fwd+bwd")
def w_chain(torch):
    return _chain(torch, (), "both")


@workload("h_fwd", "1000 scalar add/mul, fwd only (tape on)")
def w_chain_f(torch):
    return _chain(torch, (), "fwd")


@workload("h_ng", "1000 scalar add/mul, no_grad")
def w_chain_n(torch):
    return _chain(torch, (), "nograd")


@workload("h_64", "1000 add/mul on 64x64, fwd+bwd")
def w_chain_64(torch):
    return _chain(torch, (64, 64), "both")


# --- (i) BLAS bound
@workload("i", "MLP 1024-4096-4096-1024 b256 MSE SGD")
def w_big(torch):
    nn = torch.nn
    r = rng()
    x, y = (
        tens(torch, f32(r.standard_normal((256, 1024)))),
        tens(torch, f32(r.standard_normal((256, 1024)))),
    )
    m = load_weights(
        torch,
        nn.Sequential(
            nn.Linear(1024, 4096),
            nn.ReLU(),
            nn.Linear(4096, 4096),
            nn.ReLU(),
            nn.Linear(4096, 1024),
        ),
    )
    return supervised_step(
        torch, m, torch.optim.SGD(m.parameters(), lr=0.01), nn.functional.mse_loss, x, y
    )
