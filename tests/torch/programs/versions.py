"""Overwritten saved values: which writes backward refuses, and in which words."""

from . import caught


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def a_saved_input_was_written(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    z = y * y
    y.add_(1)
    return caught(z.sum().backward)


def a_saved_output_was_written(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x.exp()
    z = y.sum()
    y.add_(1)
    return caught(z.backward)


def a_saved_leaf_was_written(torch):
    x, w = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    z = (x * w).sum()
    with torch.no_grad():
        w.add_(1)
    return caught(z.backward)


def a_scalar_was_written(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x * 3
    z = y * y
    y += 1
    return caught(z.backward)


def written_before_and_twice_after(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    y.add_(1)
    z = y * y
    y.add_(1)
    y.add_(1)
    return caught(z.sum().backward)


def written_through_a_view(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    z = y * y
    y[0] = 5
    return caught(z.sum().backward)


def written_through_detach(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x.exp()
    z = y.sum()
    y.detach().mul_(2)
    return caught(z.backward)


def written_through_data_is_not_seen(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    z = (y * y).sum()
    y.data.mul_(2)
    z.backward()
    return x.grad


def what_is_not_read_may_be_written(torch):
    x, w = torch.tensor([1.0, 2.0]), leaf(torch, 3.0, 4.0)
    z = (x * w).sum()
    with torch.no_grad():
        w.add_(1)
    z.backward()
    return w.grad


def what_is_read_may_not(torch):
    x, w = torch.tensor([1.0, 2.0]), leaf(torch, 3.0, 4.0)
    z = (x * w).sum()
    x.add_(1)
    return caught(z.backward)


def add_saves_nothing(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 1
    z = (y + 1).sum()
    y.mul_(3)
    z.backward()
    return x.grad


def sigmoid_then_relu_in_place_is_refused(torch):
    x = leaf(torch, 1.0, -2.0)
    y = x.sigmoid()
    y.relu_()
    return caught(y.sum().backward)


def relu_in_place_after_a_product_is_fine(torch):
    x = leaf(torch, 1.0, -2.0)
    y = x * 1
    y.relu_()
    y.sum().backward()
    return x.grad, y


def square_of_itself_in_place_is_refused(torch):
    x = leaf(torch, 1.0, 2.0)
    y = x * 1
    y.mul_(y)
    return y, caught(y.sum().backward)


def row_times_row_in_place_is_refused(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 2
    b[0].mul_(b[1])
    return b, caught(b.sum().backward)


def base_written_after_its_view_was_saved(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 2
    v = b[0]
    z = (v * v).sum()
    b.add_(1)
    return caught(z.backward)


def base_written_without_grad_after_its_view_was_saved(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 2
    v = b[0]
    z = (v * v).sum()
    with torch.no_grad():
        b.add_(1)
    return caught(z.backward)


def one_of_several_outputs_written(torch):
    x = torch.ones(2, 3, requires_grad=True)
    values = (x * 2).max(dim=1).values
    z = (values * values).sum()
    values.add_(1)
    return caught(z.backward)


def double_and_other_dtypes_are_named(torch):
    x = torch.ones(2, 3, dtype=torch.float64, requires_grad=True)
    y = x.exp()
    z = y.sum()
    y.add_(1)
    return caught(z.backward)


def saved_under_anomaly_mode_has_another_hint(torch):
    x = leaf(torch, 1.0, 2.0)
    with torch.autograd.set_detect_anomaly(True):
        y = x.exp()
        z = y.sum()
        y.add_(1)
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return caught(z.backward)
