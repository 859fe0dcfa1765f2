"""What the lessons claim without a cell is true: quick checks, FAQ, tables.

A claim is a function that takes `torch`; it is run on the engine, and on the real
PyTorch where that is installed. A numeric or predict question shows its code, which is
run as it stands there.
"""

import importlib
import importlib.util
import json
import re
import threading
import warnings
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from tests.courses import transcript
from tests.courses.transcript import LessonFile

from gradschool import as_torch
from gradschool.course.lesson import Prose, QuickCheck

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


# What the prose says about a printed table.

STEPS = [
    pytest.param(file, id=str(file))
    for file in transcript.lesson_files()
    if file.lesson == "reading-and-zeroing-grad"
]


@pytest.mark.parametrize("file", STEPS)
def test_the_prose_names_numbers_that_the_table_shows(file: LessonFile) -> None:
    section = next(
        one for one in transcript.read(file).sections if one.id == "silent-bug"
    )
    prose = " ".join(block.html for block in section.blocks if isinstance(block, Prose))
    prose = re.sub(r"<[^>]+>", "", prose)
    named = re.findall(r"(\d+\.\d+) (?:at step|au pas) (\d+)", prose)
    assert len(named) == 2
    cells = json.loads(file.recording.read_text(encoding="utf-8"))["cells"]
    rows = [line.split() for line in cells["silent-bug"]["stdout"].splitlines()[1:]]
    for number, step in named:
        assert rows[int(step)][0] == step
        assert rows[int(step)][2] == number


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


@claim
def floating_point_results_inherit_the_flag_and_others_do_not(torch: Torch) -> None:
    w = torch.tensor(5.0, requires_grad=True)
    for result in (w + 1.0, w.round(), w.sin(), torch.stack([w, torch.tensor(1.0)])):
        assert result.requires_grad
    for result in (w > 0.0, w.argmax(), w.long()):
        assert not result.requires_grad


@claim
def the_constant_of_a_subtraction_has_a_place_with_none(torch: Torch) -> None:
    w, x = torch.tensor(5.0, requires_grad=True), torch.tensor(3.0)
    subtraction = (w * x - 10.0).grad_fn
    product, constant = subtraction.next_functions
    assert product[0].name() == "MulBackward0"
    assert constant[0] is None


@claim
def the_flag_of_a_leaf_can_change_even_after_it_was_used(torch: Torch) -> None:
    w = torch.tensor(5.0, requires_grad=True)
    y = w * 3.0
    w.requires_grad_(False)
    assert not w.requires_grad
    assert y.requires_grad
    w.requires_grad_()
    y.backward()
    assert w.grad.item() == 3.0


@claim
def the_number_in_a_name_counts_the_variants_of_a_formula(torch: Torch) -> None:
    w = torch.tensor(5.0, requires_grad=True)
    assert (w**2).grad_fn.name() == "PowBackward0"
    assert (w**w).grad_fn.name() == "PowBackward1"


def walked(node: Any) -> list[str]:
    """The names that the function `walk` of lesson 1 prints."""
    names = [node.name()]
    for parent, _ in node.next_functions:
        if parent is not None:
            names += walked(parent)
    return names


@claim
def a_node_on_two_paths_is_walked_twice_and_depth_has_a_limit(torch: Torch) -> None:
    w = torch.tensor(5.0, requires_grad=True)
    h = w.exp()
    assert walked((h * h).grad_fn).count("ExpBackward0") == 2
    for _ in range(5000):
        h = h + 1.0
    with pytest.raises(RecursionError):
        walked(h.grad_fn)


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


