"""What `torch.testing` and version numbers say."""

from __future__ import annotations

from . import caught, warned


def tensors_that_differ(torch):
    T, close = torch.tensor, torch.testing.assert_close
    nan, inf = float("nan"), float("inf")
    pairs = [
        (T([1.0, 2.0]), T([1.0, 2.1])),
        (T([[1.0, 2.0], [3.0, 4.0]]), T([[1.0, 2.1], [3.0, 5.0]])),
        (T([1.0, 2.0]), T([1.0, 2.0, 3.0])),
        (T([1.0, 2.0]), T([1, 2])),
        (T([1, 2, 3]), T([1, 2, 4])),
        (T([True, False]), T([True, True])),
        (T([1 + 1j]), T([2 + 1j])),
        (T([1.0, 2.0]).half(), T([1.0, 2.01]).half()),
        (T([1.0]).double(), T([3.0]).double()),
        (T([nan]), T([nan])),
        (T([1.0, inf]), T([1.0, 1.0])),
        (T([0.0, 1.0]), T([0.0, 0.0])),
        (T(1.0), T(2.0)),
        (T([2**62]), T([0])),
        (T([]), T([])),
        (torch.ones(2, requires_grad=True), torch.ones(2)),
    ]
    return [caught(lambda a=a, b=b: close(a, b)) for a, b in pairs]


def numbers_and_others_that_differ(torch):
    T, close = torch.tensor, torch.testing.assert_close
    pairs = [
        (1.0, 2.0),
        (1, 2),
        (1, 1.0),
        (1j, 2j),
        (0.5, 0.0),
        (True, False),
        (None, None),
        (None, 1),
        (1.0, 1.0 + 1e-9),
        (T(1.0), 1.0),
        ("x", "x"),
        ([T(1.0), T(2.0)], [T(1.0), T(3.0)]),
        ([1], [1, 1]),
        ((1, 2), [1, 2]),
        ({"a": 1}, {"b": 1}),
        ({"a": [1, {"b": T([2.0])}]}, {"a": [1, {"b": T([3.0])}]}),
        ({"a": 1}, [1]),
        ([object()], [object()]),
    ]
    return [
        caught(lambda a=a, b=b: close(a, b)).replace("gradschool.torch", "torch")
        for a, b in pairs
    ]


def options_of_comparing(torch):
    T, close = torch.tensor, torch.testing.assert_close
    nan = float("nan")
    one, two = T([1.0]), T([2.0])
    return [
        caught(lambda: close(one, two, rtol=1, atol=0)),
        caught(lambda: close(one, two, rtol=0, atol=0)),
        caught(lambda: close(one, two, rtol=0.1)),
        caught(lambda: close(one, two, atol=0.1)),
        caught(lambda: close(one, two, msg="ours")),
        caught(lambda: close([one], [two], msg=lambda text: "ours: " + text)),
        caught(lambda: close(T([nan]), T([nan]), equal_nan=True)),
        caught(lambda: close(one.double(), one, check_dtype=False)),
        caught(lambda: close(one, T([2]), check_dtype=False)),
        caught(lambda: close(1, 2.5, check_dtype=False)),
        caught(lambda: close(T([[1.0, 2.0]]).t(), T([[1.0], [2.0]]))),
        caught(
            lambda: close(T([[1.0, 2.0]]).t(), T([[1.0], [2.0]]), check_stride=True)
        ),
        caught(lambda: close(torch.nn.Parameter(one), two, allow_subclasses=True)),
    ]


def old_comparing(torch):
    allclose = torch.testing.assert_allclose
    one = torch.tensor([1.0])
    return [
        warned(lambda: allclose(one, one.double())),
        caught(lambda: allclose(one, [1.00005])),
        caught(lambda: allclose(one, one * 1.1)),
        caught(lambda: allclose(one.double(), one.double() + 1e-4)),
        caught(lambda: allclose(one, one + 1, msg="ours")),
    ]


def versions_compare_as_versions(torch):
    version = torch.torch_version.TorchVersion("2.13.0")
    others = [
        "2.9",
        "2.13",
        "2.13.0",
        "2.13.0+cpu",
        "2.13.1",
        "2.13.0rc1",
        "2.13.0a0",
        "2.13.0.dev20260101",
        "2.13.0.post1",
        "1!1.0",
        "v2.13.0",
        "abc",
        (2, 13),
        (2, 13, 0),
        (3,),
        [2, 2],
    ]
    answers = [
        [version < o, version <= o, version == o, version != o, version > o]
        for o in others
    ]
    answers.append([str(version), repr(version), isinstance(torch.__version__, str)])
    answers.append(torch.__version__ >= (2, 13))
    answers.append([torch.version.cuda, torch.version.__version__[:7]])
    for wrong in (None, 2, (2, "x")):
        answers.append(caught(lambda wrong=wrong: version < wrong))
        answers.append(version == wrong)
    return answers
