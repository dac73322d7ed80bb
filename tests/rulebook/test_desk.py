"""The staff's pages of the rulebook: the work by state and rank, and an application from draft to decision."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino import clock
from casino.house.ranks import Rank
from games.rulebook import amending, desk, submissions, versions
from games.rulebook.amending import Stage
from games.rulebook.models import Application, Decision, Version
from tests.factories import make_staff
from tests.look.markup import Page
from tests.look.test_pages import faults
from tests.rulebook.books import make_applied, make_approved, make_draft
from tests.rulebook.staff import Desk, local, make_desk, url

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def book() -> Desk:
    return make_desk()


def rows(book: Desk, staff) -> dict[str, list[tuple[str, str]]]:
    """Section by section: what stands there, and the step or whom it waits for."""
    mine = desk.Duties.of(staff, [book.people.property], clock.now())
    return {
        section.key: [(row.title, row.step.label if row.step else f"waits for {row.waits_for}") for row in section.rows]
        for section in desk.work("nz", mine, clock.now())
    }


def page(client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.content[:500]
    shown = answer.content.decode()
    assert faults(Page(shown)) == []
    return shown


WORK = [
    ("draft", "compliance", "drafts", "waits for the table games manager"),
    ("draft", "manager", "waiting", "Apply for it"),
    ("draft", "authority", None, ""),
    ("applied", "compliance", "deciding", "waits for The Secretary"),
    ("applied", "authority", "waiting", "Open the consultation"),
    ("consultation", "manager", "consultation", "waits for the public"),
    ("consultation", "authority", "consultation", "waits for the public"),
    ("deciding", "manager", "deciding", "waits for The Secretary"),
    ("deciding", "authority", "waiting", "Decide"),
]


@pytest.mark.parametrize(("stage", "who", "section", "step"), WORK)
def test_each_rank_sees_where_an_application_stands_and_its_own_next_step(book, stage, who, section, step):
    one = book.at_stage(stage)
    found = rows(book, getattr(book.people, who))
    if section is None:
        assert not any(one.title == title for part in found.values() for title, _step in part)
    else:
        assert (one.title, step) in found[section]


def test_an_author_is_asked_for_a_change_first_and_the_manager_for_nothing(book):
    amending.propose(
        document=book.document, base=book.base, title="Empty", applicants=["A"], by=book.people.compliance,
        at=clock.now(),
    )  # fmt: skip
    assert ("Empty", "Add a change") in rows(book, book.people.compliance)["drafts"]
    assert rows(book, book.people.manager)["waiting"] == []


def test_unread_submissions_wait_for_the_authority(book):
    one = book.consulted(closed=False)
    submissions.submit(one, name="Ana", text="Please.", at=clock.now())
    assert (one.title, "Read submissions") in rows(book, book.people.authority)["waiting"]


def test_versions_stand_where_their_instants_put_them(book):
    now, people = clock.now(), book.people
    make_draft(book.document, people, label="Drafted", at=now)
    make_applied(book.document, people, label="Applied", at=now)
    make_approved(book.document, people, label="Soon", base=book.base, at=now, from_at=now + 3 * 24 * HOUR)
    found = rows(book, people.authority)
    assert ("Baccarat, Applied", "Read and approve") in found["waiting"]
    assert [title for title, _step in found["coming"]] == ["Baccarat, Soon"]
    assert [title for title, _step in found["in_force"]] == ["Baccarat, Version 1"]
    assert ("Baccarat, Drafted", "Apply for it") in rows(book, people.manager)["waiting"]
    assert ("Baccarat, Drafted", "waits for the table games manager") in rows(book, people.compliance)["drafts"]


def test_what_waits_for_the_gazette_asks_the_authority_for_the_notice():
    book, now = make_desk(gazette=True), clock.now()
    version = Version.objects.get(pk=book.base.pk)
    found = rows(book, book.people.authority)
    assert ("Baccarat, Version 1", "Record the notice") in found["waiting"]
    typed = {"notice": "2026-go1", "gazetted_at": local(book.people, now + HOUR), "effective_at": ""}
    early = book.authority.post(url("version_gazette", version.pk), typed)
    assert early.context["form"].errors["gazetted_at"]
    typed |= {"gazetted_at": local(book.people, now - HOUR), "effective_at": local(book.people, now + HOUR)}
    assert book.manager.post(url("version_gazette", version.pk), typed).status_code == 403
    assert book.authority.post(url("version_gazette", version.pk), typed).status_code == 302
    version.refresh_from_db()
    assert version.gazette_notice == "2026-go1"
    assert versions.state(version, clock.now()) is versions.State.SCHEDULED


def test_an_application_whose_base_moved_on_is_made_anew_by_its_author(book):
    one = book.applied()
    make_approved(
        book.document, book.people, label="Version 2", base=book.base, at=clock.now(), from_at=clock.now() + HOUR,
        clauses=versions.clause_texts(book.base),
    )  # fmt: skip
    assert (one.title, "Make it anew") in rows(book, book.people.compliance)["waiting"]
    assert (one.title, "waits for its author") in rows(book, book.people.authority)["deciding"]
    assert "Its base has moved on" in page(book.authority, url("application_change", one.pk))
    assert book.compliance.post(url("application_renew", one.pk)).status_code == 302
    fresh = Application.objects.get(split_from=one)
    assert (fresh.base.label, fresh.changes.count()) == ("Version 2", 2)
    other = book.client(make_staff(Rank.COMPLIANCE, book.people.property))
    assert "Make it anew" not in page(other, url("application_change", one.pk))


def queries(client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(path).status_code == 200
    return len(found)


def test_the_work_page_asks_the_same_number_of_questions_however_much_there_is(book):
    book.consulted(closed=True)
    client, path = book.authority, url("application_changelist")
    few = queries(client, path)
    for place in range(5):
        submissions.submit(
            book.consulted(closed=False, title=f"More {place}"), name="Ana", text="Please.", at=clock.now()
        )
        make_applied(book.document, book.people, label=f"Applied {place}", at=clock.now())
    assert queries(client, path) == few


def test_an_application_asks_the_same_number_of_questions_however_many_changes_it_has(book):
    one, client = book.draft(), book.compliance
    path = url("application_change", one.pk)
    few = queries(client, path)
    for place in range(6):
        amending.add_change(
            one, by=book.people.compliance, at=clock.now(), kind="insert", clause=f"5.2{place}", text="More."
        )
    assert queries(client, path) == few


@pytest.mark.parametrize("stage", ["draft", "applied", "consultation", "deciding"])
@pytest.mark.parametrize("who", ["compliance", "manager", "authority"])
def test_an_application_reads_well_at_every_stage_with_one_main_button(book, stage, who):
    shown = page(getattr(book, who), url("application_change", book.at_stage(stage).pk))
    assert shown.count("button primary") <= 1
    assert "Amends 5.10(c)." in shown
    assert "Sets “Tie pays” under 5.10(c)." in shown
    assert ("14.36 %" in shown) and ("4.84 %" in shown)
    assert "past rounds" not in shown


def test_changes_are_added_written_again_and_removed_by_the_author(book):
    assert (
        book.compliance.post(
            url("document_propose", book.document.pk), {"title": "References", "applicants": "Dunes Ltd\nChurch Ltd"}
        ).status_code
        == 302
    )
    one = Application.objects.get(title="References")
    assert one.applicants == ["Dunes Ltd", "Church Ltd"]
    client, add = book.compliance, url("application_add-change", one.pk)
    assert "“Tie”" in page(client, f"{add}?kind=amend&clause=5.10(c)")
    assert client.post(f"{add}?kind=amend&clause=5.10(c)", {"text": "A Tie pays 9 to 1."}).status_code == 302
    assert (
        client.post(f"{add}?kind=insert&clause=5.11", {"clause": "5.12", "after": "5.11", "text": "New."}).status_code
        == 302
    )
    assert (
        client.post(f"{add}?kind=parameter&parameter=tie", {"clause": "5.10(c)", "choices": ["9"]}).status_code == 302
    )
    amended, inserted, value = one.changes.order_by("position")
    assert (amended.text, inserted.after, value.value["choices"]) == ("A Tie pays 9 to 1.", "5.11", [9])
    assert client.post(url("application_edit-change", one.pk, amended.pk), {"text": "Nine to one."}).status_code == 302
    amended.refresh_from_db()
    assert amended.text == "Nine to one."
    assert client.post(url("application_remove-change", one.pk, inserted.pk)).status_code == 302
    assert one.changes.count() == 2


@pytest.mark.parametrize(
    ("query", "typed", "said"),
    [
        ("kind=amend&clause=9.9", {"text": "x"}, "The base has no such clause."),
        ("kind=insert&clause=5.11", {"clause": "5.11", "text": "x"}, "That number is taken"),
        ("kind=renumber&clause=5.11", {"new_number": "5.10"}, "Give a number that is free."),
        ("kind=amend&clause=5.11", {"text": " ", "heading": " "}, "Write the text."),
        ("kind=parameter&parameter=", {}, "Choose the value"),
        ("kind=parameter&parameter=tie", {"clause": "5.10(c)", "choices": ["7"]}, "Select a valid choice"),
    ],
)
def test_a_change_that_does_not_fit_is_refused_at_its_field(book, query, typed, said):
    one = book.draft()
    answer = book.compliance.post(f"{url('application_add-change', one.pk)}?{query}", typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert one.changes.count() == 2


def test_its_author_does_not_apply_and_another_author_does_not_change_it(book):
    one = book.draft()
    both = make_staff(Rank.TABLE_GAMES_MANAGER, book.people.property)
    Application.objects.filter(pk=one.pk).update(author=both)
    answer = book.client(both).post(url("application_apply", one.pk))
    assert answer.status_code == 422
    assert "Whoever drafted it does not apply for it." in answer.content.decode()
    refused = book.compliance.post(
        f"{url('application_add-change', one.pk)}?kind=delete&clause=5.11", {"applicant": ""}
    )
    assert refused.status_code == 422
    assert "Only its author changes a draft." in refused.content.decode()


def test_the_regulator_does_not_rewrite_what_was_applied_for(book):
    one = book.applied()
    change = one.changes.first()
    assert book.authority.post(url("application_edit-change", one.pk, change.pk), {"text": "x"}).status_code == 422
    assert book.authority.post(url("application_remove-change", one.pk, change.pk)).status_code == 422
    assert one.changes.count() == 2


def test_from_application_over_consultation_to_submissions(book):
    one = book.draft()
    assert book.manager.post(url("application_apply", one.pk)).status_code == 302
    now = clock.now()
    opened = {"opens_at": local(book.people, now), "closes_at": local(book.people, now + HOUR)}
    assert book.authority.post(url("application_consult", one.pk), opened).status_code == 302
    one.refresh_from_db()
    # What was typed is the property's local time, whatever the server's.
    assert abs(one.consultation_closes_at - now - HOUR) <= timedelta(seconds=1)
    sent = submissions.submit(one, name="Ana <b>", text="No <script>.", at=clock.now())
    shown = page(book.authority, url("application_change", one.pk))
    assert "No &lt;script&gt;." in shown
    assert book.authority.post(url("application_hide", one.pk, sent.pk), {"reason": ""}).status_code == 422
    assert (
        book.authority.post(url("application_hide", one.pk, sent.pk), {"reason": "Names somebody."}).status_code == 302
    )
    sent.refresh_from_db()
    assert (sent.hidden_reason, sent.shown_at) == ("Names somebody.", None)
    assert book.authority.post(url("application_show", one.pk, sent.pk)).status_code == 302
    sent.refresh_from_db()
    assert sent.shown_at is not None
    assert book.manager.post(url("application_show", one.pk, sent.pk)).status_code == 403


def test_a_consultation_that_closes_before_it_opens_is_refused_at_its_field(book):
    one, now = book.applied(), clock.now()
    typed = {"opens_at": local(book.people, now), "closes_at": local(book.people, now - HOUR)}
    answer = book.authority.post(url("application_consult", one.pk), typed)
    assert answer.status_code == 422
    assert answer.context["form"].errors["closes_at"]


def test_findings_on_the_purposes_are_written_and_written_again(book):
    one, path = book.applied(), "application_assess"
    for finding in ("No harm.", "A little harm."):
        typed = {"purpose": "harm", "finding": finding, "precaution": "on"}
        assert book.authority.post(url(path, one.pk), typed).status_code == 302
    assert one.assessments.get().finding == "A little harm."
    shown = page(book.authority, url("application_change", one.pk))
    assert "1 of 4 purposes" in shown
    assert "precaution decides" in shown


def signed(book: Desk, one: Application, **more) -> dict[str, str]:
    one.refresh_from_db()
    return {
        "seen_edition": str(one.edition), "instrument": "Notice 7", "label": "Version 2", "reasons": "Sound.",
        "effective_at": local(book.people, clock.now() + HOUR), **more,
    }  # fmt: skip


def test_a_decision_with_conditions_makes_the_next_version(book):
    one = book.consulted(closed=True)
    text, value = one.changes.order_by("position")
    shown = page(book.authority, url("application_change", one.pk))
    assert "Sign 2 decisions" in shown
    typed = signed(book, one) | {
        f"change-{text.pk}": f"{text.pk}:conditions", f"conditions-{text.pk}": "New layouts within a month.",
        f"change-{value.pk}": f"{value.pk}:approved", f"reasons-change-{value.pk}": "Follows from the text.",
    }  # fmt: skip
    assert book.authority.post(url("application_decide", one.pk), typed).status_code == 302
    one.refresh_from_db()
    assert [(c.decision, c.reasons) for c in one.changes.order_by("position")] == [
        (Decision.CONDITIONS, "Sound."), (Decision.APPROVED, "Follows from the text."),
    ]  # fmt: skip
    assert one.version.label == "Version 2"
    assert versions.state(one.version, clock.now()) is versions.State.SCHEDULED
    shown = page(book.manager, url("version_change", one.version.pk))
    assert "New layouts within a month." in shown
    assert "Notice 7" in shown
    decided = page(book.compliance, url("application_change", one.pk))
    assert "Approved with conditions" in decided
    assert "data-sign" not in decided


def rivals(book: Desk) -> tuple[Application, list[int]]:
    one = book.draft()
    amending.add_change(
        one, by=book.people.compliance, at=clock.now(), kind="amend", clause="5.10(c)", applicant="Church Ltd",
        text="A Tie is paid at 8 to 1.",
    )  # fmt: skip
    amending.apply_for(one, by=book.people.manager, at=clock.now())
    return one, list(one.changes.order_by("position").values_list("pk", flat=True))


def test_of_rival_texts_one_is_approved_and_the_other_falls(book):
    one, (first, value, second) = rivals(book)
    shown = page(book.authority, f"{url('application_change', one.pk)}?decide=1")
    assert "2 texts, at most one" in shown
    assert shown.count('class="option"') == 2
    typed = signed(book, one) | {
        f"change-{first}": f"{second}:approved", f"change-{value}": f"{value}:declined",
    }  # fmt: skip
    assert book.authority.post(url("application_decide", one.pk), typed).status_code == 302
    decided = dict(one.changes.values_list("pk", "decision"))
    assert decided == {first: "declined", value: "declined", second: "approved"}
    one.refresh_from_db()
    assert one.version.clauses.get(number="5.10(c)").text == "A Tie is paid at 8 to 1."


def test_declining_all_leaves_the_text_as_it_is(book):
    one, (first, value, _second) = rivals(book)
    typed = signed(book, one) | {f"change-{first}": "none:declined", f"change-{value}": f"{value}:declined"}
    assert book.authority.post(url("application_decide", one.pk), typed).status_code == 302
    one.refresh_from_db()
    assert (one.version, amending.stage(one, clock.now())) == (None, Stage.DECIDED)


def refused(book: Desk, one: Application, **more) -> str:
    text, value = one.changes.order_by("position")[:2]
    chosen = {f"change-{text.pk}": f"{text.pk}:approved", f"change-{value.pk}": f"{value.pk}:approved"}
    answer = book.authority.post(url("application_decide", one.pk), signed(book, one) | chosen | more)
    assert answer.status_code == 422
    assert not Application.objects.get(pk=one.pk).decided_at
    return answer.content.decode()


def test_what_cannot_be_signed_comes_back_with_the_reason_and_what_was_typed(book):
    one = book.consulted(closed=True)
    text = one.changes.order_by("position")[0]
    assert "The application was changed since you read it." in refused(book, one, seen_edition="0")
    assert "Decide every change" in refused(book, one, **{f"change-{text.pk}": ""})
    conditions = refused(book, one, **{f"change-{text.pk}": f"{text.pk}:conditions"})
    assert "Write the conditions for 5.10(c)." in conditions
    assert f'value="{text.pk}:conditions"' in conditions
    assert "Give reasons for 5.10(c)." in refused(book, one, reasons=" ")
    past = refused(book, one, effective_at=local(book.people, clock.now() - HOUR))
    assert "That instant has passed" in past
    assert "This field is required." in refused(book, one, instrument="")


def test_nobody_decides_while_the_public_may_still_write(book):
    assert "Its consultation is still open." in refused(book, book.consulted(closed=False))


def test_some_changes_go_on_by_themselves(book):
    one = book.applied()
    value = one.changes.get(kind="parameter")
    assert (
        book.authority.post(url("application_split", one.pk), {"changes": [value.pk], "title": "Odds"}).status_code
        == 302
    )
    assert Application.objects.get(title="Odds").changes.get() == value
    whole = book.authority.post(
        url("application_split", one.pk), {"changes": [c.pk for c in one.changes.all()], "title": "All"}
    )
    assert whole.context["form"].errors["changes"]


@pytest.mark.parametrize(
    ("stage", "verb", "who"), [("draft", "drop", "compliance"), ("deciding", "withdraw", "manager")]
)
def test_an_application_is_withdrawn_with_a_reason(book, stage, verb, who):
    one = book.at_stage(stage)
    assert getattr(book, who).post(url(f"application_{verb}", one.pk), {"reason": " "}).status_code == 422
    assert getattr(book, who).post(url(f"application_{verb}", one.pk), {"reason": "Not needed."}).status_code == 302
    shown = page(book.authority, url("application_change", one.pk))
    assert "Not needed." in shown
    assert "button primary" not in shown


VERBS = {
    "application_add-change": "compliance", "application_apply": "manager", "application_consult": "authority",
    "application_assess": "authority", "application_split": "authority", "application_decide": "authority",
}  # fmt: skip


@pytest.mark.parametrize(("name", "who"), VERBS.items())
def test_every_verb_opens_for_its_own_rank_alone(book, name, who):
    one = book.draft() if who != "authority" else book.applied()
    for other in {"compliance", "manager", "authority"} - {who}:
        assert getattr(book, other).post(url(name, one.pk), {}).status_code == 403
    supervisor = book.client(make_staff(Rank.GAME_SUPERVISOR, book.people.property))
    assert supervisor.post(url(name, one.pk), {}).status_code == 403
    assert supervisor.get(url("application_change", one.pk)).status_code == 200
    cashier = book.client(make_staff(Rank.CASHIER, book.people.property))
    assert cashier.get(url("application_change", one.pk)).status_code in (403, 404)


def test_nothing_of_another_jurisdiction_is_seen_or_changed(book):
    abroad = make_desk("RWS", "sg")
    one = book.applied()
    for client in (abroad.compliance, abroad.manager, abroad.authority):
        assert client.get(url("application_change", one.pk)).status_code == 404
        assert client.get(url("document_change", book.document.pk)).status_code == 404
        assert client.get(url("version_change", book.base.pk)).status_code == 404
        assert client.post(url("application_decide", one.pk), {}).status_code == 404
        assert client.post(url("document_propose", book.document.pk), {}).status_code == 404


def test_the_authoritys_first_page_leads_to_the_work_and_the_admin_holds_nothing_else_for_it(book):
    shown = book.authority.get("/home/").content.decode()
    assert url("application_changelist") in shown
    work = page(book.authority, url("application_changelist"))
    assert "Trial balance" not in work
    assert "Import a document" not in work
