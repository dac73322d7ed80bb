"""What the regulator takes away holds by itself, and holds nothing of other properties."""

from __future__ import annotations

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections, transaction
from django.test import AsyncClient
from django.urls import reverse

from casino.audit.downloads import attached, in_chunks
from casino.house.models import Place, Post
from casino.house.ranks import Rank
from casino.trail import record, verify
from casino.trail.models import Checkpoint
from tests.audit.conftest import AT
from tests.factories import LONG_AGO, make_property

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "audit"])


def fetch(browser, name: str, *args, **query) -> bytes:
    answer = browser.get(reverse(f"audit:{name}", args=args), query)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.fixture
def kept(tmp_path, browser):
    """Downloads into files."""

    def keep(name: str, *args, **query) -> str:
        path = tmp_path / f"{name}-{len(list(tmp_path.iterdir()))}"
        path.write_bytes(fetch(browser, name, *args, **query))
        return str(path)

    return keep


def test_export_key_and_checkpoint_are_all_that_the_verifier_needs(evening, kept, capsys):
    key, held = kept("key_file"), kept("checkpoint_file", 2)
    assert verify.main([kept("export_file"), "--key", key, "--checkpoint", held]) == 0
    out = capsys.readouterr().out
    assert "It matches what you hold: checkpoint 2." in out
    assert "vouches up to 2026-11-14T07:44:16.000000Z" in out


def test_some_streams_with_their_proof_by_the_code_of_a_table(evening, kept, capsys):
    key, held = kept("key_file"), kept("checkpoint_file", 1)
    part = kept("export_file", streams="BA-12", against="1")
    assert verify.main([part, "--key", key, "--checkpoint", held]) == 0
    assert "6 events in 1 stream, only these" in capsys.readouterr().out


def test_only_what_follows_a_checkpoint(evening, kept, capsys):
    assert verify.main([kept("export_file", since="1"), "--key", kept("key_file")]) == 0
    assert "It begins at checkpoint 1" in capsys.readouterr().out


def test_all_checkpoints_in_one_file_are_held_together(evening, kept, capsys):
    all_of_them = kept("checkpoint_files")
    assert verify.main([kept("export_file"), "--key", kept("key_file"), "--checkpoint", all_of_them]) == 0
    assert "It matches what you hold: checkpoint 1, 2." in capsys.readouterr().out
    with open(kept("checkpoint_files", since="1")) as file:
        assert [json.loads(line)["checkpoint"] for line in file] == [2]


NOT_THERE = (
    ({"streams": "BA-99"}, "There is no stream BA-99."),
    ({"streams": "place:999"}, "There is no stream place:999."),
    ({"since": "77"}, "There is no checkpoint 77."),
    ({"streams": "BA-12", "against": "x"}, "There is no checkpoint x."),
    ({"streams": "a:1 " * 300}, "Choose fewer streams, or the whole trail."),
)


def test_what_is_not_there_is_refused_in_words(evening, browser):
    for query, said in NOT_THERE:
        answer = browser.get(reverse("audit:export_file"), query)
        assert answer.status_code == 422, query
        assert said in answer.content.decode()


def test_what_holds_another_propertys_record_is_refused_to_an_inspector_of_this_one(evening, browser):
    elsewhere = make_property(code="perth")
    with transaction.atomic():
        record.append(stream="staff:900", kind="a.b", subject="x", at=AT, property=elsewhere.pk)
    address = reverse("audit:export_file")
    whole = browser.get(address)
    assert whole.status_code == 403
    assert "at which you hold no post" in whole.content.decode()
    assert browser.get(address, {"streams": "staff:900"}).status_code == 403
    assert browser.get(address, {"streams": "BA-12 staff:900"}).status_code == 403
    assert b"".join(browser.get(address, {"streams": "BA-12"}).streaming_content)
    assert "Choose streams" in browser.get(reverse("audit:exports")).content.decode()


def test_an_inspector_of_all_properties_takes_it_whole(evening, browser, inspector):
    Post.objects.create(staff=inspector, property=make_property(), rank=Rank.INSPECTOR, from_at=LONG_AGO)
    assert fetch(browser, "export_file").count(b'{"stream"') >= 7


def test_the_private_key_is_nowhere(evening, browser, settings):
    everything = fetch(browser, "key_file") + fetch(browser, "export_file") + fetch(browser, "checkpoint_files")
    assert settings.TRAIL_SIGNING_KEY.encode() not in everything
    assert b"PRIVATE" not in everything
    assert Checkpoint.objects.count() == 2


def test_chunks_are_large_and_complete():
    lines = [b"x" * 1000 + b"\n"] * 1000
    chunks = list(in_chunks(lines))
    assert b"".join(chunks) == b"".join(lines)
    assert len(chunks) == 16


def test_under_asgi_it_streams_too(evening, inspector):
    """One chunk at a time: a plain iterator would first be gathered whole."""

    async def fetch_it() -> list[bytes]:
        client = AsyncClient()
        await client.aforce_login(inspector, backend="casino.house.signing_in.StaffBackend")
        answer = await client.get(reverse("audit:export_file"))
        assert answer.status_code == 200
        assert answer.is_async
        found = [chunk async for chunk in answer.streaming_content]
        await sync_to_async(connections.close_all)()
        return found

    chunks = asyncio.run(fetch_it())
    assert b"".join(chunks).endswith(b"}}\n")


def test_only_as_much_is_read_as_was_sent():
    read = []

    def lines():
        for number in range(100_000):
            read.append(number)
            yield b"x" * 999 + b"\n"

    async def first_two() -> None:
        request = ASGIRequest({"type": "http", "method": "GET", "path": "/", "headers": []}, None)
        answer = attached(request, lines(), "trail.jsonl")
        parts = answer.streaming_content
        await anext(aiter(parts))
        await anext(aiter(parts))

    asyncio.run(first_two())
    assert 100 < len(read) < 200


def test_a_place_without_events_has_no_stream(evening, browser):
    Place.objects.create(property=evening, kind="table", code="BA-13", name="Empty")
    assert browser.get(reverse("audit:export_file"), {"streams": "BA-13"}).status_code == 422
