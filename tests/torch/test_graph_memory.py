"""What the graph holds, and when it lets go."""

from __future__ import annotations

import gc
import tracemalloc
import weakref

import pytest

from gradschool import torch

MEGABYTE = 2**20


@pytest.fixture
def no_collector():
    """What must be freed by reference counts alone is tested without the collector."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def traced():
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[0] / MEGABYTE
    tracemalloc.stop()


def test_a_chain_of_100_000_additions_is_differentiated_and_freed():
    x = torch.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y + x
    y.backward()
    assert x.grad.item() == 100_001
    del y  # a recursive free would overflow the stack


def test_forward_and_backward_leave_no_cycles(no_collector):
    x = torch.ones(3, 3, requires_grad=True)
    y = (x.exp() @ x.t()).softmax(0)[0].unbind()[1].reshape(1, 1)
    z = torch.zeros(2, 2)
    z[0] = y[0, 0]
    z.sum().backward()
    del y, z
    assert gc.collect() == 0


def test_a_leaf_is_freed_without_the_collector(no_collector):
    x = torch.ones(2, requires_grad=True)
    (x * x).sum().backward()
    gone = weakref.ref(x)
    del x
    assert gone() is None


def test_a_leaf_that_is_gone_gets_no_gradient():
    x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    y = (x + w).sum()
    del x
    y.backward()
    assert w.grad.tolist() == [1, 1]


def test_backward_frees_intermediates_while_the_loss_lives(traced):
    before = traced()
    x = torch.ones(MEGABYTE // 4, requires_grad=True)
    y = x
    for _ in range(30):
        y = y.tanh()
    loss = y.sum()
    del y
    held = traced() - before
    loss.backward()
    after = traced() - before
    # 30 saved outputs and x; afterwards x and its gradient.
    assert 30.5 < held < 32
    assert after < 2.5
    assert loss.grad_fn is not None


def test_backward_needs_little_more_than_what_was_saved(traced):
    x = torch.ones(MEGABYTE // 4, requires_grad=True)
    y = x
    for _ in range(30):
        y = y.tanh()
    loss = y.sum()
    del y
    tracemalloc.reset_peak()
    start = traced()
    loss.backward()
    peak = tracemalloc.get_traced_memory()[1] / MEGABYTE
    assert peak - start < 5


def test_without_grad_nothing_is_held(traced):
    x = torch.ones(MEGABYTE // 4, requires_grad=True)
    before = traced()
    with torch.no_grad():
        y = x
        for _ in range(30):
            y = y.tanh()
    assert traced() - before < 1.5


def test_views_in_an_endless_loop_are_forgotten():
    data = torch.zeros(4, 3)
    for i in range(10_000):
        data[i % 4]
    assert len(data._share.views) < 100


def test_detach_does_not_hold_the_graph(no_collector):
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    gone = weakref.ref(y)
    z = y.detach()
    del y
    assert gone() is None
    assert z.tolist() == [2, 2]
