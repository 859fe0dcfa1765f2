"""Views: shared memory, shared versions, and history that follows writes."""

from . import caught, names


def leaf(torch, *values):
    return torch.tensor(values, requires_grad=True)


def sharing_goes_both_ways(torch):
    b = torch.zeros(2, 3)
    v = b[0]
    v.fill_(1)
    b[:, 2] = 5
    return b, v, b._version, v._version, v._base is b


def a_written_view_gives_the_base_copy_slices(torch):
    x, w = torch.ones(2, 3, requires_grad=True), leaf(torch, 2.0, 3.0, 4.0)
    b = x * 1
    v = b[0]
    v.mul_(w)
    (b * b).sum().backward()
    return names(b, v), x.grad, w.grad


def a_written_base_recuts_its_views(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 1
    v = b[1]
    b.mul_(3)
    before = names(v)
    v.sum().backward()
    return before, x.grad, v


def a_sibling_view_sees_the_write(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 1
    v, s = b[0], b[:, 0]
    v.mul_(5)
    s.sum().backward()
    return names(s), s, x.grad


def a_view_of_a_transpose_written(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 1
    b.t()[1].mul_(10)
    b.sum().backward()
    return b, x.grad


def a_loop_of_assignments(torch):
    x = leaf(torch, 1.0, 1.0, 1.0)
    z = torch.zeros(3)
    for i in range(3):
        z[i] = x[i] * (i + 1)
    (z * z).sum().backward()
    return names(z), z._version, x.grad


def assigning_a_number_zeroes_the_gradient(torch):
    x = torch.ones(2, 2, requires_grad=True)
    b = x * 2
    b[0] = 5
    b.sum().backward()
    return names(b), b, x.grad


def repeated_indices_add_up(torch):
    x = leaf(torch, 1.0, 2.0, 3.0)
    y = x[torch.tensor([0, 0, 2])]
    y.sum().backward()
    return names(y), x.grad


def base_is_the_root(torch):
    b = torch.zeros(2, 3)
    v = b[0][1:]
    return v._base is b, b._base is None, b.detach()._base is None, v.view(2)._base is b


def reshape_of_a_transpose_copies(torch):
    b = torch.arange(6.0).reshape(2, 3)
    c = b.t().reshape(6)
    c.fill_(0)
    return b, c._base is None, caught(lambda: b.t().view(6))


def writing_an_output_of_unbind_is_refused(torch):
    x = torch.ones(2, 3, requires_grad=True)
    a, _ = (x * 1).unbind()
    return caught(lambda: a.add_(1))


def writing_an_output_of_split_is_refused(torch):
    x = torch.ones(4, requires_grad=True)
    _, b = (x * 1).split(2)
    c, _ = (x * 1).chunk(2)
    return caught(lambda: b.add_(1)), caught(lambda: c.mul_(2))


def untracked_outputs_of_unbind_may_be_written(torch):
    b = torch.zeros(2, 2)
    for row in b:
        row.add_(1)
    return b


def a_view_made_without_grad_is_refused(torch):
    x = torch.ones(2, 2, requires_grad=True)
    b = x * 1
    with torch.no_grad():
        v = b[0]
    return caught(lambda: v.mul_(2))


def a_view_of_a_plain_tensor_may_become_a_leaf(torch):
    b = torch.ones(2, 2)
    v = b[0].requires_grad_()
    (v * 3).sum().backward()
    return v.is_leaf, v.grad, b.requires_grad


def views_of_views_written_in_turn(torch):
    x = torch.ones(2, 3, requires_grad=True)
    b = x * 1
    v = b[1]
    w = v[1:]
    w.mul_(2)
    v.mul_(3)
    (b * b).sum().backward()
    return names(b, v, w), b, x.grad


def a_transposed_base_with_a_view_written(torch):
    x = torch.ones(3, 2, requires_grad=True)
    b = (x * 1).t()
    b[0].mul_(4)
    (b * b).sum().backward()
    return b, x.grad


def expand_shares_and_sums(torch):
    x = torch.ones(1, 3, requires_grad=True)
    y = x.expand(2, 3)
    y.sum().backward()
    return names(y), list(y.stride()), x.grad


def a_written_base_below_an_expanded_view(torch):
    x = torch.ones(1, 3, requires_grad=True)
    b = x * 1
    e = b.expand(2, 3)
    b.mul_(2)
    e.sum().backward()
    return e, x.grad


def names_of_the_view_ops(torch):
    x = torch.ones(2, 3, requires_grad=True)
    y = torch.ones(2, 1, 3, requires_grad=True)
    return names(
        x.view(6),
        x.reshape(6),
        x.t(),
        x.T,
        x.mT,
        x.transpose(0, 1),
        x.permute(1, 0),
        x.unsqueeze(0),
        y.squeeze(),
        y.squeeze(1),
        y.squeeze((0, 1)),
        x[0],
        x[:, 1:],
        x[0, 1:],
        x[None],
        x[...],
        x[:],
        x.expand(4, 2, 3),
        x.flatten(),
        x.narrow(1, 0, 2),
        x.select(0, 1),
        x.diagonal(),
        x.unbind()[0],
        x.split(1)[0],
        x.split([1, 1])[0],
        x.chunk(2)[0],
        x.unfold(1, 2, 1),
        x.detach(),
        x.movedim(0, 1),
        x.swapaxes(0, 1),
        x.t().reshape(6),
        x.contiguous(),
        x.t().contiguous(),
        x.clone(),
        x.view_as(x),
        x.expand_as(x),
        x.ravel(),
        x.unflatten(1, (3, 1)),
        x.as_strided((2, 2), (1, 1)),
    )


def strides_and_offsets(torch):
    x = torch.arange(24.0).reshape(2, 3, 4)
    return [
        x.stride(),
        x.t if False else x.transpose(0, 2).stride(),
        x[1].storage_offset(),
        x[:, 1:, ::2].stride(),
        x[:, 1:, ::2].storage_offset(),
        x.is_contiguous(),
        x.transpose(0, 1).is_contiguous(),
        x.expand(5, 2, 3, 4).stride(),
        x.stride(1),
        x.element_size(),
        torch.ones(1, 3).stride(),
        torch.ones(3, 1).t().stride(),
        torch.zeros(0, 3).stride(),
        x[:, None].stride(),
    ]


def a_boolean_mask_reads_and_writes(torch):
    x = leaf(torch, 1.0, -2.0, 3.0)
    y = x * 1
    picked = y[y > 0]
    y[y < 0] = 0.0
    (y.sum() + (picked * 10).sum()).backward()
    return names(picked, y), y, x.grad


def assignment_from_a_tracked_tensor_with_index_arrays(torch):
    v = leaf(torch, 5.0, 6.0)
    z = torch.zeros(2, 3)
    z[torch.tensor([0, 1]), torch.tensor([2, 0])] = v
    (z * z).sum().backward()
    return names(z), z, v.grad


def assignments_broadcast_and_cast(torch):
    z = torch.zeros(2, 3)
    z[0] = torch.tensor([1, 2, 3])
    z[:, 1] = 7
    z[1] = torch.tensor([[9.0, 8.0, 7.0]])
    i = torch.zeros(3, dtype=torch.int64)
    i[1:] = torch.tensor([1.9, -1.9])
    return z, i


def index_forms(torch):
    x = torch.arange(24).reshape(2, 3, 4)
    rows = torch.tensor([0, 2])
    return [
        x[0, 1, 2],
        x[-1],
        x[:, rows],
        x[0, :, torch.tensor([1, 3])],
        x[:, [0, 1], [2, 3]],
        x[..., 0],
        x[None, :, 0],
        x[torch.tensor(1)],
        x[x > 20],
        x[torch.tensor([True, False])],
        x[:, torch.tensor([True, False, True])],
        x[1, [0, 2]],
        x[True].shape,
        x[False].shape,
        x[[0, 1], :, [1, 2]],
        x[[[0, 1], [1, 0]]].shape,
        x[1:, ..., ::2],
        x[()].shape,
        x[:, rows[:, None], rows],
    ]


def index_errors(torch):
    x = torch.zeros(2, 3)
    return [
        caught(lambda: x[2]),
        caught(lambda: x[0, 3]),
        caught(lambda: x[0, 0, 0]),
        caught(lambda: x[::-1]),
        caught(lambda: x[1.5]),
        caught(lambda: x["a"]),
        caught(lambda: torch.tensor(1.0)[0]),
        caught(lambda: x[torch.tensor([3])]),
        caught(lambda: x[torch.tensor([1.0])]),
        caught(lambda: x[torch.tensor([True, False, True])]),
        caught(lambda: x[torch.tensor([0, 1]), torch.tensor([0, 1, 2])]),
    ]


def assignment_errors(torch):
    x = torch.zeros(2, 3)

    def assign(index, value):
        x[index] = value

    return [
        caught(lambda: assign(0, torch.ones(2))),
        caught(lambda: assign(torch.tensor([0, 1]), torch.ones(3, 3))),
        caught(lambda: assign(5, 1.0)),
        caught(lambda: assign(0, "a")),
    ]


def shape_errors(torch):
    x = torch.zeros(2, 3)
    return [
        caught(lambda: x.view(4)),
        caught(lambda: x.reshape(4, -1)),
        caught(lambda: x.view(-1, -1)),
        caught(lambda: x.transpose(0, 2)),
        caught(lambda: x.permute(0)),
        caught(lambda: x.permute(0, 0)),
        caught(lambda: x.expand(2, 4)),
        caught(lambda: x.expand(3)),
        caught(lambda: x.unsqueeze(4)),
        caught(lambda: torch.cat([x, torch.zeros(2, 2)])),
        caught(lambda: torch.cat([])),
        caught(lambda: torch.stack([x, torch.zeros(2, 2)])),
        caught(lambda: x.flatten(1, 0)),
        caught(lambda: x.squeeze(3)),
        caught(lambda: x.narrow(0, 1, 2)),
        caught(lambda: x.split([1, 2])),
        caught(lambda: x.chunk(0)),
        caught(lambda: torch.zeros(2, 2, 2).t()),
        caught(lambda: x.repeat(2)),
        caught(lambda: x.size(2)),
    ]


def cat_and_stack_have_gradients(torch):
    a, b = torch.ones(1, 2, requires_grad=True), torch.ones(2, 2, requires_grad=True)
    y = torch.cat([a, b])
    (y * torch.arange(6.0).reshape(3, 2)).sum().backward()
    c, d = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    z = torch.stack([c, d], dim=1)
    (z * z).sum().backward()
    return names(y, z), a.grad, b.grad, c.grad, d.grad
