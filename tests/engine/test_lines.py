from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import lines
from games.engine.__main__ import main
from games.engine.lines import answer, settle_stream
from games.engine.schema import settle_schema

ROOT = Path(__file__).parents[2]
ROUND = {
    "id": "u1",
    "game": "ultimate",
    "elections": {"pay_table": 1, "hands": "any_five"},
    "dealer": ["Kh", "9d"],
    "board": ["2c", "7h", "Jd", "Qs", "3s"],
    "boxes": [{"seat": 1, "cards": ["As", "Ad"], "ante": 1000, "blind": 1000, "play": {"times": 4, "on": "deal"}}],
}
GOOD = json.dumps(ROUND).encode()


def run(data: bytes) -> list[dict]:
    target = io.BytesIO()
    settle_stream(io.BytesIO(data), target)
    return [json.loads(line) for line in target.getvalue().splitlines()]


def fault(line: bytes) -> tuple[object, str, str | None]:
    found = answer(line)
    assert set(found) == {"id", "error"}
    assert set(found["error"]) == {"where", "clause", "message"}
    assert found["error"]["message"]
    return found["id"], found["error"]["where"], found["error"]["clause"]


NOT_JSON = [
    b"",
    b" ",
    b"\r",
    b"x",
    b"{",
    b"}",
    b'{"id": 1',
    b'{"id": 1,}',
    b"{'id': 1}",
    b'{"id": 1} {"id": 2}',
    b'{"id": NaN}',
    b'{"id": Infinity}',
    b'{"id": -Infinity}',
    b"NaN",
    b'{"id": 01}',
    b'{"id": +1}',
    b'{"id": .5}',
    b'{"id": "a\tb"}',
    b'{"id": "\\x"}',
    b'\xff{"id": 1}',
    b'{"id": "\xc3\x28"}',
    b'{"id": "\xed\xa0\x80"}',
    b"\xef\xbb\xbf{}",
    '{"id": 1}'.encode("utf-16"),
    b"\x00",
    b"[" * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * 100_000,
    b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
]


@pytest.mark.parametrize("line", NOT_JSON, ids=lambda line: repr(line[:12]))
def test_what_is_not_json_is_answered_without_an_id(line):
    assert fault(line) == (None, "", None)


@pytest.mark.parametrize("line", [b"[]", b"1", b'"x"', b"null", b"true", b"[{}]", b"1e999", b"-0", b"9" * 5000])
def test_what_is_not_an_object_is_answered_alike(line):
    assert fault(line) == (None, "", None)


@pytest.mark.parametrize(
    ("value", "identity"),
    [
        ('"a"', "a"),
        ('""', ""),
        ("5", 5),
        ("-5", -5),
        ("0", 0),
        (str(10**40), 10**40),
        ("null", None),
        ("false", None),
        ('"\\ud800"', "\ud800"),
        ('"\\u0000"', "\0"),
        ('"é€😀"', "é€😀"),
    ],
)
def test_an_id_is_copied_through(value, identity):
    line = f'{{"id": {value}, "game": "chess"}}'.encode()
    assert fault(line) == (identity, "game", None)
    (written,) = run(line + b"\n")
    assert written["id"] == identity


@pytest.mark.parametrize("value", ["true", "1.0", "1e999", "[]", "{}", "9" * 5000, "1e2"])
def test_an_id_of_another_kind_is_a_fault(value):
    assert fault(f'{{"id": {value}, "game": "ultimate"}}'.encode()) == (None, "id", None)


def test_an_object_without_an_id_is_answered_with_null():
    assert answer(json.dumps({**ROUND, "id": None}).encode())["id"] is None
    assert answer(json.dumps({key: value for key, value in ROUND.items() if key != "id"}).encode())["id"] is None


@pytest.mark.parametrize(
    "game", ["null", "false", "true", "5", '"x"', '"Ultimate"', "[]", "{}", '["ultimate"]', '"__class__"']
)
def test_the_game_is_one_of_ours(game):
    assert fault(f'{{"id": 1, "game": {game}}}'.encode()) == (1, "game", None)


