"""Files that PyTorch reads and wrote, and files that mean harm."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections import OrderedDict
from pathlib import Path

import pytest

from gradschool import torch
from gradschool.torch import serialization

FROM_PYTORCH = Path(__file__).parent / "recorded" / "weights.pt"


def saved_and_loaded(value, **options):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)


def archive_of(pickled: bytes) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/version", "3\n")
    file.seek(0)
    return file


def test_a_file_that_pytorch_wrote_is_read():
    read = torch.load(FROM_PYTORCH)
    assert repr(read["w"]) == "tensor([[0., 1., 2.],\n        [3., 4., 5.]])"
    assert read["column"].stride() == (3,)
    assert repr(read["parameter"]).startswith("Parameter containing:")
    assert list(read["state"]) == ["weight", "bias"]
    assert read["dtype"] is torch.float16
    assert read["size"] == torch.Size([2, 3])


def test_views_in_a_file_of_pytorch_share_memory():
    read = torch.load(FROM_PYTORCH)
    read["w"][1, 1] = 9
    assert read["column"].tolist() == [1.0, 9.0]


@pytest.mark.parametrize(
    "value",
    [
        torch.arange(6).reshape(2, 3).t(),
        torch.tensor(2.5, dtype=torch.float64),
        torch.zeros(0, 3),
        torch.tensor([True, False]),
        torch.tensor([1 + 2j]),
        torch.ones(2, requires_grad=True),
        [1, "two", None, (3.0,), {4}],
    ],
    ids=repr,
)
def test_what_is_saved_is_loaded(value):
    assert repr(saved_and_loaded(value)) == repr(value)


def test_tensors_that_share_memory_still_do():
    whole = torch.arange(10.0)
    loaded = saved_and_loaded({"whole": whole, "part": whole[2:5]})
    loaded["whole"][3] = 99.0
    assert loaded["part"].tolist() == [2.0, 99.0, 4.0]


def test_a_shared_piece_of_memory_is_written_once():
    whole = torch.zeros(1000)
    file = io.BytesIO()
    torch.save([whole, whole[:500], whole.reshape(10, 100).t()], file)
    with zipfile.ZipFile(file) as archive:
        assert [n for n in archive.namelist() if "/data/" in n] == ["archive/data/0"]


def test_the_pickle_names_nothing_but_pytorch():
    file = io.BytesIO()
    torch.save(OrderedDict(a=torch.ones(2), b=torch.nn.Parameter(torch.ones(1))), file)
    with zipfile.ZipFile(file) as archive:
        text = archive.read("archive/data.pkl")
    assert b"gradschool" not in text
    assert b"torch._utils\n_rebuild_tensor_v2" in text


class Named:
    """A class that a file of weights must not bring to life."""


def test_an_unknown_class_is_refused_with_its_name():
    with pytest.raises(pickle.UnpicklingError, match="Unsupported global: GLOBAL") as e:
        saved_and_loaded(Named())
    assert "Named was not an allowed global by default" in str(e.value)


def test_a_trusted_file_may_name_any_class():
    assert isinstance(saved_and_loaded(Named(), weights_only=False), Named)


def test_a_class_may_be_allowed_for_a_while():
    with serialization.safe_globals([Named]):
        assert isinstance(saved_and_loaded(Named()), Named)
    assert serialization.get_safe_globals() == []


@pytest.mark.parametrize(
    "pickled",
    [
        b"cos\nsystem\n(S'true'\ntR.",
        b"c__builtin__\neval\n(S'1'\ntR.",
        b"(S'true'\nios\nsystem\n.",
        b"(cos\nsystem\nS'true'\no.",
        b"\x80\x02cgradschool.torch.serialization\nload\n.",
        b"\x80\x02ctorch\nload\n.",
    ],
)
def test_a_pickle_that_calls_is_refused(pickled):
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed"):
        torch.load(archive_of(pickled))


def test_a_pickle_cannot_change_what_it_may_name():
    harm = b"ctorch\nfloat32\n(N}S'_name'\nS'x'\nstb."
    with pytest.raises(pickle.UnpicklingError, match="Can only build"):
        torch.load(archive_of(harm))
    assert repr(torch.float32) == "torch.float32"


def test_a_tensor_cannot_reach_behind_its_memory():
    piece = torch.zeros(4)._array
    with pytest.raises(pickle.UnpicklingError, match="ends behind"):
        serialization.rebuild_tensor(piece, 2, (3,), (1,), False)


def test_a_missing_file_is_named():
    with pytest.raises(FileNotFoundError, match=r"does-not-exist\.pt"):
        torch.load("does-not-exist.pt")


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(RuntimeError, match=r"Parent directory .* does not exist"):
        torch.save(1, tmp_path / "none" / "x.pt")
