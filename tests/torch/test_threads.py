"""Modes are per thread, and ids are drawn without a lock."""

from __future__ import annotations

import threading

from gradschool import torch
from gradschool.torch.autograd import recording


def run_all(*targets):
    threads = [threading.Thread(target=t) for t in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_another_thread_records_inside_our_no_grad():
    seen = []

    def other():
        x = torch.ones(1, requires_grad=True)
        seen.append((torch.is_grad_enabled(), (x * 2).requires_grad))

    with torch.no_grad():
        run_all(other)
    assert seen == [(True, True)]


def test_a_thread_that_toggles_no_grad_costs_nobody_a_graph():
    lost, stop = [], threading.Event()

    def toggle():
        while not stop.is_set():
            with torch.no_grad():
                torch.ones(1) * 2

    def train():
        x = torch.ones(2, requires_grad=True)
        for _ in range(500):
            x.grad = None
            (x * x + x).sum().backward()
            if x.grad.tolist() != [3, 3]:
                lost.append(x.grad)

    toggling = threading.Thread(target=toggle)
    toggling.start()
    run_all(train, train, train, train)
    stop.set()
    toggling.join()
    assert not lost
    assert recording.disabled == 0 or recording.inference_seen


def test_a_poll_is_called_at_recorded_ops_and_may_stop_them():
    calls = []

    def poll():
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt

    x = torch.ones(1, requires_grad=True)
    recording.set_poll(poll)
    try:
        stopped = False
        try:
            for _ in range(10):
                x * 2
        except KeyboardInterrupt:
            stopped = True
    finally:
        recording.set_poll(None)
    assert stopped
    assert len(calls) == 3
    x * 2
    assert len(calls) == 3