def test_a_missing_game_is_named():
    assert fault(b'{"id": 1}') == (1, "game", None)
    assert fault(b"{}") == (None, "game", None)


@pytest.mark.parametrize(
    ("line", "identity", "where"),
    [
        (b'{"id": 1, "game": "ultimate", "game": "baccarat"}', 1, "game"),
        (b'{"id": 1, "id": 2}', None, "id"),
        (b'{"id": 1, "elections": {"chip": 1, "chip": 2}}', 1, "elections.chip"),
        (b'{"id": "x", "boxes": [{"ante": 1}, {"ante": 1, "ante": 1}]}', "x", "boxes[1].ante"),
        (b'{"id": [1], "a": 1, "a": 1}', None, "a"),
        (b'[{"a": 1, "a": 1}]', None, ""),
    ],
)
def test_a_key_that_stands_twice_is_a_fault_at_its_place(line, identity, where):
    assert fault(line) == (identity, where, None)


@pytest.mark.parametrize(
    "number", ["1e999", "1E400", "-1e999", "9" * 5000, "1.0", "1000.0", "1e3", "10000000000000001"]
)
def test_numbers_that_are_no_integer_amounts_are_faults_at_their_place(number):
    line = GOOD.replace(b'"ante": 1000', f'"ante": {number}'.encode())
    assert fault(line) == ("u1", "boxes[0].ante", None)


def test_deep_nesting_inside_a_key():
    shallow = GOOD.replace(b'"u1"', b'"u1", "x": ' + b"[" * 50 + b"]" * 50)
    deep = GOOD.replace(b'"u1"', b'"u1", "x": ' + b"[" * 100_000 + b"]" * 100_000)
    assert fault(shallow) == ("u1", "x", None)
    assert fault(deep) == (None, "", None)


def test_a_lone_surrogate_key_is_named_and_written():
    line = b'{"id": 1, "game": "ultimate", "\\ud800": 1}'
    assert fault(line) == (1, "\ud800", None)
    assert run(line)[0]["error"]["where"] == "\ud800"


def test_every_line_is_answered_in_order_and_an_empty_line_is_a_line():
    data = GOOD + b"\n\n[\n" + GOOD.replace(b"u1", b"u2") + b"\r\n \n" + GOOD.replace(b"u1", b"u3")
    found = run(data)
    assert [line["id"] for line in found] == ["u1", None, None, "u2", None, "u3"]
    assert ["error" in line for line in found] == [False, True, True, False, True, False]


def test_nothing_in_nothing_out():
    assert run(b"") == []
    assert len(run(b"\n")) == 1
    assert len(run(b"\n\n")) == 2


def test_other_line_ends_of_unicode_end_no_line():
    text = json.dumps({**ROUND, "id": "a\u2028b\u0085c"}, ensure_ascii=False).encode()
    (found,) = run(text + b"\n")
    assert found["id"] == "a\u2028b\u0085c"


def test_a_line_longer_than_a_chunk():
    long = json.dumps({**ROUND, "id": "x" * 300_000}).encode()
    found = run(GOOD + b"\n" + long + b"\n" + GOOD + b"\n")
    assert [len(line["id"]) for line in found] == [2, 300_000, 2]


@settings(max_examples=200, deadline=None)
@given(line=st.binary(max_size=60).filter(lambda line: b"\n" not in line))
def test_any_bytes_are_answered(line):
    found = answer(line)
    assert "error" in found
    assert "failed" not in found["error"]["message"]


@settings(max_examples=150, deadline=None)
@given(start=st.integers(0, len(GOOD)), end=st.integers(0, len(GOOD)), put=st.binary(max_size=3))
def test_a_good_line_with_a_piece_cut_out_is_answered(start, end, put):
    line = GOOD[: min(start, end)] + put.replace(b"\n", b"") + GOOD[max(start, end) :]
    found = answer(line)
    assert "id" in found
    assert "failed" not in found.get("error", {}).get("message", "")


