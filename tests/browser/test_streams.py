import io

import pytest

from gradschool.browser import streams
from gradschool.browser.streams import InputStream, OutputBudget, OutputStream


class Sink:
    def __init__(self):
        self.sent, self.flushes, self.cuts = [], 0, 0
        self.budget = OutputBudget(self.cut)
        self.out = OutputStream("stdout", self.send, self.flush, self.budget)
        self.err = OutputStream("stderr", self.send, self.flush, self.budget)

    def send(self, name, text):
        self.sent.append((name, text))

    def flush(self):
        self.flushes += 1

    def cut(self):
        self.cuts += 1

    @property
    def text(self):
        return "".join(text for _, text in self.sent)


def test_print_arrives_with_its_stream():
    sink = Sink()
    print("a", file=sink.out)
    print("b", file=sink.err)
    assert sink.text == "a\nb\n"
    assert [name for name, _ in sink.sent] == ["stdout", "stdout", "stderr", "stderr"]


def test_print_with_flush_sends_at_once():
    sink = Sink()
    print("a", file=sink.out, flush=True)
    assert sink.flushes == 1


def test_output_over_the_characters_is_cut_once_and_told_once(monkeypatch):
    monkeypatch.setattr(streams, "CHARACTER_LIMIT", 10)
    sink = Sink()
    sink.budget.renew()
    for _ in range(100):
        print("abcd", file=sink.out)
    assert sink.text == "abcd\nabcd\n"
    assert sink.cuts == 1


def test_output_over_the_lines_is_cut_at_a_line(monkeypatch):
    monkeypatch.setattr(streams, "LINE_LIMIT", 3)
    sink = Sink()
    sink.budget.renew()
    sink.out.write("a\nb\nc\nd\ne\n")
    assert sink.text == "a\nb\nc\n"
    assert sink.cuts == 1


def test_a_program_that_was_cut_runs_on():
    sink = Sink()
    assert sink.out.write("x" * 3_000_000) == 3_000_000
    assert sink.out.write("more") == 4


def test_both_streams_share_one_budget(monkeypatch):
    monkeypatch.setattr(streams, "CHARACTER_LIMIT", 6)
    sink = Sink()
    sink.budget.renew()
    sink.out.write("abcd")
    sink.err.write("efgh")
    assert sink.text == "abcdef"


def test_a_new_run_may_write_again():
    sink = Sink()
    sink.out.write("x" * 3_000_000)
    sink.budget.renew()
    sink.out.write("again")
    assert sink.text.endswith("again")


def test_lone_surrogates_are_shown_escaped():
    sink = Sink()
    sink.out.write("a\udc80é")
    assert sink.text == "a\\udc80é"


def test_writing_bytes_says_what_is_wrong():
    with pytest.raises(TypeError, match="must be str, not bytes"):
        Sink().out.write(b"a")  # pyright: ignore[reportArgumentType] - the mistake


def test_stdin_gives_lines_until_the_end_of_file():
    lines = iter(["a", "b", None])
    stream = InputStream(lambda _prompt: next(lines))
    assert stream.read() == "a\nb\n"


def test_stdin_can_be_gone_through():
    lines = iter(["a", "b", None])
    assert list(InputStream(lambda _prompt: next(lines))) == ["a\n", "b\n"]


def test_reading_from_output_is_refused():
    with pytest.raises(io.UnsupportedOperation):
        Sink().out.read()
