"""Applications from draft to decision: who may do what when, rivals, consultation, the version that comes of it."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, connection, transaction

from casino.house.ranks import Rank
from casino.refused import Refused
from casino.trail.models import Event
from games.rulebook import amending, decisions, documents, submissions, versions
from games.rulebook.amending import Stage
from games.rulebook.blame import blame
from games.rulebook.decisions import Verdict
from games.rulebook.models import Assessment, Change, Decision, Version
from games.rulebook.shapes import ClauseText
from tests.factories import make_property, make_staff

AT = datetime(2026, 11, 14, 7, 42, 16, tzinfo=UTC)
DAY = timedelta(days=1)
BASE = (
    ClauseText("3.0", kind="heading", heading="Entry"),
    ClauseText("3.1", "3.0", text="Entries open when the list is posted."),
    ClauseText("3.1(a)", "3.1", text="at the desk;"),
    ClauseText("3.2", "3.0", text="A re-buy needs less than the starting chips."),
    ClauseText("3.3", "3.0", text="An add-on is taken once."),
)


@pytest.fixture
def who(db):
    prop = make_property(jurisdiction="nz")
    return SimpleNamespace(
        prop=prop, author=make_staff(Rank.COMPLIANCE, prop), manager=make_staff(Rank.TABLE_GAMES_MANAGER, prop),
        authority=make_staff(Rank.AUTHORITY, prop), inspector=make_staff(Rank.INSPECTOR, prop),
        other=make_staff(Rank.COMPLIANCE, prop),
        abroad=make_staff(Rank.AUTHORITY, make_property(jurisdiction="sg")),
    )  # fmt: skip


@pytest.fixture
def base(who) -> Version:
    document = documents.open_document(
        code="T9", title="Made-up game", jurisdiction="nz", layer="division", game="made_up", authority="The Secretary",
        legal_basis="An Act", by=who.author, at=AT - 40 * DAY,
    )  # fmt: skip
    first = versions.draft(
        document=document, label="First", clauses=BASE, parameters=(), by=who.author, at=AT - 40 * DAY
    )
    versions.apply_for(first, by=who.manager, at=AT - 39 * DAY)
    return versions.approve(
        first,
        by=who.authority,
        at=AT - 38 * DAY,
        instrument="I/1",
        effective_at=AT - 30 * DAY,
        seen_hash=first.content_hash,
    )


@pytest.fixture
def draft(who, base):
    return amending.propose(
        document=base.document, base=base, title="Re-buys", applicants=["Dunes Ltd", "Church Ltd"], by=who.author, at=AT
    )


def add(application, who, **fields) -> Change:
    return amending.add_change(application, by=who.author, at=AT, **fields)


def rival_texts(application, who) -> tuple[Change, Change]:
    fewer, most = "A re-buy needs fewer chips than at the start.", "A re-buy needs at most the starting chips."
    return (
        add(application, who, kind="amend", clause="3.2", text=fewer, applicant="Dunes Ltd"),
        add(application, who, kind="amend", clause="3.2", text=most, applicant="Church Ltd"),
    )


def applied(application, who):
    return amending.apply_for(application, by=who.manager, at=AT + DAY)


def decide(application, who, verdicts, **more):
    given = {"by": who.authority, "at": AT + 3 * DAY, "instrument": "I/2", "effective_at": AT + 10 * DAY}
    application.refresh_from_db()
    given["seen_edition"] = application.edition
    return decisions.decide(application, verdicts=verdicts, **(given | more))


YES, NO = Verdict(Decision.APPROVED, "Sound."), Verdict(Decision.DECLINED, "Harm is not shown to be less.")


def test_a_change_must_fit_its_base(draft, who):
    for fields, where in (
        ({"kind": "amend", "clause": "9.9", "text": "x"}, "clause"),
        ({"kind": "insert", "clause": "3.2", "text": "x"}, "clause"),
        ({"kind": "insert", "clause": "3.4", "text": "x", "after": "8.8"}, "after"),
        ({"kind": "amend", "clause": "3.2", "text": "  "}, "text"),
        ({"kind": "renumber", "clause": "3.2", "new_number": "3.3"}, "new_number"),
        ({"kind": "retitle", "clause": "3.0"}, "heading"),
        ({"kind": "amend", "clause": ""}, "clause"),
    ):
        with pytest.raises(Refused) as refusal:
            add(draft, who, **fields)
        assert refusal.value.where == where
    assert not draft.changes.exists()


def test_only_its_author_changes_a_draft_and_only_another_applies(draft, who):
    change = add(draft, who, kind="amend", clause="3.2", text="New.")
    with pytest.raises(Refused, match="author"):
        amending.add_change(draft, by=who.other, at=AT, kind="delete", clause="3.3")
    with pytest.raises(Refused, match="drafted"):
        amending.apply_for(draft, by=who.author, at=AT)
    applied(draft, who)
    with pytest.raises(Refused, match="authority"):
        amending.change_change(change, by=who.author, at=AT + 2 * DAY, text="Sneaked in.")


def test_an_empty_application_is_not_applied_for(draft, who):
    with pytest.raises(Refused, match="changes nothing"):
        applied(draft, who)


def test_the_regulator_may_propose_changes_too_and_every_change_raises_the_edition(draft, who):
    add(draft, who, kind="amend", clause="3.2", text="New.")
    applied(draft, who)
    draft.refresh_from_db()
    before = draft.edition
    amending.add_change(
        draft, by=who.authority, at=AT + 2 * DAY, kind="amend", clause="3.3", text="Twice.", applicant="The Secretary"
    )
    draft.refresh_from_db()
    assert draft.edition == before + 1


def test_the_stage_follows_from_the_instants(draft, who):
    add(draft, who, kind="amend", clause="3.2", text="New.")
    assert amending.stage(draft, AT) is Stage.DRAFT
    application = applied(draft, who)
    opened = amending.open_consultation(
        application, by=who.authority, at=AT + DAY, opens_at=AT + 2 * DAY, closes_at=AT + 4 * DAY
    )
    stages = [amending.stage(opened, AT + days * DAY) for days in (1, 2, 3, 4)]
    assert stages == [Stage.APPLIED, Stage.CONSULTATION, Stage.CONSULTATION, Stage.DECIDING]


def test_consultation_is_opened_by_the_authority_of_that_jurisdiction_alone(draft, who):
    add(draft, who, kind="amend", clause="3.2", text="New.")
    application = applied(draft, who)
    for staff in (who.manager, who.inspector, who.author, who.abroad):
        with pytest.raises(Refused, match="authority"):
            amending.open_consultation(application, by=staff, at=AT + DAY, opens_at=AT + DAY, closes_at=AT + 2 * DAY)
    with pytest.raises(Refused, match="closes after"):
        amending.open_consultation(application, by=who.authority, at=AT + DAY, opens_at=AT + DAY, closes_at=AT + DAY)


@pytest.fixture
def consulting(draft, who):
    add(draft, who, kind="amend", clause="3.2", text="New.")
    application = applied(draft, who)
    return amending.open_consultation(
        application, by=who.authority, at=AT + DAY, opens_at=AT + DAY, closes_at=AT + 2 * DAY
    )


def test_submissions_are_taken_until_the_consultation_closes_and_not_after(consulting):
    last = AT + 2 * DAY - timedelta(microseconds=1)
    assert submissions.submit(consulting, name="Ana", text="I object.", at=last).shown_at is None
    with pytest.raises(Refused, match="closed"):
        submissions.submit(consulting, name="Ana", text="Too late.", at=AT + 2 * DAY)


@pytest.mark.parametrize(
    ("name", "text", "where"), [("", "x", "name"), ("Ana", " ", "text"), ("Ana", "x" * 20_001, "text")]
)
def test_a_submission_needs_a_name_and_a_text_of_readable_length(consulting, name, text, where):
    with pytest.raises(Refused) as refusal:
        submissions.submit(consulting, name=name, text=text, at=AT + DAY)
    assert refusal.value.where == where


def test_the_public_s_submissions_are_shown_or_hidden_by_the_authority(consulting, who):
    one = submissions.submit(consulting, name="Ana", text="I object.", at=AT + DAY)
    with pytest.raises(Refused, match="authority"):
        submissions.show(one, by=who.manager, at=AT + DAY)
    assert submissions.show(one, by=who.authority, at=AT + DAY).shown_by == who.authority
    with pytest.raises(Refused, match="why"):
        submissions.hide(one, by=who.authority, at=AT + DAY, reason=" ")
    assert submissions.hide(one, by=who.authority, at=AT + DAY, reason="Insults a person.").shown_at is None


def test_many_public_submissions_within_an_hour_are_slowed(consulting, monkeypatch):
    monkeypatch.setattr(submissions, "MOST_AN_HOUR", 2)
    for _ in range(2):
        submissions.submit(consulting, name="Bot", text="Spam.", at=AT + DAY)
    with pytest.raises(Refused, match="hour"):
        submissions.submit(consulting, name="Bot", text="Spam.", at=AT + DAY)
    submissions.submit(consulting, name="Bot", text="Later.", at=AT + DAY + timedelta(hours=1))


def test_nothing_is_decided_while_the_consultation_is_open(consulting, who):
    change = consulting.changes.get()
    with pytest.raises(Refused, match="still open"):
        decide(consulting, who, {change.pk: YES}, at=AT + DAY)
    assert decide(consulting, who, {change.pk: YES}, at=AT + 2 * DAY).version is not None


def test_of_two_competing_texts_at_most_one_is_approved(draft, who):
    dunes, church = rival_texts(draft, who)
    application = applied(draft, who)
    with pytest.raises(Refused, match="compete"):
        decide(application, who, {dunes.pk: YES, church.pk: YES})
    assert not Version.objects.filter(label="I/2").exists()
    decided = decide(application, who, {dunes.pk: NO, church.pk: YES})
    assert decided.version.clauses.get(number="3.2").text == "A re-buy needs at most the starting chips."


def test_the_database_itself_refuses_two_approved_rivals(draft, who):
    dunes, church = rival_texts(draft, who)
    with pytest.raises(IntegrityError), transaction.atomic():
        Change.objects.filter(pk__in=[dunes.pk, church.pk]).update(decision=Decision.APPROVED)


def test_every_change_is_decided_with_reasons_and_conditions_where_there_are_some(draft, who):
    dunes, church = rival_texts(draft, who)
    application = applied(draft, who)
    with pytest.raises(Refused, match=r"3\.2"):
        decide(application, who, {dunes.pk: YES})
    with pytest.raises(Refused, match="reasons"):
        decide(application, who, {dunes.pk: Verdict(Decision.DECLINED, " "), church.pk: YES})
    with pytest.raises(Refused, match="conditions"):
        decide(application, who, {dunes.pk: NO, church.pk: Verdict(Decision.CONDITIONS, "Sound.")})
    verdict = Verdict(Decision.CONDITIONS, "Sound.", "A sign says so.")
    version = decide(application, who, {dunes.pk: NO, church.pk: verdict}).version
    assert [(one.clause, one.text) for one in version.conditions.all()] == [("3.2", "A sign says so.")]


def test_nobody_decides_an_edition_that_they_have_not_read(draft, who):
    change = add(draft, who, kind="amend", clause="3.2", text="New.")
    application = applied(draft, who)
    amending.change_change(change, by=who.authority, at=AT + 2 * DAY, text="Other.")
    with pytest.raises(Refused, match="changed since"):
        decide(application, who, {change.pk: YES}, seen_edition=1)


def test_a_closed_application_is_not_decided_again(draft, who):
    change = add(draft, who, kind="amend", clause="3.2", text="New.")
    application = applied(draft, who)
    decide(application, who, {change.pk: NO})
    with pytest.raises(Refused, match="closed"):
        decide(application, who, {change.pk: YES})
    application.refresh_from_db()
    assert application.version is None


@pytest.mark.parametrize("rank", ["manager", "author", "inspector", "abroad"])
def test_only_the_authority_decides(draft, who, rank):
    change = add(draft, who, kind="amend", clause="3.2", text="New.")
    application = applied(draft, who)
    with pytest.raises(Refused, match="authority"):
        decide(application, who, {change.pk: YES}, by=getattr(who, rank))


def test_the_new_version_is_built_from_what_was_approved_and_says_who_touched_what(draft, who, base):
    changes = [
        add(draft, who, kind="insert", clause="3.1(b)", after="3.1(a)", text="or at a kiosk."),
        add(draft, who, kind="insert", clause="3.1A", after="3.1", text="Nobody enters twice."),
        add(draft, who, kind="delete", clause="3.3"),
        add(draft, who, kind="renumber", clause="3.2", new_number="3.5"),
        add(draft, who, kind="retitle", clause="3.0", heading="Entry and re-buys"),
    ]
    version = decide(applied(draft, who), who, {change.pk: YES for change in changes}).version
    rows = [(clause.number, clause.heading or clause.text) for clause in versions.clause_texts(version)]
    assert rows == [
        ("3.0", "Entry and re-buys"),
        ("3.1", "Entries open when the list is posted."),
        ("3.1(a)", "at the desk;"),
        ("3.1(b)", "or at a kiosk."),
        ("3.1A", "Nobody enters twice."),
        ("3.5", "A re-buy needs less than the starting chips."),
    ]
    touched = {touch.number: (touch.instrument, touch.did) for touch in blame(version)}
    assert touched["3.1A"] == ("I/2", "inserted")
    assert touched["3.5"] == ("I/2", "renumbered")
    assert touched["3.1"] == ("I/1", "")
    assert version.base == base and version.effective_at == AT + 10 * DAY


def test_it_comes_into_force_at_its_instant_and_not_before(draft, who, base):
    change = add(draft, who, kind="amend", clause="3.2", text="New.")
    version = decide(applied(draft, who), who, {change.pk: YES}).version
    just_before = AT + 10 * DAY - timedelta(microseconds=1)
    assert versions.in_force_version(base.document, just_before) == base
    assert versions.in_force_version(base.document, AT + 10 * DAY) == version


def test_an_application_whose_base_has_moved_on_says_so_and_is_made_anew(draft, who, base):
    slow = amending.propose(
        document=base.document, base=base, title="Slow", applicants=["Dunes Ltd"], by=who.author, at=AT
    )
    add(slow, who, kind="amend", clause="3.3", text="Twice.")
    add(slow, who, kind="amend", clause="3.2", text="Other.")
    change = add(draft, who, kind="delete", clause="3.2")
    decide(applied(draft, who), who, {change.pk: YES})
    assert amending.moved_on(slow, AT + 4 * DAY)
    with pytest.raises(Refused, match="anew"):
        amending.apply_for(slow, by=who.manager, at=AT + 4 * DAY)
    fresh = amending.renew(slow, by=who.author, at=AT + 4 * DAY)
    assert [one.clause for one in fresh.changes.all()] == ["3.3"]
    slow.refresh_from_db()
    assert amending.stage(slow, AT + 5 * DAY) is Stage.WITHDRAWN


def test_parts_run_at_their_own_pace_but_rivals_stay_together(draft, who):
    dunes, church = rival_texts(draft, who)
    addon = add(draft, who, kind="amend", clause="3.3", text="Twice.")
    application = applied(draft, who)
    with pytest.raises(Refused, match="together"):
        amending.split(application, changes=[dunes.pk], title="Part", by=who.authority, at=AT + DAY)
    with pytest.raises(Refused, match="not none and not all"):
        amending.split(
            application, changes=[dunes.pk, church.pk, addon.pk], title="Part", by=who.authority, at=AT + DAY
        )
    part = amending.split(application, changes=[addon.pk], title="Add-ons", by=who.authority, at=AT + DAY)
    assert list(part.changes.all()) == [addon]
    assert decide(part, who, {addon.pk: YES}).version is not None
    application.refresh_from_db()
    assert amending.stage(application, AT + 4 * DAY) is Stage.APPLIED


def test_findings_on_the_act_s_purposes_are_the_authority_s(draft, who):
    add(draft, who, kind="amend", clause="3.2", text="New.")
    application = applied(draft, who)
    purpose = Assessment.Purpose.HARM
    with pytest.raises(Refused, match="authority"):
        decisions.assess(application, purpose=purpose, finding="None.", by=who.manager, at=AT + DAY)
    decisions.assess(application, purpose=purpose, finding="Not known.", by=who.authority, at=AT + DAY, precaution=True)
    decisions.assess(application, purpose=purpose, finding="Little.", by=who.authority, at=AT + DAY)
    assert [(one.finding, one.precaution) for one in application.assessments.all()] == [("Little.", False)]


def test_a_withdrawal_leaves_a_trace(draft, who):
    add(draft, who, kind="amend", clause="3.2", text="New.")
    applied(draft, who)
    amending.withdraw(draft, by=who.manager, at=AT + 2 * DAY, reason="Not now.")
    event = Event.objects.get(kind="application.withdrawn")
    assert (event.reason, event.actor) == ("Not now.", who.manager.stream)
    with pytest.raises(Refused, match="closed"):
        amending.withdraw(draft, by=who.manager, at=AT + 2 * DAY, reason="Again.")


@pytest.mark.django_db(transaction=True)
def test_two_people_deciding_at_once_make_one_version(draft, who):
    change = add(draft, who, kind="amend", clause="3.2", text="New.")
    application = applied(draft, who)
    colleague = make_staff(Rank.AUTHORITY, who.prop)
    application.refresh_from_db()
    outcomes: list[str] = []

    def go(staff) -> None:
        try:
            decisions.decide(
                application, verdicts={change.pk: YES}, by=staff, at=AT + 3 * DAY, seen_edition=application.edition,
                instrument=f"I/{staff.pk}", effective_at=AT + 10 * DAY,
            )  # fmt: skip
            outcomes.append("decided")
        except Refused as refused:
            outcomes.append(refused.message)
        finally:
            connection.close()

    both = [threading.Thread(target=go, args=(staff,)) for staff in (who.authority, colleague)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(outcomes) == ["It is closed.", "decided"]
    assert application.document.versions.count() == 2


def test_a_definition_is_named_by_its_clause_and_its_term(who):
    document = documents.open_document(
        code="T8", title="Terms", jurisdiction="nz", layer="division", game="terms", authority="The Secretary",
        legal_basis="An Act", by=who.author, at=AT - 40 * DAY,
    )  # fmt: skip
    clauses = (
        ClauseText("1.0", kind="heading", heading="Terms"),
        ClauseText("", "1.0", "definition", "Re-buy", "“Re-buy” means buying again."),
    )
    first = versions.draft(
        document=document, label="First", clauses=clauses, parameters=(), by=who.author, at=AT - 40 * DAY
    )
    versions.apply_for(first, by=who.manager, at=AT - 39 * DAY)
    versions.approve(
        first,
        by=who.authority,
        at=AT - 38 * DAY,
        instrument="I/1",
        effective_at=AT - 30 * DAY,
        seen_hash=first.content_hash,
    )
    draft = amending.propose(
        document=document, base=first, title="Terms", applicants=["Dunes Ltd"], by=who.author, at=AT
    )
    changes = [
        add(draft, who, kind="amend", clause="1.0 “Re-buy”", text="“Re-buy” means buying in again."),
        add(
            draft,
            who,
            kind="insert",
            clause="1.0 “Add-on”",
            after="1.0 “Re-buy”",
            text="“Add-on” means a last purchase.",
        ),
    ]
    version = decide(applied(draft, who), who, {change.pk: YES for change in changes}).version
    terms = [(one.kind, one.parent, one.heading, one.text) for one in versions.clause_texts(version)[1:]]
    assert terms == [
        ("definition", "1.0", "Re-buy", "“Re-buy” means buying in again."),
        ("definition", "1.0", "Add-on", "“Add-on” means a last purchase."),
    ]


def test_a_number_that_an_earlier_change_frees_may_be_taken_and_a_clause_renumbered_with_a_new_text(draft, who):
    changes = [
        add(draft, who, kind="delete", clause="3.2"),
        add(draft, who, kind="renumber", clause="3.3", new_number="3.2", text="An add-on is taken once only."),
    ]
    version = decide(applied(draft, who), who, {change.pk: YES for change in changes}).version
    assert [(one.number, one.text) for one in versions.clause_texts(version)][-1] == (
        "3.2",
        "An add-on is taken once only.",
    )


def test_a_number_whose_freeing_was_declined_cannot_be_given_twice(draft, who):
    gone = add(draft, who, kind="delete", clause="3.2")
    moved = add(draft, who, kind="renumber", clause="3.3", new_number="3.2")
    application = applied(draft, who)
    with pytest.raises(Refused, match="twice"):
        decide(application, who, {gone.pk: NO, moved.pk: YES})
    application.refresh_from_db()
    assert application.decided_at is None


def test_a_stranger_to_an_application_does_not_withdraw_it(draft, who):
    add(draft, who, kind="amend", clause="3.2", text="New.")
    applied(draft, who)
    with pytest.raises(Refused, match="withdraws"):
        amending.withdraw(draft, by=who.other, at=AT + 2 * DAY, reason="Spite.")
    amending.withdraw(draft, by=who.authority, at=AT + 2 * DAY, reason="Made in error.")
