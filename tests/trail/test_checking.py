"""The offline check: whatever is done to an export, the first bad event is named."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.trail import keys
from casino.trail.checking import HASH_TAIL, Broken, Check
from tests.trail.paper import OTHER_SEED, SEED, Paper, check, evening


def place_of(lines: list[bytes], stream: str, seq: int) -> int:
    prefix = f'{{"stream":"{stream}","seq":{seq},'.encode()
    return next(number for number, line in enumerate(lines) if line.startswith(prefix))


def rehashed(line: bytes, old: bytes, new: bytes) -> bytes:
    """A line with other content and the hash that fits it."""
    text = line[:-HASH_TAIL].replace(old, new)
    return text + b',"hash":"%b"}\n' % sha256(text).hexdigest().encode()


def test_what_nobody_touched_holds_and_says_until_when():
    found = check(evening().end())
    assert (found.events, found.checkpoints, len(found.heads), found.unsealed) == (16, 3, 3, 2)
    assert found.sealed.number == 3
    assert found.sealed.at == "2026-11-14T07:45:00.000000Z"


@pytest.mark.parametrize(("stream", "seq"), [("place:12", 2), ("place:13", 5), ("place:12", 9), ("staff:3", 1)])
def test_an_edited_event_is_named(stream, seq):
    lines = evening().end()
    at = place_of(lines, stream, seq)
    lines[at] = lines[at].replace(b'"minimum":5000', b'"minimum":2500')
    with pytest.raises(Broken, match=f"{stream} {seq} was changed") as broken:
        check(lines)
    assert broken.value.line == at + 1


def test_an_edited_event_with_a_new_hash_is_named_by_the_one_that_follows_it():
    lines = evening().end()
    at = place_of(lines, "place:12", 2)
    lines[at] = rehashed(lines[at], b"5000", b"2500")
    with pytest.raises(Broken, match="place:12 2 was changed: event 3 does not follow event 2"):
        check(lines)


def test_an_edited_last_event_with_a_new_hash_is_named_by_its_head():
    lines = evening().end()
    at = place_of(lines, "place:13", 2)
    lines[at] = rehashed(lines[at], b"5000", b"2500")
    with pytest.raises(Broken, match="place:13 2 was changed: the checkpoint that covers it has another hash"):
        check(lines)


def test_a_stream_written_again_from_the_middle_does_not_match_the_next_checkpoint():
    honest, forged = evening().end(), evening(reason="forged").end()
    after_first = next(number for number, line in enumerate(honest) if line.startswith(b'{"checkpoint":1,'))
    mixed = forged[:after_first] + honest[after_first:]
    with pytest.raises(Broken, match="checkpoint 1 does not match: the events and heads before it give another root"):
        check(mixed)


def test_a_removed_event_is_missing():
    lines = evening().end()
    del lines[place_of(lines, "place:12", 5)]
    with pytest.raises(Broken, match="place:12 5 is missing: event 6 follows event 4"):
        check(lines)


def test_a_removed_last_event_before_a_checkpoint_is_missing():
    lines = evening().end()
    del lines[place_of(lines, "staff:3", 2)]
    with pytest.raises(Broken, match="staff:3 2 is missing: the head is 2, the export has 1 of its events"):
        check(lines)


def test_a_stream_removed_with_its_head_does_not_match_the_checkpoint():
    lines = [line for line in evening().end() if b"staff:3" not in line.split(b",")[0]]
    with pytest.raises(Broken, match="checkpoint 2 does not match"):
        check(lines)


def test_two_events_exchanged_are_out_of_order():
    lines = evening().end()
    first, second = place_of(lines, "place:12", 4), place_of(lines, "place:12", 5)
    lines[first], lines[second] = lines[second], lines[first]
    with pytest.raises(Broken, match="place:12 5 is out of order: it stands before event 4"):
        check(lines)


def test_an_event_moved_before_a_checkpoint_is_out_of_order():
    lines = evening().end()
    late = lines.pop(place_of(lines, "place:12", 4))
    lines.insert(place_of(lines, "place:12", 3) + 1, late)
    with pytest.raises(Broken, match="place:12 4 is out of order"):
        check(lines)


def test_an_event_slipped_in_before_a_checkpoint_is_not_covered():
    paper = Paper().append("place:12", times=2).seal()
    late = paper.append("player:7").lines.pop()
    lines = paper.end()
    lines.insert(3, late)
    with pytest.raises(Broken, match="checkpoint 1 does not match: player:7 1 stands before it and is not covered"):
        check(lines)


def test_a_second_version_of_an_event_is_a_fork():
    lines = evening().end()
    at = place_of(lines, "place:12", 5)
    lines.insert(at + 1, rehashed(lines[at], b"5000", b"2500"))
    with pytest.raises(Broken, match="place:12 5 is there twice: with another content"):
        check(lines)


def test_an_event_repeated_is_there_twice():
    lines = evening().end()
    at = place_of(lines, "place:13", 4)
    lines.insert(at, lines[at])
    with pytest.raises(Broken, match="place:13 4 is there twice: the same event again"):
        check(lines)


def test_a_file_that_was_cut_short_says_so():
    lines = evening().end()
    with pytest.raises(Broken, match="the export is cut off: it ends without its closing line"):
        check(lines[:-1])
    with pytest.raises(Broken, match="is cut off"):
        check([*lines[:-2], lines[-2][:-5]])


def test_a_tail_cut_with_a_new_closing_line_is_found_by_a_checkpoint_held_elsewhere():
    whole = evening()
    short = Paper().append("place:12", times=3).append("place:13", times=2).seal().end()
    assert check(short).sealed.number == 1
    with pytest.raises(Broken, match="the export is cut off: it ends at checkpoint 1, and you hold 3"):
        check(short, held=whole.held(3))


def test_everything_signed_again_is_found_by_a_checkpoint_held_elsewhere():
    held = evening().held(2)
    forged = evening(reason="forged").end()
    assert check(forged).sealed.number == 3
    with pytest.raises(Broken, match="checkpoint 2 is not the one that you hold: the record before it was written"):
        check(forged, held=held)


def test_what_was_rewritten_after_a_held_checkpoint_is_bounded_by_it():
    honest = evening()
    forged = Paper().append("place:12", times=3).append("place:13", times=2).seal()
    forged.append("place:12", reason="forged", times=4).append("staff:3", times=2).seal()
    with pytest.raises(Broken, match="checkpoint 2 is not the one that you hold: the record after checkpoint 1"):
        check(forged.end(), held=honest.held(1) | honest.held(2))


def test_a_checkpoint_held_elsewhere_that_matches_is_said():
    paper = evening()
    assert check(paper.end(), held=paper.held(1) | paper.held(3)).matched == [1, 3]


def test_signed_with_another_key():
    forged = evening(seed=OTHER_SEED).end()
    with pytest.raises(Broken, match="checkpoint 1 was signed with another key"):
        check(forged, seed=SEED)


def test_another_signature_under_our_name_does_not_fit():
    lines = evening().end()
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"checkpoint":2,'))
    flipped = json.loads(lines[at])["signature"].encode()
    lines[at] = lines[at].replace(flipped, flipped[::-1])
    with pytest.raises(Broken, match="checkpoint 2 was changed: its signature does not fit it"):
        check(lines)


def test_a_removed_checkpoint_is_missing():
    lines = [line for line in evening().end() if not line.startswith(b'{"checkpoint":2,')]
    with pytest.raises(Broken, match="checkpoint 2 is missing: after checkpoint 1 comes 3"):
        check(lines)


@pytest.mark.parametrize(
    "line", [b"\n", b"[]\n", b"null\n", b'{"head":1}\n', b'{"checkpoint":{}}\n', b'{"end":3}\n', b'{"x":1}\n',
             b'{"stream":"place:12","seq":"1"}\n', b'{"stream":"place:12"\n', b"\xff\xfe\n", b'{"stream":"\xff"}\n'],
)  # fmt: skip
def test_nonsense_is_named_and_never_a_crash(line):
    lines = evening().end()
    lines.insert(4, line)
    with pytest.raises(Broken):
        check(lines)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_no_byte_after_the_first_line_can_be_changed(data):
    lines = evening().end()
    number = data.draw(st.integers(1, len(lines) - 2))
    at = data.draw(st.integers(0, len(lines[number]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != lines[number][at]))
    line = bytearray(lines[number])
    line[at] = byte
    forged = b"".join([*lines[:number], bytes(line), *lines[number + 1 :]]).splitlines(keepends=True)
    with pytest.raises(Broken):
        check(forged)


def shape(lines: list[bytes]) -> list[dict[bytes, list[bytes]]]:
    """Between two checkpoints the streams may stand in any order, each in its own."""
    found: list[dict[bytes, list[bytes]]] = [{}]
    for line in lines:
        stream = line.split(b'"')[3] if line.startswith((b'{"stream"', b'{"head"')) else b""
        found[-1].setdefault(stream, []).append(line)
        if line.startswith(b'{"checkpoint"'):
            found.append({})
    return found


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_line_can_be_left_out_repeated_or_moved(data):
    lines = evening().end()
    forged = list(lines)
    line = forged.pop(data.draw(st.integers(1, len(lines) - 1)))
    for _ in range(data.draw(st.integers(0, 2))):
        forged.insert(data.draw(st.integers(1, len(forged))), line)
    if shape(forged) == shape(lines):
        return
    with pytest.raises(Broken):
        check(forged)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["place:1", "place:2", "staff:1", "seal"]), max_size=60), st.integers(1, 7))
def test_every_trail_holds_however_it_is_portioned(steps, portion):
    paper = Paper()
    for step in steps:
        paper.seal() if step == "seal" else paper.append(step)
    found = Check(keys.by_name([keys.signer(SEED).public_key()]))
    lines = paper.end()
    for start in range(0, len(lines), portion):
        found.feed(lines[start : start + portion])
    found.end()
    assert found.events == sum(step != "seal" for step in steps)
    assert {name: head.seq for name, head in found.heads.items()} == {
        name: steps.count(name) for name in set(steps) - {"seal"}
    }
