"""How benchmarks are found, measured and written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.measure import rates, row

KEYS = ["name", "ours", "peer", "peer_name", "ratio", "unit", "better"]


@pytest.fixture
def target(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(bench, "TARGET", tmp_path / "var" / "bench.json")
    return bench.TARGET


def test_a_group_is_a_module_and_what_else_belongs_to_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("__init__", "__main__", "measure", "simulated", "engine", "poker", "ledger"):
        (tmp_path / f"{name}.py").touch()
    monkeypatch.setattr(bench, "HERE", tmp_path)
    assert bench.groups() == {"engine": ["engine", "poker"], "ledger": ["ledger"]}


def test_a_group_that_is_not_built_does_not_exist(capsys: pytest.CaptureFixture[str], target: Path) -> None:
    assert bench.main(["roulette"]) == 2
    said = capsys.readouterr().err
    assert "roulette" in said and "engine" in said and "odds" in said
    assert not target.exists()


def test_rows_are_printed_and_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], target: Path
) -> None:
    found = [row("settled", 22_345.678, "rounds/CPU s", peer=10_000, peer_name="least asked"), row("bare", 0.5, "s")]
    monkeypatch.setattr(bench, "run", lambda module: found if module == "odds" else None)
    assert bench.main(["odds"]) == 0
    written = json.loads(target.read_text())
    assert [list(line) for line in written] == [KEYS, KEYS]
    assert (written[0]["ours"], written[0]["ratio"], written[0]["better"]) == (22_350, 2.235, "higher")
    assert (written[1]["peer"], written[1]["ratio"]) == (None, None)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["settled", "22,350", "rounds/CPU", "s", "10,000", "least", "asked", "2.235"]


def test_a_module_that_fails_is_told_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], target: Path
) -> None:
    monkeypatch.setattr(bench, "groups", lambda: {"gone": ["no_such_module"], "odds": ["odds"]})
    whole = bench.run
    monkeypatch.setattr(bench, "run", lambda module: [row("kept", 1, "s")] if module == "odds" else whole(module))
    assert bench.main([]) == 1
    assert "no_such_module" in capsys.readouterr().err
    assert [line["name"] for line in json.loads(target.read_text())] == ["kept"]


def test_contenders_take_turns() -> None:
    turns: list[str] = []

    def ours() -> int:
        turns.append("ours")
        return sum(1 for _ in range(1_000))

    def peer() -> int:
        turns.append("peer")
        return sum(1 for _ in range(1_000)) // 1_000

    found = rates(ours, peer, rounds=3, least=0)
    assert turns == ["ours", "peer"] * 4
    assert found[0] > found[1] > 0
