"""What the lessons claim without a cell is true: quick checks, FAQ, tables.

A claim is a function that takes `torch`; it is run on the engine, and on the real
PyTorch where that is installed. A numeric or predict question shows its code, which is
run as it stands there.
"""

import importlib
import importlib.util
import re
import threading
import warnings
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from tests.courses import transcript

from gradschool import as_torch
from gradschool.course.lesson import QuickCheck

Torch = Any
Claim = Callable[[Torch], None]

CLAIMS: list[Claim] = []


@pytest.fixture(scope="module", params=["engine", "pytorch"])
def torch(request: pytest.FixtureRequest) -> Iterator[Torch]:
    # For the whole module, since loading an engine takes longer than a test.
    if request.param == "engine":
        with as_torch.installed() as module:
            yield module
    elif importlib.util.find_spec("torch") is None:
        pytest.skip("the real PyTorch is not installed (make reference)")
    else:
        yield importlib.import_module("torch")


def claim(code: Claim) -> Claim:
    """Registers a claim."""
    CLAIMS.append(code)
    return code


# The questions with a number or a printed text as their answer carry their code.

QUESTIONS = [
    pytest.param(check, id=f"{file}-{check.id}")
    for file in transcript.lesson_files()
    for check in transcript.read(file).quick_checks
    if check.kind in {"numeric", "predict"}
]


@pytest.mark.parametrize("check", QUESTIONS)
def test_the_answer_of_a_question_is_what_its_code_gives(
    check: QuickCheck, torch: Torch
) -> None:
    shown = re.findall(r"<pre[^>]*>(.*?)</pre>", check.question_html, re.DOTALL)
    assert len(shown) == 1, "the question shows the code it is about"
    code = unescape(re.sub(r"<[^>]+>", "", shown[0]))
    outcome = transcript.run_cell(code, f"<{check.id}>", {"torch": torch})
    assert outcome.error is None
    assert check.answer is not None
    if check.kind == "predict":
        assert outcome.stdout == f"{check.answer}\n"
    else:
        number = re.fullmatch(r"tensor\((.*)\)", outcome.value or "")
        assert number, outcome
        assert abs(float(number[1]) - float(check.answer)) <= check.tolerance


# Lesson 1.


@claim
def a_flag_on_the_factor_makes_the_product_a_result(torch: Torch) -> None:
    h = torch.ones(3, requires_grad=True) * 0.5
    assert h.requires_grad
    assert not h.is_leaf


@claim
def only_recorded_results_have_a_grad_fn(torch: Torch) -> None:
    w, x = torch.tensor(5.0, requires_grad=True), torch.tensor(3.0)
    tensors = [w, w + 0.0, x * x, (x * w).exp(), (x * w).detach()]
    found = [tensor.grad_fn is not None for tensor in tensors]
    assert found == [False, True, False, True, False]


@claim
def the_walk_meets_the_nodes_in_this_order(torch: Torch) -> None:
    w, x = torch.tensor(5.0, requires_grad=True), torch.tensor(3.0)
    node = ((w * x - 1.0) ** 2).mean().grad_fn
    names = []
    while node is not None:
        names.append(node.name().removeprefix("torch::autograd::"))
        parents = [parent for parent, _ in node.next_functions if parent is not None]
        node = parents[0] if parents else None
    assert names == [
        "MeanBackward0",
        "PowBackward0",
        "SubBackward0",
        "MulBackward0",
        "AccumulateGrad",
    ]


@claim
def an_optimizer_refuses_a_tensor_that_is_not_a_leaf(torch: Torch) -> None:
    w = torch.tensor(5.0, requires_grad=True)
    torch.optim.SGD([w], lr=0.1)
    with pytest.raises(ValueError, match="non-leaf"):
        torch.optim.SGD([w * 2.0], lr=0.1)


@claim
def a_misspelt_flag_is_silent_and_a_misspelt_method_is_not(torch: Torch) -> None:
    w = torch.tensor(5.0)
    w.require_grad = True
    assert not w.requires_grad
    with pytest.raises(AttributeError):
        w.require_grad_()


@claim
def a_clone_of_a_detached_tensor_can_be_written_to(torch: Torch) -> None:
    h = torch.tensor([1.0], requires_grad=True) * 5.0
    copy = h.detach().clone()
    copy[0] = 99.0
    assert h.item() == 5.0


