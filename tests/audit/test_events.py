"""Events by stream, person, kind and time; one event with its proof; always the same number of questions."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.audit import browsing
from casino.house.models import Place, Staff
from casino.house.ranks import Rank
from casino.trail import checkpoints, record
from casino.trail.models import Event
from tests.audit.conftest import AT
from tests.factories import make_place, make_player, make_property, make_staff

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "audit"])
NASTY = "<b>&amp; \u202e \u2028 👩‍👧 Te Whanganui-a-Tara “x” \\ '"


def page(browser, **wanted) -> str:
    answer = browser.get(reverse("audit:trail"), wanted)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def rows(text: str) -> list[str]:
    """The events on a page, as `stream · number`."""
    return re.findall(r">([a-z_]+:[^<]* · \d+)</a>", text)


def append(stream: str, *, times: int = 1, **fields) -> None:
    given = {"kind": "a.b", "subject": "x", "at": AT} | fields
    with transaction.atomic():
        record.append_many([record.NewEvent(stream, **given) for _ in range(times)])


def place_stream() -> str:
    return Place.objects.get(code="BA-12").stream


def test_the_newest_stand_first_in_the_time_of_their_property_with_utc_beside_it(evening, browser):
    text = page(browser, kind="limits.changed")
    assert rows(text) == [f"{place_stream()} · {number}" for number in (6, 5, 4, 3, 2, 1)]
    assert (
        '<time datetime="2026-11-14T07:42:16+00:00" title="2026-11-14 07:42:16 UTC">14 Nov 2026, 20:42:16</time>'
        in text
    )
    assert "The players agreed" in text
    assert "Moana Rāpana" in text


def test_by_stream_by_its_name_or_by_the_code_of_the_table(evening, browser):
    for name in (place_stream(), "BA-12", "ba-12"):
        assert len(rows(page(browser, stream=name))) == 6
    assert rows(page(browser, stream="place:999")) == []
    assert "Nothing in your properties matches" in page(browser, stream="place:999")


def test_by_person_what_they_did_and_what_was_written_about_them(evening, browser):
    moana = Staff.objects.get(username="moana")
    for name in (moana.stream, "Moana Rāpana", "rāpana", "moana"):
        assert len(rows(page(browser, person=name))) == 7
    player = make_player(evening)
    append(player.stream, kind="player.signed_in")
    assert rows(page(browser, person=player.card_number)) == [f"{player.stream} · 1"]
    assert "Nobody is known by this name" in page(browser, person="Nobody Of That Name")


def test_by_kind_whole_or_by_its_app(evening, browser):
    assert len(rows(page(browser, kind="staff.signed_in"))) == 1
    assert len(rows(page(browser, kind="limits."))) == 6
    assert rows(page(browser, kind="limits")) == []


TIMES = (
    ("14 Nov 2026 20:43", "", 3),
    ("", "14 Nov 2026 20:42", 3),
    ("14 Nov 2026 20:42:17", "14 Nov 2026 20:43:16", 3),
    ("2026-11-14", "2026-11-14", 6),
    ("2026-11-14T20:43:18", "", 1),
    ("15 Nov 2026", "", 0),
)


def test_by_time_as_the_property_counts_it(evening, browser):
    """07:42:16 UTC is 20:42:16 in Auckland; a day, a minute or a second that is named is meant whole."""
    for since, until, found in TIMES:
        assert len(rows(page(browser, kind="limits.changed", since=since, until=until))) == found, (since, until)


def test_a_time_that_cannot_be_read_says_how_to_type_it(evening, browser):
    text = page(browser, since="yesterday", until="31 Feb 2026")
    assert text.count("Type a day and perhaps a time, such as 14 Nov 2026 20:42.") == 2
    assert rows(text) == []


def test_what_is_not_sealed_yet_is_flagged(evening, browser):
    text = page(browser, person="moana")
    assert text.count('<tr class="wait">') == 1
    assert "Not yet" in text


def test_pages_follow_each_other_without_gap_or_repeat(evening, browser, monkeypatch):
    append("place:777", times=25)
    append("place:778", times=25, at=AT + timedelta(seconds=1))
    monkeypatch.setattr(browsing, "PAGE", 7)
    for wanted in ({"kind": "a.b"}, {"stream": "place:777"}):
        seen, query = [], dict(wanted)
        while True:
            text = page(browser, **query)
            seen += rows(text)
            older = re.search(r'href="\?([^"]*before=[^"]*)">Older', text)
            if not older:
                break
            query = dict(pair.split("=") for pair in older[1].replace("%3A", ":").replace("%7E", "~").split("&"))
        numbers = [int(row.split(" · ")[1]) for row in seen]
        assert len(seen) == len(set(seen)) == (50 if "kind" in wanted else 25)
        assert numbers == (2 * list(range(25, 0, -1)) if "kind" in wanted else list(range(25, 0, -1)))
        assert f"?{next(iter(wanted))}" in text


def test_text_with_every_oddity_is_shown_and_never_run(evening, browser):
    append("place:5", reason=NASTY, subject=NASTY, actor=NASTY, clause=NASTY, after={NASTY: NASTY}, property=evening.pk)
    for address in (reverse("audit:trail"), reverse("audit:event", args=["place:5", 1])):
        text = browser.get(address).content.decode()
        assert "<b>&amp;" not in text
        assert "Te Whanganui-a-Tara" in text
    assert NASTY in page(browser, stream="place:5")


def test_another_property_is_not_shown_to_an_inspector_of_this_one(evening, browser):
    elsewhere = make_property(code="perth", time_zone="Australia/Perth")
    append("place:900", property=elsewhere.pk, times=2)
    append("place:900", property=evening.pk)
    assert rows(page(browser, stream="place:900")) == ["place:900 · 3"]
    assert rows(page(browser, property="perth")) == []
    answer = browser.get(reverse("audit:event", args=["place:900", 1]))
    assert answer.status_code == 403
    assert "at which you hold no post" in html.unescape(answer.content.decode())
    assert browser.get(reverse("audit:event", args=["place:900", 3])).status_code == 200


def test_what_belongs_to_no_property_is_shown_to_every_inspector(evening, browser):
    make_property()
    append("document:NZ5", kind="document.approved")
    assert rows(page(browser, kind="document.approved")) == ["document:NZ5 · 1"]


def test_the_number_of_questions_does_not_grow_with_the_events(evening, browser):
    def questions(**wanted) -> tuple[int, int]:
        with CaptureQueriesContext(connections["audit"]) as read, CaptureQueriesContext(connection) as ordinary:
            page(browser, **wanted)
        return len(read), len(ordinary)

    page(browser)
    few = questions()
    for number in range(40):
        person = make_staff(Rank.DEALER, evening)
        place = make_place(evening)
        append(place.stream, times=2, actor=person.stream, subject=place.stream, property=evening.pk)
        append(make_player(evening).stream, kind=f"a.b{'x' * number}", property=evening.pk)
    checkpoints.seal(at=AT + timedelta(minutes=9))
    many = questions()
    assert many[0] <= few[0] + 1  # players, whom the first page did not name
    assert many[1] == few[1]
    assert many[0] <= 8
    assert questions(person="Staff", kind="a.", since="14 Nov 2026", until="15 Nov 2026")[0] <= 10


def test_one_event_with_its_hash_its_proof_and_the_checkpoint_that_covers_it(evening, browser):
    row = Event.objects.get(stream=place_stream(), seq=2)
    text = html.unescape(browser.get(reverse("audit:event", args=[row.stream, 2])).content.decode())
    spaced = " ".join(re.findall("....", bytes(row.hash).hex()))
    assert spaced in text
    assert "Its bytes give its hash" in text
    assert "It names event 1 by its hash" in text
    assert "1 more event leads to the head, 3" in text
    assert "Checkpoint 1, rightly signed, has the head as leaf 0" in text
    assert "Does not hold" not in text
    assert '"reason":"The players agreed"' in text
    assert re.search(r"minimum</th>\s*<td>2500</td>\s*<td>5000</td>", text)
    assert re.search(r'signs</th>\s*<td></td>\s*<td>\["A", "B"\]</td>', text)


def test_an_event_that_no_checkpoint_covers_says_so(evening, browser):
    moana = Staff.objects.get(username="moana")
    text = browser.get(reverse("audit:event", args=[moana.stream, 1])).content.decode()
    assert "The next checkpoint will cover it" in text
    assert "It is the first of its stream" in text


def behind_our_back(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET session_replication_role = DEFAULT")


@pytest.mark.parametrize(
    ("statement", "shown", "said"),
    [
        ("UPDATE trail_event SET reason = 'other' WHERE seq = 2", 2, "Its bytes do not give the hash that is stored"),
        ("UPDATE trail_event SET reason = 'other' WHERE seq = 3", 2, "The chain to the sealed head is broken"),
        ("DELETE FROM trail_event WHERE seq = 2 AND property IS NOT NULL", 1, "The chain to the sealed head is broken"),
        ("UPDATE trail_sealedhead SET hash = '' WHERE seq = 3", 2, "Checkpoint 1 does not match the head"),
        ("UPDATE trail_checkpoint SET root = '' WHERE number = 1", 2, "Checkpoint 1 does not match the head"),
        ("UPDATE trail_checkpoint SET at = at + interval '1 s'", 2, "The signature of checkpoint 1 does not fit it"),
        ("UPDATE trail_checkpoint SET key = 'mine'", 2, "The signature of checkpoint 1 does not fit it"),
    ],
)  # fmt: skip
def test_an_event_that_was_tampered_with_shows_it(evening, browser, statement, shown, said):
    behind_our_back(statement)
    text = browser.get(reverse("audit:event", args=[place_stream(), shown])).content.decode()
    assert said in text
    assert "Does not hold" in text


def test_one_event_asks_a_constant_number_of_questions(evening, browser):
    def questions(number: int) -> int:
        with CaptureQueriesContext(connections["audit"]) as read:
            browser.get(reverse("audit:event", args=[place_stream(), number]))
        return len(read)

    few = questions(1)
    append(place_stream(), times=200, property=evening.pk)
    append("place:55", times=3)
    checkpoints.seal(at=AT + timedelta(minutes=9))
    assert questions(10) <= few  # one name less
    assert few <= 9  # two of them: has the cited clause changed since?


def test_a_head_too_far_away_is_left_to_the_whole_check(evening, browser, monkeypatch):
    from casino.trail import proofs

    monkeypatch.setattr(proofs, "FURTHEST", 1)
    text = browser.get(reverse("audit:event", args=[place_stream(), 1])).content.decode()
    assert "Verify the whole trail" in text


def test_the_overview_says_how_the_trail_stands(evening, browser, inspector):
    text = html.unescape(browser.get(reverse("audit:overview")).content.decode())
    assert "checkpoint 2" in text
    assert "8 events in 3 streams" in text  # this look is one of them
    assert "2 events, not sealed yet" in text
    assert "Not being sealed" in text  # the last checkpoint lies years from now
    assert "/audit/" in text
    for label in ("Events", "Checkpoints", "Verify", "Exports"):
        assert label in text
    assert "Aotea Quay" in text


def test_a_late_checkpoint_is_flagged(evening, browser):
    checkpoints.seal(at=AT + timedelta(minutes=30))
    text = browser.get(reverse("audit:checkpoints")).content.decode()
    assert text.count('<tr class="flag">') == 1
    assert "Late" in text
    assert text.count("checkpoints/") >= 3


def test_checkpoints_page_by_page(evening, browser, monkeypatch):
    from casino.audit import views

    for minute in range(3, 12):
        checkpoints.seal(at=AT + timedelta(minutes=minute))
    monkeypatch.setattr(views, "CHECKPOINTS_PER_PAGE", 4)
    seen, address = [], reverse("audit:checkpoints")
    while address:
        text = browser.get(address).content.decode()
        seen += [int(number) for number in re.findall(r'<th scope="row" class="num">(\d+)</th>', text)]
        older = re.search(r'href="(\?below=\d+)">Older', text)
        address = reverse("audit:checkpoints") + older[1] if older else ""
    assert seen == list(range(11, 0, -1))
