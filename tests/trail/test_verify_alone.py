"""`python -m casino.trail.verify` as a regulator runs it: another process, no Django, no database, no settings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casino.trail import keys
from tests.trail.paper import OTHER_SEED, SEED, Paper, evening

ROOT = Path(__file__).resolve().parents[2]
# Whoever imports Django or a database driver in this process finds nothing.
ALONE = """
import runpy, sys
for name in ("django", "psycopg", "celery", "redis", "casino.settings"):
    sys.modules[name] = None
sys.argv = ["verify", *sys.argv[1:]]
runpy.run_module("casino.trail.verify", run_name="__main__")
"""


@pytest.fixture
def key(tmp_path: Path) -> str:
    path = tmp_path / "key.pem"
    path.write_bytes(keys.to_pem(keys.signer(SEED).public_key()))
    return str(path)


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ALONE, *map(str, arguments)],
        capture_output=True, text=True, cwd=ROOT, env={"PATH": "/usr/bin:/bin"}, check=False,
    )  # fmt: skip


def write(paper_lines: list[bytes], path: Path) -> Path:
    path.write_bytes(b"".join(paper_lines))
    return path


def test_it_holds_and_says_until_when(tmp_path, key):
    done = run(write(evening().end(), tmp_path / "trail.jsonl"), "--key", key)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "The trail holds: 16 events in 3 streams; 3 checkpoints.",
        f"It vouches up to 2026-11-14T07:45:00.000000Z: checkpoint 3, signed with key "
        f"{keys.name_of(keys.signer(SEED).public_key())}.",
        "After it 2 events: chained, but not yet sealed by a checkpoint.",
    ]


def test_an_edited_row_is_named(tmp_path, key):
    lines = evening().end()
    lines[3] = lines[3].replace(b"5000", b"9000")
    done = run(write(lines, tmp_path / "trail.jsonl"), "--key", key)
    assert done.returncode == 1
    assert done.stdout.startswith("BROKEN: place:12 3 was changed: its bytes do not give the hash")
    assert "(line 4)" in done.stdout
    assert "Nothing" in done.stdout or "nothing can be vouched for" in done.stdout


def test_what_lies_before_the_fault_is_still_vouched_for(tmp_path, key):
    lines = evening().end()
    lines[-4] = lines[-4].replace(b"checkpoint", b"checkpoint ")
    done = run(write(lines, tmp_path / "trail.jsonl"), "--key", key)
    assert done.returncode == 1
    assert "It vouches up to 2026-11-14T07:44:00.000000Z: checkpoint 2" in done.stdout


def test_a_tail_that_was_cut_is_found_by_a_checkpoint_held_elsewhere(tmp_path, key):
    held = evening().write_held(3, tmp_path / "held.json")
    cut = Paper().append("place:12", times=3).append("place:13", times=2).seal().end()
    file = write(cut, tmp_path / "trail.jsonl")
    assert run(file, "--key", key).returncode == 0
    done = run(file, "--key", key, "--checkpoint", held)
    assert done.returncode == 1
    assert "it ends at checkpoint 1, and you hold 3" in done.stdout


def test_everything_signed_again_is_found_by_a_checkpoint_held_elsewhere(tmp_path, key):
    held = evening().write_held(1, tmp_path / "held.json")
    file = write(evening(reason="forged").end(), tmp_path / "trail.jsonl")
    assert run(file, "--key", key).returncode == 0
    done = run(file, "--key", key, "--checkpoint", held)
    assert done.returncode == 1
    assert "checkpoint 1 is not the one that you hold" in done.stdout


def test_two_held_checkpoints_that_match_are_said(tmp_path, key):
    paper = evening()
    first, last = paper.write_held(1, tmp_path / "1.json"), paper.write_held(3, tmp_path / "3.json")
    done = run(write(paper.end(), tmp_path / "t.jsonl"), "--key", key, "--checkpoint", first, "--checkpoint", last)
    assert done.returncode == 0
    assert "It matches what you hold: checkpoint 1, 3." in done.stdout


def test_signed_with_another_key(tmp_path, key):
    done = run(write(evening(seed=OTHER_SEED).end(), tmp_path / "trail.jsonl"), "--key", key)
    assert done.returncode == 1
    assert "checkpoint 1 was signed with another key" in done.stdout


def test_a_held_checkpoint_that_proves_nothing_is_not_taken(tmp_path, key):
    file = write(evening().end(), tmp_path / "trail.jsonl")
    forged = evening(seed=OTHER_SEED).write_held(1, tmp_path / "held.json")
    done = run(file, "--key", key, "--checkpoint", forged)
    assert done.returncode == 1
    assert "was signed with another key" in done.stdout


@pytest.mark.parametrize("what", ["no file", "no key", "bad key", "bad checkpoint"])
def test_what_cannot_be_checked_says_why_and_is_neither_good_nor_bad(tmp_path, key, what):
    file = write(evening().end(), tmp_path / "trail.jsonl")
    bad = tmp_path / "bad"
    bad.write_text("nonsense")
    arguments = {
        "no file": [tmp_path / "none", "--key", key], "no key": [file, "--key", tmp_path / "none"],
        "bad key": [file, "--key", bad], "bad checkpoint": [file, "--key", key, "--checkpoint", bad],
    }[what]  # fmt: skip
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