# Lesson 2.


@claim
def of_four_ways_to_start_from_eight_numbers_one_works(torch: Torch) -> None:
    def out() -> Any:
        return torch.ones(8, requires_grad=True) * 2.0

    out().sum().backward()
    out().backward(gradient=torch.ones(8))
    for wrong in (
        lambda: out().backward(),
        lambda: out().backward(gradient=torch.tensor(1.0)),
        lambda: out().backward(retain_graph=True),
    ):
        with pytest.raises(RuntimeError):
            wrong()


@claim
def a_running_total_leads_back_into_a_used_graph(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    total = torch.tensor(0.0)
    total = total + w**2
    total.backward()
    total = total + w**2
    with pytest.raises(RuntimeError, match="graph a second time"):
        total.backward()


@claim
def what_is_carried_over_detached_causes_no_error(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    state = torch.tensor(1.0)
    for _ in range(2):
        state = (state.detach() * w) ** 2
        state.backward()


@claim
def a_graph_of_additions_can_be_used_twice(torch: Torch) -> None:
    w = torch.ones(3, requires_grad=True)
    total = (w + 1.0).sum()
    total.backward()
    total.backward()
    assert w.grad.tolist() == [2.0, 2.0, 2.0]


@claim
def autograd_grad_returns_and_leaves_no_trace(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    (slope,) = torch.autograd.grad(w**2, [w])
    assert slope.item() == 4.0
    assert w.grad is None


@claim
def the_slope_of_relu_at_zero_is_zero(torch: Torch) -> None:
    w = torch.tensor(0.0, requires_grad=True)
    torch.relu(w).backward()
    assert w.grad.item() == 0.0


@claim
def a_loss_of_integers_has_no_graph(torch: Torch) -> None:
    with pytest.raises(RuntimeError):
        torch.tensor([1, 2]).sum().backward()


# Lesson 3.


@claim
def parts_add_up_to_the_gradient_of_the_whole_batch(torch: Torch) -> None:
    inputs, parts = torch.arange(8.0), 4

    def gradient(batches: list[Any], divide_by: int) -> Any:
        w = torch.tensor(1.0, requires_grad=True)
        for batch in batches:
            (((w * batch - 2.0) ** 2).mean() / divide_by).backward()
        return w.grad

    split = [inputs[start : start + 2] for start in range(0, 8, 2)]
    assert len(split) == parts
    assert gradient(split, parts) == gradient([inputs], 1)


@claim
def zero_grad_leaves_none_unless_told_otherwise(torch: Torch) -> None:
    w = torch.tensor(1.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    left = []
    for options in ({}, {"set_to_none": False}):
        (w * 6.0).backward()
        optimizer.zero_grad(**options)
        left.append(w.grad)
    assert left[0] is None
    assert left[1].item() == 0.0


@claim
def a_step_in_between_warns_and_shows_none(torch: Torch) -> None:
    h = torch.tensor(5.0, requires_grad=True) * 3.0
    (h * 2.0).backward()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert h.grad is None
    assert len(seen) == 1
    assert "not a leaf" in str(seen[0].message)


@claim
def without_the_clearing_by_hand_the_swinging_is_back(torch: Torch) -> None:
    w = torch.tensor(0.0, requires_grad=True)
    seen = []
    for _ in range(20):
        ((w - 4.0) ** 2).backward()
        with torch.no_grad():
            w -= 0.25 * w.grad
        seen.append(w.item())
    assert max(seen[10:]) > 7.0
    assert min(seen[10:]) < 1.0


@claim
def a_zero_weight_behind_a_unit_zeroes_its_row(torch: Torch) -> None:
    torch.manual_seed(0)
    first, second = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1)
    with torch.no_grad():
        second.weight[0, 1] = 0.0
    second(first(torch.randn(8, 2))).sum().backward()
    rows = first.weight.grad.abs().sum(dim=1).tolist()
    assert [row == 0.0 for row in rows] == [False, True, False]


@claim
def a_sum_has_a_gradient_as_many_times_larger_as_there_are_examples(
    torch: Torch,
) -> None:
    gradients = []
    for reduce in ("sum", "mean"):
        w = torch.tensor(1.0, requires_grad=True)
        # A power of two, so that the mean is exact in float32.
        getattr(w * torch.ones(1024), reduce)().backward()
        gradients.append(w.grad.item())
    assert gradients == [1024.0, 1.0]


@claim
def clearing_zeroes_by_hand_fails_on_none(torch: Torch) -> None:
    w = torch.tensor(1.0, requires_grad=True)
    with pytest.raises(
        AttributeError, match="'NoneType' object has no attribute 'zero_'"
    ):
        w.grad.zero_()


@claim
def model_and_optimizer_clear_different_lists(torch: Torch) -> None:
    model = torch.nn.Linear(1, 1)
    optimizer = torch.optim.SGD([model.weight], lr=0.1)
    model(torch.ones(1, 1)).sum().backward()
    optimizer.zero_grad()
    assert model.weight.grad is None
    assert model.bias.grad is not None
    model.zero_grad()
    assert model.bias.grad is None


@claim
def clearing_at_the_end_gives_the_same_weights(torch: Torch) -> None:
    inputs = torch.tensor([[0.0], [1.0], [2.0], [3.0]])
    ends = []
    for clear_first in (True, False):
        torch.manual_seed(0)
        model = torch.nn.Linear(1, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        for _ in range(5):
            if clear_first:
                optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(inputs), 2.0 * inputs + 1.0).backward()
            optimizer.step()
            if not clear_first:
                optimizer.zero_grad()
        ends.append(model.weight.item())
    assert ends[0] == ends[1]


@claim
def a_square_root_at_zero_has_an_infinite_slope(torch: Torch) -> None:
    w = torch.tensor(0.0, requires_grad=True)
    loss = torch.sqrt(w * 0.0)
    loss.backward()
    assert loss.item() == 0.0
    assert w.grad.isnan().item()


# Lesson 4.


@claim
def eval_says_nothing_about_recording(torch: Torch) -> None:
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.5))
    model.eval()
    inputs = torch.ones(2, 4)
    assert model(inputs).requires_grad
    assert torch.equal(model(inputs), model[0](inputs))
    assert model[0].weight.requires_grad


@claim
def the_flag_can_be_read_inside_and_is_still_up(torch: Torch) -> None:
    w = torch.tensor(1.0, requires_grad=True)
    with torch.no_grad():
        assert w.requires_grad


@claim
def an_error_ends_the_block_too(torch: Torch) -> None:
    with pytest.raises(ZeroDivisionError), torch.no_grad():
        _ = 1 / 0
    assert torch.is_grad_enabled()


@claim
def backward_runs_inside_the_block_if_the_loss_was_recorded(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    loss = w**2
    with torch.no_grad():
        loss.backward()
    assert w.grad.item() == 4.0


@claim
def a_new_name_loses_the_leaf(torch: Torch) -> None:
    w = torch.tensor(1.0, requires_grad=True)
    (w * 3.0).backward()
    old = w
    w = w - 0.1 * w.grad
    (w * 3.0).backward()
    assert old.grad.item() == 6.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert w.grad is None


@claim
def a_total_of_losses_keeps_every_graph_and_item_keeps_none(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    total, number = torch.tensor(0.0), 0.0
    for _ in range(3):
        total = total + w**2
        number += (w**2).item()
    total.backward()
    assert w.grad.item() == 12.0
    assert number == 12.0


@claim
def the_switch_belongs_to_its_thread(torch: Torch) -> None:
    seen = []
    with torch.no_grad():
        other = threading.Thread(target=lambda: seen.append(torch.is_grad_enabled()))
        other.start()
        other.join()
    assert seen == [True]


@claim
def set_grad_enabled_as_a_statement_stays(torch: Torch) -> None:
    try:
        torch.set_grad_enabled(False)
        assert not torch.is_grad_enabled()
    finally:
        torch.set_grad_enabled(True)
    with torch.set_grad_enabled(False):
        assert not torch.is_grad_enabled()
    assert torch.is_grad_enabled()


@pytest.mark.parametrize("code", CLAIMS, ids=lambda code: code.__name__)
def test_what_a_lesson_claims_is_so(code: Claim, torch: Torch) -> None:
    code(torch)