def rounds(torch: Torch, *, retain: bool, step: bool, detach: bool = False) -> Any:
    """Three rounds that carry a hidden state over, and the sizes of their graphs."""
    torch.manual_seed(0)
    layer, head = torch.nn.Linear(3, 3), torch.nn.Linear(3, 1)
    parameters = [*layer.parameters(), *head.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    state, sizes = torch.zeros(1, 3), []
    for _ in range(3):
        state = torch.tanh(layer(state.detach() if detach else state))
        loss = (head(state) ** 2).sum()
        sizes.append(len(walked(loss.grad_fn)))
        optimizer.zero_grad()
        loss.backward(retain_graph=retain)
        if step:
            optimizer.step()
    return sizes


@claim
def a_state_that_is_carried_over_ends_the_second_round(torch: Torch) -> None:
    with pytest.raises(RuntimeError, match="graph a second time"):
        rounds(torch, retain=False, step=True)


@claim
def keeping_the_graph_trades_one_error_for_another_after_a_step(torch: Torch) -> None:
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        rounds(torch, retain=True, step=True)


@claim
def keeping_the_graph_makes_each_round_go_back_further(torch: Torch) -> None:
    first, second, third = rounds(torch, retain=True, step=False)
    assert first < second < third


@claim
def a_kept_graph_that_needs_no_changed_weight_raises_nothing(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.01)
    total, sizes = torch.tensor(0.0), []
    for _ in range(3):
        total = total + (w * 3.0 - 1.0) ** 2
        sizes.append(len(walked(total.grad_fn)))
        total.backward(retain_graph=True)
        optimizer.step()
    assert sizes[0] < sizes[1] < sizes[2]


@claim
def a_detached_state_cures_the_loop(torch: Torch) -> None:
    first, second, third = rounds(torch, retain=False, step=True, detach=True)
    assert first == second == third


@claim
def two_losses_with_one_trunk_need_the_graph_twice(torch: Torch) -> None:
    def losses() -> tuple[Any, Any, Any]:
        w = torch.tensor(2.0, requires_grad=True)
        trunk = w.exp()
        return w, trunk * 2.0, trunk * 3.0

    _, one, other = losses()
    one.backward()
    with pytest.raises(RuntimeError, match="graph a second time"):
        other.backward()
    w, one, other = losses()
    one.backward(retain_graph=True)
    other.backward()
    assert torch.allclose(w.grad, 5.0 * w.detach().exp())


@claim
def autograd_grad_uses_up_the_notes(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    loss = w**2
    torch.autograd.grad(loss, [w])
    with pytest.raises(RuntimeError, match="graph a second time"):
        loss.backward()


@claim
def backward_moves_no_weight_and_a_gradient_has_its_shape(torch: Torch) -> None:
    torch.manual_seed(0)
    layer = torch.nn.Linear(4, 3)
    before = [parameter.detach().clone() for parameter in layer.parameters()]
    layer(torch.randn(5, 4)).sum().backward()
    for old, parameter in zip(before, layer.parameters(), strict=True):
        assert torch.equal(old, parameter)
        assert parameter.grad.shape == parameter.shape


@claim
def a_gradient_stays_none_for_three_reasons(torch: Torch) -> None:
    w, apart = (torch.tensor(2.0, requires_grad=True) for _ in range(2))
    data, step = torch.tensor(3.0), w * 2.0
    (step * data).backward()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert step.grad is None
    assert data.grad is None
    assert apart.grad is None
    assert w.grad.item() == 6.0


@claim
def weights_for_the_results_give_a_row_times_the_slopes(torch: Torch) -> None:
    torch.manual_seed(0)
    slopes, weights = torch.randn(3, 2), torch.randn(3)
    w = torch.randn(2, requires_grad=True)
    (slopes @ w).backward(gradient=weights)
    assert torch.allclose(w.grad, weights @ slopes)


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


def four_points(
    torch: Torch, steps: int, *, clear: bool, lr: float = 0.02, **options: float
) -> list[tuple[float, float]]:
    """Loss and length of all gradients in each step of the training of lesson 3."""
    inputs = torch.tensor([[0.0], [1.0], [2.0], [3.0]])
    torch.manual_seed(0)
    model = torch.nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, **options)
    seen = []
    for _ in range(steps):
        if clear:
            optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(inputs), 2.0 * inputs + 1.0)
        loss.backward()
        squares = sum((p.grad**2).sum() for p in model.parameters())
        seen.append((loss.item(), squares.sqrt().item()))
        optimizer.step()
    return seen


