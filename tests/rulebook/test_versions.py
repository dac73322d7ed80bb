"""Versions: who may do what in which state, and what is in force when."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.due import rows as due
from casino.due.models import Due, Outcome
from casino.house import duties
from casino.house.ranks import Rank
from casino.live.models import Channel
from casino.refused import Refused
from casino.trail.models import Event
from games.rulebook import documents, succession, versions
from games.rulebook.models import Clause, Document, ImportFlag, Parameter, Revision, Version
from games.rulebook.shapes import ClauseText, ParameterValue
from games.rulebook.versions import State, state
from tests.factories import make_property, make_staff
from tests.rulebook.books import AT, DAY, make_applied, make_approved, make_document, make_draft, make_people

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def approve(version: Version, by: Any, at: datetime = AT, from_at: datetime | None = None, **more: Any) -> Version:
    said = {"instrument": "Notice 1", "effective_at": from_at or at + DAY, "seen_hash": version.content_hash}
    return versions.approve(version, by=by, at=at, **(said | more))


def kinds(document: Document) -> list[str]:
    return list(Event.objects.filter(stream=document.stream).order_by("seq").values_list("kind", flat=True))


def test_a_version_goes_through_its_states_by_its_instants_alone() -> None:
    people, document = make_people(), make_document()
    version = make_draft(document, people)
    assert state(version, AT) is State.DRAFT
    version = versions.apply_for(version, by=people.manager, at=AT)
    assert state(version, AT) is State.APPLIED
    version = approve(version, people.authority, from_at=AT + DAY)
    assert [state(version, AT + DAY * n) for n in (0, 1)] == [State.SCHEDULED, State.IN_FORCE]
    after = make_approved(document, people, label="Version 2", at=AT + HOUR, from_at=AT + 2 * DAY, base=version)
    version.refresh_from_db()
    assert version.ends_at == AT + 2 * DAY
    assert state(version, AT + 2 * DAY - HOUR) is State.IN_FORCE
    assert state(version, AT + 2 * DAY) is State.SUPERSEDED
    assert state(after, AT + 2 * DAY) is State.IN_FORCE
    assert versions.in_force_version(document, AT + DAY) == version
    assert versions.in_force_version(document, AT + 2 * DAY) == after
    assert versions.in_force_version(document, AT) is None
    assert kinds(document) == ["document.opened", "version.drafted", "version.applied_for", "version.approved",
                               "version.drafted", "version.applied_for", "version.approved"]  # fmt: skip


@pytest.mark.parametrize(("code", "who"), [
    ("rulebook.see", set(Rank) - {Rank.DEALER, Rank.CASHIER, Rank.INSPECTOR}), ("rulebook.draft", {Rank.COMPLIANCE}),
    ("rulebook.apply", {Rank.TABLE_GAMES_MANAGER}), ("rulebook.elect", {Rank.TABLE_GAMES_MANAGER}),
    ("rulebook.decide", {Rank.AUTHORITY}),
])  # fmt: skip
def test_compliance_drafts_the_manager_applies_and_elects_the_authority_decides(code: str, who: set[Rank]) -> None:
    prop = make_property()
    assert {rank for rank in Rank if duties.may(make_staff(rank, prop), code, prop, at=AT)} == who


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank is not Rank.AUTHORITY])
def test_only_the_authority_approves(rank: Rank) -> None:
    people, document = make_people(), make_document()
    version = make_applied(document, people)
    with pytest.raises(Refused, match="Only the authority") as refused:
        approve(version, make_staff(rank, people.property))
    assert refused.value.clause == "Gambling Act 2003"
    version.refresh_from_db()
    assert version.approved_at is None


def test_the_authority_of_another_jurisdiction_does_not_approve() -> None:
    people, document = make_people(), make_document()
    elsewhere = make_staff(Rank.AUTHORITY, make_property(jurisdiction="wa"))
    with pytest.raises(Refused, match="Only the authority"):
        approve(make_applied(document, people), elsewhere)


def test_an_authority_whose_post_has_ended_does_not_approve() -> None:
    people, document = make_people(), make_document()
    version = make_applied(document, people)
    people.authority.posts.update(until_at=AT - DAY)
    with pytest.raises(Refused, match="Only the authority"):
        approve(version, people.authority)


def test_nobody_approves_their_own_draft() -> None:
    people, document = make_people(), make_document()
    version = versions.draft(
        document=document, label="Own", clauses=[], parameters=[], by=people.authority, at=AT, applicant=people.manager
    )
    with pytest.raises(Refused, match="Nobody approves what they drafted"):
        approve(version, people.authority)
    with pytest.raises(IntegrityError, match="version_author_does_not_approve"), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(approved_by=people.authority, approved_at=AT)


def test_nobody_approves_what_they_applied_for() -> None:
    people, document = make_people(), make_document()
    version = versions.apply_for(make_draft(document, people), by=people.authority, at=AT)
    with pytest.raises(Refused, match="applied for"):
        approve(version, people.authority)
    with pytest.raises(IntegrityError, match="version_applicant_does_not_approve"), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(approved_by=people.authority, approved_at=AT)


def test_whoever_drafted_it_does_not_apply_for_it() -> None:
    people, document = make_people(), make_document()
    version = make_draft(document, people)
    with pytest.raises(Refused, match="Whoever drafted it"):
        versions.apply_for(version, by=people.compliance, at=AT)
    with pytest.raises(IntegrityError, match="version_author_does_not_apply"), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(applicant=people.compliance)


def test_nothing_is_approved_that_nobody_applied_for() -> None:
    people, document = make_people(), make_document()
    version = make_draft(document, people)
    with pytest.raises(Refused, match="Nobody has applied"):
        approve(version, people.authority)
    with pytest.raises(IntegrityError, match="version_approval_needs_application"), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(approved_by=people.authority, approved_at=AT)


def test_flags_of_the_import_are_settled_before_it_is_applied_for() -> None:
    people, document = make_people(), make_document()
    version = make_draft(document, people)
    flag = ImportFlag.objects.create(
        version=version, kind="duplicate_number", message="19.4", first_line=1, last_line=1
    )
    with pytest.raises(Refused, match="1 left"):
        versions.apply_for(version, by=people.manager, at=AT)
    ImportFlag.objects.filter(pk=flag.pk).update(settled_at=AT)
    assert versions.apply_for(version, by=people.manager, at=AT).applied_at == AT


def test_a_version_that_changed_since_it_was_read_is_not_approved() -> None:
    people, document = make_people(), make_document()
    version = make_applied(document, people)
    read = version.content_hash
    versions.rewrite(
        version, clauses=[ClauseText("1.0", text="Otherwise.")], parameters=[], by=people.compliance, at=AT
    )
    with pytest.raises(Refused, match="Nobody has applied"):
        approve(version, people.authority)
    versions.apply_for(version, by=people.manager, at=AT)
    with pytest.raises(Refused, match="changed since you read it"):
        approve(version, people.authority, seen_hash=read)


def test_the_hash_covers_every_word_and_every_value() -> None:
    clauses = [ClauseText("1.0", text="A"), ClauseText("2.0", text="B")]
    values = [ParameterValue("tie", {"choices": [8]}, "NZ5 5.10(c)"), ParameterValue("decks", {}, "NZ5 3.4(a)")]
    known = versions.content_hash(clauses, values)
    assert versions.content_hash(clauses, values[::-1]) == known
    others = [
        versions.content_hash(clauses[::-1], values), versions.content_hash(clauses, values[:1]),
        versions.content_hash([ClauseText("1.0", text="A "), clauses[1]], values),
        versions.content_hash(clauses, [values[0], ParameterValue("decks", {}, "NZ5 3.4(a)", form="ante_up")]),
    ]  # fmt: skip
    assert len({known, *others}) == 5


def test_nothing_holds_before_its_gazette_notice_is_recorded() -> None:
    people, document = make_people(), make_document(gazette=True)
    first = make_approved(document, people, at=AT - 9 * DAY, from_at=AT + DAY)
    assert state(first, AT + 2 * DAY) is State.APPROVED
    assert versions.in_force_version(document, AT + 2 * DAY) is None
    assert not Due.objects.exists()
    first = versions.record_gazette(first, by=people.authority, at=AT, notice="Gazette 12", gazetted_at=AT - DAY)
    assert state(first, AT) is State.SCHEDULED
    assert versions.in_force_version(document, AT + DAY) == first
    assert Due.objects.get().at == AT + DAY
    second = make_approved(document, people, label="Version 2", at=AT, from_at=AT + 2 * DAY, base=first)
    assert versions.in_force_version(document, AT + 3 * DAY) == first
    # The instant passes without a notice: the predecessor goes on, and the notice has to name a later instant.
    with pytest.raises(Refused, match="without a notice"):
        versions.record_gazette(second, by=people.authority, at=AT + 3 * DAY, notice="13", gazetted_at=AT)
    second = versions.record_gazette(
        second, by=people.authority, at=AT + 3 * DAY, notice="13", gazetted_at=AT, effective_at=AT + 4 * DAY
    )
    assert versions.in_force_version(document, AT + 4 * DAY - HOUR) == first
    assert versions.in_force_version(document, AT + 4 * DAY) == second


def test_what_was_gazetted_before_the_book_was_kept_here_held_then() -> None:
    people, document = make_people(), make_document(gazette=True)
    old = make_approved(document, people, from_at=AT - 500 * DAY)
    versions.record_gazette(old, by=people.authority, at=AT, notice="Gazette 1", gazetted_at=AT - 510 * DAY)
    assert versions.in_force_version(document, AT - 400 * DAY) == old


def test_a_notice_that_is_not_published_yet_or_not_needed_is_refused() -> None:
    people = make_people()
    waits = make_approved(make_document(gazette=True), people, from_at=AT + DAY)
    with pytest.raises(Refused, match="not published"):
        versions.record_gazette(waits, by=people.authority, at=AT, notice="1", gazetted_at=AT + HOUR)
    with pytest.raises(Refused, match="Only the authority"):
        versions.record_gazette(waits, by=people.manager, at=AT, notice="1", gazetted_at=AT)
    plain = make_approved(make_document("UTH"), people, from_at=AT + DAY)
    with pytest.raises(Refused, match="waits for no gazette"):
        versions.record_gazette(plain, by=people.authority, at=AT, notice="1", gazetted_at=AT)


def test_a_withdrawal_before_effect_leaves_a_trace_and_the_predecessor_goes_on() -> None:
    people, document = make_people(), make_document()
    first = make_approved(document, people, at=AT - DAY)
    second = make_approved(document, people, label="Version 2", base=first, from_at=AT + DAY)
    first.refresh_from_db()
    assert first.ends_at == AT + DAY
    second = versions.withdraw(second, by=people.authority, at=AT + HOUR, reason="Wrong table")
    first.refresh_from_db()
    assert first.ends_at is None
    assert state(second, AT) is State.SCHEDULED
    assert state(second, AT + 2 * DAY) is State.WITHDRAWN
    assert versions.in_force_version(document, AT + 2 * DAY) == first
    assert Due.objects.get(arguments__version=second.pk).outcome == Outcome.CANCELLED
    event = Event.objects.filter(stream=document.stream).order_by("seq").last()
    assert event is not None
    assert (event.kind, event.reason, event.actor) == ("version.withdrawn", "Wrong table", people.authority.stream)
    third = make_approved(document, people, label="Version 3", at=AT + HOUR, base=first, from_at=AT + DAY)
    assert versions.in_force_version(document, AT + DAY) == third


def test_what_has_taken_effect_is_not_withdrawn() -> None:
    people, document = make_people(), make_document()
    version = make_approved(document, people)
    with pytest.raises(Refused, match="taken effect"):
        versions.withdraw(version, by=people.authority, at=AT, reason="Too late")


def test_what_was_approved_only_the_authority_withdraws_a_draft_its_author() -> None:
    people, document = make_people(), make_document()
    approved = make_approved(document, people, from_at=AT + DAY)
    with pytest.raises(Refused, match="Only the authority"):
        versions.withdraw(approved, by=people.manager, at=AT, reason="No")
    draft = make_draft(document, people, label="Version 2")
    draft = versions.withdraw(draft, by=people.compliance, at=AT, reason="Made anew")
    assert state(draft, AT) is State.WITHDRAWN
    with pytest.raises(Refused, match="withdrawn"):
        versions.apply_for(draft, by=people.manager, at=AT)
    with pytest.raises(Refused, match="withdrawn already"):
        versions.withdraw(draft, by=people.compliance, at=AT, reason="Again")


def test_a_version_on_which_another_builds_is_not_withdrawn_first() -> None:
    people, document = make_people(), make_document()
    first = make_approved(document, people, from_at=AT + DAY)
    make_approved(document, people, label="Version 2", base=first, from_at=AT + 2 * DAY)
    with pytest.raises(Refused, match="Version 2 builds on it"):
        versions.withdraw(first, by=people.authority, at=AT, reason="No")


def test_a_version_does_not_begin_before_one_that_is_scheduled() -> None:
    people, document = make_people(), make_document()
    first = make_approved(document, people, at=AT - DAY)
    make_approved(document, people, label="Version 2", base=first, from_at=AT + 2 * DAY)
    for instant in (AT + DAY, AT + 2 * DAY):
        third = make_applied(document, people, label=f"Version 3 {instant}", base=first)
        with pytest.raises(Refused, match="Version 2 is already to come into force"):
            approve(third, people.authority, from_at=instant)


def test_a_version_whose_base_has_moved_on_is_not_approved() -> None:
    people, document = make_people(), make_document()
    first = make_approved(document, people, at=AT - DAY)
    make_approved(document, people, label="Version 2", base=first, from_at=AT + DAY)
    third = make_applied(document, people, label="Version 3", base=first)
    with pytest.raises(Refused, match="base has moved on"):
        approve(third, people.authority, from_at=AT + 2 * DAY)


def test_the_past_is_completed_backwards_and_never_rewritten() -> None:
    people, document = make_people(), make_document()
    now = make_approved(document, people, label="As amended", from_at=AT - 100 * DAY)
    before = make_approved(document, people, label="Base", from_at=AT - 900 * DAY)
    assert before.ends_at == AT - 100 * DAY
    assert versions.in_force_version(document, AT - 500 * DAY) == before
    assert versions.in_force_version(document, AT) == now
    assert state(before, AT - 500 * DAY) is State.IN_FORCE
    for instant in (AT - 50 * DAY, AT - 100 * DAY, AT - 500 * DAY):
        again = make_applied(document, people, label=f"Rewritten {instant}")
        with pytest.raises(Refused, match="stays as it is"):
            approve(again, people.authority, from_at=instant)


def test_approved_text_stays_as_it_is_whoever_writes() -> None:
    people, document = make_people(), make_document()
    version = make_approved(document, people)
    with pytest.raises(Refused, match="text stays as it is"):
        versions.rewrite(version, clauses=[], parameters=[], by=people.compliance, at=AT)
    changes: list[Callable[[], Any]] = [
        lambda: Clause.objects.filter(version=version).update(text="Otherwise"),
        lambda: Clause.objects.filter(version=version).delete(),
        lambda: Clause.objects.create(version=version, position=99),
        lambda: Parameter.objects.filter(version=version, name="decks").update(value={}),
        lambda: version.conditions.create(text="Afterwards"),
        lambda: Version.objects.filter(pk=version.pk).update(content_hash="0" * 64),
        lambda: Version.objects.filter(pk=version.pk).update(effective_at=AT + DAY),
        lambda: Version.objects.filter(pk=version.pk).update(approved_by=None, approved_at=None, effective_at=None),
    ]
    for change in changes:
        with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
            change()


def test_a_clause_is_not_moved_into_an_approved_version() -> None:
    people, document = make_people(), make_document()
    version, other = make_approved(document, people), make_draft(document, people, label="Version 2")
    with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
        Clause.objects.filter(version=other).update(version=version, position=99)


def test_conditions_stay_with_the_version() -> None:
    people, document = make_people(), make_document()
    version = approve(
        make_applied(document, people), people.authority, conditions=[("NZ5 11D.8", "For one year"), ("", "Reported")]
    )
    assert [(one.clause, one.text) for one in version.conditions.order_by("pk")] == [
        ("NZ5 11D.8", "For one year"), ("", "Reported"),
    ]  # fmt: skip


def test_a_label_stands_once_and_an_instrument_is_named() -> None:
    people, document = make_people(), make_document()
    version = make_applied(document, people)
    with pytest.raises(Refused, match="Version 1 already"):
        make_draft(document, people)
    for label in ("", "x" * 81):
        with pytest.raises(Refused) as refused:
            make_draft(document, people, label=label)
        assert refused.value.where == "label"
    with pytest.raises(Refused, match="instrument"):
        approve(version, people.authority, instrument="  ")


def test_a_base_is_of_the_same_document() -> None:
    people = make_people()
    other = make_draft(make_document("UTH"), people)
    with pytest.raises(Refused, match="another document's"):
        make_draft(make_document(), people, base=other)


def test_what_is_no_clause_is_refused() -> None:
    people, document = make_people(), make_document()
    bad = [
        ClauseText("1.0", kind="poem"), ClauseText("1" * 41), ClauseText("1.0", text="a\x00b"),
        ClauseText("1.0", heading="x" * 301), ClauseText("1.0", text="half \ud800"),
        ClauseText("1.0", history=({"by": "\x00"},)),
    ]  # fmt: skip
    for clause in bad:
        with pytest.raises(Refused, match="not a clause"):
            make_draft(document, people, clauses=[ClauseText("0.1"), clause])
    with pytest.raises(Refused, match="set twice"):
        make_draft(document, people, values=[ParameterValue("decks", {}, "NZ5 3.4(a)")] * 2)
    assert not Version.objects.exists()


def test_coming_into_force_is_announced_at_its_instant_and_once(django_capture_on_commit_callbacks: Any) -> None:
    people, document = make_people(), make_document()
    version = make_approved(document, people, from_at=AT + DAY)
    seen = Channel.objects.get(name="rulebook/nz").version
    assert due.sweep(AT + DAY - HOUR) == 0
    assert kinds(document)[-1] == "version.approved"
    assert due.sweep(AT + DAY + HOUR) == 1
    assert due.sweep(AT + 2 * DAY) == 0
    event = Event.objects.filter(stream=document.stream).order_by("seq").last()
    assert event is not None
    assert (event.kind, event.subject, event.actor) == ("version.came_into_force", f"version:{version.pk}", "system")
    assert Channel.objects.get(name="rulebook/nz").version == seen + 1


def test_every_statement_raises_the_one_number_and_a_rollback_uses_none_twice() -> None:
    people, document = make_people(), make_document()
    seen = [Revision.objects.get().number]
    make_draft(document, people)
    seen.append(Revision.objects.get().number)
    with transaction.atomic():
        make_draft(document, people, label="Version 2")
        seen.append(Revision.objects.get().number)
        transaction.set_rollback(True)
    assert Revision.objects.get().number == seen[1]
    make_draft(document, people, label="Version 3")
    seen.append(Revision.objects.get().number)
    assert seen == sorted(set(seen))


def test_layers_run_in_no_circle() -> None:
    general, division, tournament = make_document("NZ1"), make_document("NZ13"), make_document("NZ14")
    documents.lay_over(division, general, by=None, at=AT)
    documents.lay_over(tournament, division, by=None, at=AT)
    with pytest.raises(Refused, match="would lie over itself"):
        documents.lay_over(division, tournament, by=None, at=AT)
    with pytest.raises(Refused, match="would lie over itself"):
        documents.lay_over(division, division, by=None, at=AT)
    with pytest.raises(IntegrityError, match="would lie over itself"), transaction.atomic():
        Document.objects.filter(pk=division.pk).update(over=tournament)


def test_a_document_lies_over_a_lower_layer_of_its_own_jurisdiction() -> None:
    division, other, abroad = make_document("NZ13"), make_document("NZ5"), make_document("WA")
    with pytest.raises(Refused, match="division lies over general"):
        documents.lay_over(division, other, by=None, at=AT)
    with pytest.raises(Refused, match="own jurisdiction"):
        documents.lay_over(division, abroad, by=None, at=AT)
    with pytest.raises(IntegrityError, match="another jurisdiction"), transaction.atomic():
        Document.objects.filter(pk=division.pk).update(over=abroad)


def test_a_document_has_a_short_name_without_spaces() -> None:
    for code in ("NZ 5", "", "N" * 17, "NZ5:"):
        with pytest.raises(Refused) as refused:
            documents.open_document(
                code=code, title="x", jurisdiction="nz", layer="general", authority="x", legal_basis="y", by=None, at=AT
            )
        assert refused.value.where == "code"


def test_there_is_one_document_for_a_game_and_jurisdiction() -> None:
    make_document("NZ5")
    with pytest.raises(Refused, match="already"):
        documents.open_document(
            code="NZ5B", title="Baccarat", jurisdiction="nz", layer="division", game="baccarat", authority="x",
            legal_basis="y", by=None, at=AT,
        )  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["approve", "withdraw"]), st.integers(0, 9), st.integers(0, 9), st.booleans()),
        min_size=1, max_size=8,
    )
)  # fmt: skip
def test_at_every_instant_at_most_one_version_is_in_force(steps: list[tuple[str, int, int, bool]]) -> None:
    """Whatever is approved and withdrawn in whichever order, refused or not; no gap opens once something holds."""
    with transaction.atomic():
        people, document = make_people(), make_document()
        now = AT
        for number, (what, ahead, later, based) in enumerate(steps):
            now += ahead * HOUR
            try:
                with transaction.atomic():
                    _step(document, people, number, what, now, now + (later - 2) * DAY, based)
            except Refused:
                pass
            _check_line(document)
        transaction.set_rollback(True)


def _step(
    document: Document, people: Any, number: int, what: str, now: datetime, from_at: datetime, based: bool
) -> None:
    if what == "approve":
        last = succession.holding(document).last() if based else None
        make_approved(document, people, label=f"Version {number}", at=now, from_at=from_at, base=last, values=[])
        return
    coming = succession.holding(document).last()
    if coming is not None:
        versions.withdraw(coming, by=people.authority, at=now, reason="No longer wanted")


def _check_line(document: Document) -> None:
    line = list(succession.holding(document))
    for before, after in pairwise(line):
        assert before.ends_at == after.effective_at
    assert not line or line[-1].ends_at is None
    known = list(Version.objects.filter(document=document))
    for instant in (AT + HOUR * n for n in range(-50, 400, 7)):
        assert sum(state(one, instant) is State.IN_FORCE for one in known) <= 1
    for one in line:
        assert one.effective_at is not None
        assert versions.in_force_version(document, one.effective_at) == one


def in_a_thread(do: Callable[[], Any], answers: list[Any]) -> threading.Thread:
    def run() -> None:
        try:
            answers.append(do())
        except Refused as refused:
            answers.append(refused)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def race(people: Any, drafts: list[Version]) -> list[Any]:
    """Two people of the authority approve two versions from one instant on, each on their own connection."""
    answers: list[Any] = []
    colleague = make_staff(Rank.AUTHORITY, people.property)
    threads = [
        in_a_thread(lambda d=one, b=by: approve(d, b, from_at=AT + DAY), answers)  # type: ignore[misc]
        for one, by in zip(drafts, (people.authority, colleague), strict=True)
    ]
    for thread in threads:
        thread.join(20)
    return answers


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock", [False, True])
def test_two_people_cannot_bring_two_versions_into_force_at_once(lock: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown first with the lock off: both pass every check, and the database's constraint stops the second."""
    people, document = make_people(), make_document()
    first = make_approved(document, people, at=AT - DAY)
    drafts = [make_applied(document, people, label=f"Version {n}", base=first) for n in (2, 3)]
    if not lock:
        both_read = threading.Barrier(2, timeout=10)
        follow = succession.follow
        monkeypatch.setattr(
            versions, "locked", lambda one: Version.objects.select_related("document").get(pk=one.pk)
        )  # fmt: skip

        def follow_together(version: Version, at: datetime) -> None:
            list(succession.holding(version.document))
            both_read.wait()
            follow(version, at)

        monkeypatch.setattr(succession, "follow", follow_together)
    answers = race(people, drafts)
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert len(answers) == 2
    assert len(refused) == 1
    assert ("Somebody else was faster" if not lock else "already to come into force") in refused[0].message
    assert versions.in_force_version(document, AT + 2 * DAY) in drafts
    assert succession.holding(document).count() == 2
    first.refresh_from_db()
    assert first.ends_at == AT + DAY