def test_a_fault_of_ours_is_answered_and_the_next_line_goes_on(monkeypatch):
    def broken(obj):
        raise RuntimeError("broken")

    monkeypatch.setitem(lines.SETTLERS, "ultimate", broken)
    found = run(GOOD + b"\n" + GOOD + b"\n")
    assert [line["id"] for line in found] == ["u1", "u1"]
    assert all("RuntimeError" in line["error"]["message"] for line in found)


def command(*arguments: str, **kinds) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "games.engine", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"]},
        **kinds,
    )


def test_an_answer_does_not_wait_for_later_lines():
    with command("settle") as process:
        for number in range(3):
            process.stdin.write(GOOD.replace(b"u1", f"n{number}".encode()) + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == f"n{number}"
        process.stdin.close()
        assert process.wait(10) == 0


def test_a_line_that_arrives_in_pieces():
    with command("settle") as process:
        for piece in (GOOD[:40], GOOD[40:], b"\n" + GOOD[:10]):
            process.stdin.write(piece)
            process.stdin.flush()
            time.sleep(0.05)
        assert json.loads(process.stdout.readline())["id"] == "u1"
        process.stdin.close()
        assert json.loads(process.stdout.readline())["id"] is None
        assert process.wait(10) == 0


def test_the_command_line_answers_and_leaves_with_zero_whatever_the_lines():
    with command("settle") as process:
        out, err = process.communicate(b"\n".join([*NOT_JSON, GOOD]) + b"\n")
        assert process.returncode == 0
    assert err == b""
    assert len(out.splitlines()) == len(NOT_JSON) + 1
    assert json.loads(out.splitlines()[-1])["boxes"]["1"]["play"]["paid"] == 4000


def test_the_reader_may_leave_early():
    with command("settle") as process:
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write((GOOD + b"\n") * 2000)
            process.stdin.close()
        assert process.wait(20) == 1
        assert process.stderr.read() == b""


def test_memory_stays_flat():
    """Ten times the lines, the same peak, within two megabytes."""
    script = (
        "import io, resource, sys\n"
        "from games.engine.lines import settle_stream\n"
        "class Lines(io.RawIOBase):\n"
        "    left = int(sys.argv[1])\n"
        "    def read1(self, size):\n"
        "        self.left -= 100\n"
        "        return LINE * 100 if self.left >= 0 else b''\n"
        "class Nowhere(io.RawIOBase):\n"
        "    def write(self, data): return len(data)\n"
        "LINE = sys.stdin.buffer.read() + b'\\n'\n"
        "settle_stream(Lines(), Nowhere())\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    peaks = []
    for number in ("2000", "20000"):
        done = subprocess.run(
            [sys.executable, "-c", script, number], input=GOOD, capture_output=True, cwd=ROOT, check=True
        )
        peaks.append(int(done.stdout))
    assert peaks[1] - peaks[0] < 2048


def test_an_interrupt_leaves_no_traceback():
    with command("settle", start_new_session=True) as process:
        process.stdin.write(GOOD + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read() == b""


@pytest.mark.parametrize("argv", [[], ["settel"], ["settle", "x"], ["schema"], ["schema", "odds"]])
def test_asked_wrongly_it_says_how(argv, capsys):
    assert main(argv) == 2
    assert "usage" in capsys.readouterr().err


def test_help(capsys):
    assert main(["--help"]) == 0
    assert "settle" in capsys.readouterr().out


def test_the_engine_loads_no_django():
    code = (
        "import sys, games.engine.lines, games.engine.ultimate.record, casino.refused; print('django' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_schema_holds_for_a_line_read_and_a_line_answered():
    schema = settle_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate(ROUND)
    validator.validate(json.loads(json.dumps(answer(GOOD))))
    validator.validate(answer(b"["))
    assert not validator.is_valid({**ROUND, "x": 1})