@claim
def the_cleared_run_goes_down_in_every_step(torch: Torch) -> None:
    losses = [loss for loss, _ in four_points(torch, 20, clear=True)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.1


@claim
def the_forgetful_run_falls_faster_and_then_climbs_above_its_start(
    torch: Torch,
) -> None:
    cleared = [loss for loss, _ in four_points(torch, 20, clear=True)]
    losses = [loss for loss, _ in four_points(torch, 20, clear=False)]
    assert losses[2] < cleared[2]
    assert losses[3] < cleared[3]
    assert losses[:4] == sorted(losses[:4], reverse=True)
    assert losses[3:8] == sorted(losses[3:8])
    assert losses[7] > losses[0]


@claim
def the_forgetful_run_goes_on_swinging(torch: Torch) -> None:
    losses = [loss for loss, _ in four_points(torch, 1000, clear=False)]
    for start in range(0, 1000, 20):
        assert min(losses[start : start + 20]) < 2.0
        assert max(losses[start : start + 20]) > 15.0


@claim
def a_forgotten_clearing_with_a_larger_step_flies_off(torch: Torch) -> None:
    losses = [loss for loss, _ in four_points(torch, 40, clear=False, lr=0.5)]
    assert losses[-1] > 1e6


@claim
def momentum_fades_what_is_old_and_settles(torch: Torch) -> None:
    seen = four_points(torch, 400, clear=True, momentum=0.9)
    assert seen[-1][0] < 1e-4


@claim
def uncleared_gradients_are_large_where_the_loss_is_small(torch: Torch) -> None:
    seen = four_points(torch, 40, clear=False)[1:]
    small = [gradient for loss, gradient in seen if loss < 1.0]
    large = [gradient for loss, gradient in seen if loss > 15.0]
    assert len(small) >= 5
    assert len(large) >= 5
    assert min(small) > max(large)
    cleared = [gradient for _, gradient in four_points(torch, 40, clear=True)]
    assert cleared == sorted(cleared, reverse=True)


@claim
def clearing_hurts_in_one_gap_of_the_loop_only(torch: Torch) -> None:
    inputs, ends = torch.tensor([[0.0], [1.0], [2.0], [3.0]]), []
    for gap in range(5):
        torch.manual_seed(0)
        model = torch.nn.Linear(1, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
        for _ in range(5):
            if gap == 0:
                optimizer.zero_grad()
            prediction = model(inputs)
            if gap == 1:
                optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(prediction, 2.0 * inputs + 1.0)
            if gap == 2:
                optimizer.zero_grad()
            loss.backward()
            if gap == 3:
                optimizer.zero_grad()
            optimizer.step()
            if gap == 4:
                optimizer.zero_grad()
        ends.append(model.weight.item())
    torch.manual_seed(0)
    start = torch.nn.Linear(1, 1).weight.item()
    assert ends[0] == ends[1] == ends[2] == ends[4] != start
    assert ends[3] == start


@claim
def without_the_clearing_by_hand_three_steps_pass_the_goal(torch: Torch) -> None:
    w = torch.tensor(0.0, requires_grad=True)
    seen = []
    for _ in range(3):
        ((w - 4.0) ** 2).backward()
        with torch.no_grad():
            w -= 0.25 * w.grad
        seen.append(w.item())
    assert seen == [2.0, 5.0, 7.5]


@claim
def a_zero_gradient_moves_a_weight_by_decay_or_old_momentum_only(
    torch: Torch,
) -> None:
    def moved(**options: float) -> bool:
        w = torch.tensor(5.0, requires_grad=True)
        optimizer = torch.optim.SGD([w], lr=0.1, **options)
        (w * 3.0).backward()
        optimizer.step()
        before = w.item()
        w.grad.zero_()
        optimizer.step()
        return w.item() != before

    assert not moved()
    assert moved(weight_decay=0.1)
    assert moved(momentum=0.9)


@claim
def zeros_are_also_deposits_that_cancel(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    ((w - torch.tensor([1.0, 3.0])) ** 2).mean().backward()
    assert w.grad.item() == 0.0


@claim
def one_outgoing_weight_that_is_not_zero_lets_a_slope_through(torch: Torch) -> None:
    torch.manual_seed(0)
    inputs = torch.randn(8, 2)
    first, second = torch.nn.Linear(2, 3), torch.nn.Linear(3, 2)

    def silent_rows() -> list[bool]:
        first.zero_grad()
        second(first(inputs)).sum().backward()
        return [row == 0.0 for row in first.weight.grad.abs().sum(dim=1).tolist()]

    with torch.no_grad():
        second.weight[0, 1] = 0.0
    assert silent_rows() == [False, False, False]
    with torch.no_grad():
        second.weight[1, 1] = 0.0
    assert silent_rows() == [False, True, False]


@claim
def a_nan_begins_as_an_infinity(torch: Torch) -> None:
    one, zero = torch.tensor(1.0), torch.tensor(0.0)
    for infinity in (one / zero, torch.log(zero), torch.tensor(100.0).exp()):
        assert infinity.isinf().item()
        assert (infinity - infinity).isnan().item()
        assert (infinity * zero).isnan().item()


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


@claim
def a_backward_and_a_step_move_weights_in_eval_mode(torch: Torch) -> None:
    torch.manual_seed(0)
    model = torch.nn.Linear(2, 1).eval()
    before = model.weight.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    assert not torch.equal(model.weight, before)


@claim
def batch_normalisation_uses_its_stored_averages_in_eval_mode(torch: Torch) -> None:
    layer = torch.nn.BatchNorm1d(1).eval()
    with torch.no_grad():
        layer.running_mean.fill_(3.0)
        layer.running_var.fill_(4.0)
        answer = layer(torch.tensor([[5.0], [7.0]]))
    assert torch.allclose(answer, torch.tensor([[1.0], [2.0]]), atol=1e-4)


@claim
def the_decorator_covers_functions_called_from_there_and_no_later_call(
    torch: Torch,
) -> None:
    w = torch.tensor(1.0, requires_grad=True)

    def double() -> Any:
        return w * 2.0

    @torch.no_grad()
    def quiet() -> Any:
        return double()

    assert not quiet().requires_grad
    assert double().requires_grad


@claim
def three_things_cut_a_loss_off_its_weights(torch: Torch) -> None:
    w = torch.tensor(1.0, requires_grad=True)
    with torch.no_grad():
        quiet = w * 2.0
    for loss in (quiet, (w * 2.0).detach(), torch.tensor((w * 2.0).item())):
        with pytest.raises(RuntimeError, match="does not have a grad_fn"):
            loss.backward()


@claim
def a_frozen_trunk_lets_a_new_last_layer_learn(torch: Torch) -> None:
    torch.manual_seed(0)
    trunk, last = torch.nn.Linear(2, 2).requires_grad_(False), torch.nn.Linear(2, 1)
    last(trunk(torch.ones(1, 2))).sum().backward()
    assert trunk.weight.grad is None
    assert last.weight.grad is not None
    with torch.no_grad():
        loss = last(trunk(torch.ones(1, 2))).sum()
    with pytest.raises(RuntimeError, match="does not require grad"):
        loss.backward()


@claim
def a_copy_of_an_inference_tensor_can_be_trained_with(torch: Torch) -> None:
    w = torch.tensor(2.0, requires_grad=True)
    with torch.inference_mode():
        answer = torch.ones(1) * 3.0
    with pytest.raises(RuntimeError, match="saved for backward"):
        _ = w * answer
    (w * answer.clone()).backward()
    assert w.grad.item() == 3.0


@claim
def inference_mode_keeps_no_count_of_changes(torch: Torch) -> None:
    with torch.inference_mode():
        answer = torch.ones(1)
    with pytest.raises(RuntimeError, match="version counter"):
        _ = answer._version
    with torch.no_grad():
        assert torch.ones(1)._version == 0


@pytest.mark.parametrize("code", CLAIMS, ids=lambda code: code.__name__)
def test_what_a_lesson_claims_is_so(code: Claim, torch: Torch) -> None:
    code(torch)
