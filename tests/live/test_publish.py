"""Saying that something changed: in the transaction, in order, in one round trip."""

from __future__ import annotations

import pytest
from django.db import transaction

from casino.live import store
from casino.live.channels import channel, find
from casino.live.models import Channel
from casino.live.publish import Change, changed, changed_all
from tests.devices.makers import updates
from tests.factories import make_property

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_it_is_refused():
    with pytest.raises(RuntimeError, match="transaction"):
        changed("floor/x", "changed", {})


def test_each_change_raises_its_channel_by_one(django_assert_num_queries):
    with django_assert_num_queries(1):
        changed_all([Change("floor/b", "changed"), Change("floor/a", "changed"), Change("floor/b", "changed")])
    assert dict(Channel.objects.values_list("name", "version")) == {"floor/a": 1, "floor/b": 2}


def test_what_is_published_after_the_commit_has_the_versions_in_the_order_given(
    django_capture_on_commit_callbacks, monkeypatch
):
    added = []
    monkeypatch.setattr(store, "add_if_there", lambda *entry: added.append(entry))
    with django_capture_on_commit_callbacks(execute=True):
        changed("floor/b", "changed", {"n": 0})
        changed_all(
            [Change("floor/b", "one", {"n": 1}), Change("floor/a", "two"), Change("floor/b", "three", {"n": "ü"})]
        )
    assert added == [
        ("floor/b", 1, "changed", '{"n":0}'), ("floor/b", 2, "one", '{"n":1}'), ("floor/a", 1, "two", "{}"),
        ("floor/b", 3, "three", '{"n":"ü"}'),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["nowhere/1", "floor", "floor/", "/x", "floor/a b", "floor/a/b", "floor/é", "FLOOR/a"])
def test_a_channel_that_nobody_registered_is_a_mistake_of_ours(name):
    with pytest.raises(LookupError):
        changed(name, "changed", {})


@pytest.mark.parametrize("kind", ["", "two words", "a\nevent: x", "1st"])
def test_a_kind_is_one_word(kind):
    with pytest.raises(ValueError, match="no kind of change"):
        changed("floor/a", kind, {})


@pytest.mark.parametrize("data", [{"x": float("nan")}, {"x": "y" * 70_000}, {"x": "\ud800"}])
def test_what_cannot_be_sent_is_refused_before_anything_is_raised(data):
    with pytest.raises(ValueError):  # noqa: PT011  three different ones
        changed("floor/a", "changed", data)
    assert not Channel.objects.exists()


def test_text_with_line_breaks_stays_one_event():
    from casino.live import events

    text = events.change("beef", 1, "changed", '{"x":"a\\n\\nevent: y\\r\\u2028"}')["body"].decode()
    assert text.count("\n\n") == 1 and text.endswith("\n\n")


def test_a_savepoint_that_is_rolled_back_takes_its_change_with_it(django_capture_on_commit_callbacks, monkeypatch):
    added = []
    monkeypatch.setattr(store, "add_if_there", lambda *entry: added.append(entry[1]))
    with django_capture_on_commit_callbacks(execute=True):
        with transaction.atomic():
            changed("floor/a", "changed", {})
            transaction.set_rollback(True)
        changed("floor/a", "changed", {})
    assert added == [1]


@pytest.mark.django_db(transaction=True)
def test_raising_a_version_stays_hot():
    before = updates("live_channel")
    for _ in range(50):
        with transaction.atomic():
            changed("floor/a", "changed", {})
    updated, hot = (now - then for now, then in zip(updates("live_channel"), before, strict=True))
    assert updated == 49 and hot >= 45


def test_apps_register_their_channels():
    channel("testing", snapshot=lambda rest: {"rest": rest}, allowed=lambda viewer, rest: True)
    registered, rest = find("testing/abc")
    assert registered.snapshot(rest) == {"rest": "abc"}


def test_a_snapshot_and_its_version_are_of_one_instant(django_assert_num_queries):
    from casino.live import snapshots

    prop = make_property()
    changed(f"floor/{prop.code}", "changed", {})
    assert snapshots.take(f"floor/{prop.code}") == (1, {"property": prop.code, "name": prop.name})


def test_a_snapshot_of_nothing_is_a_lookup_error():
    from casino.live import snapshots

    with pytest.raises(LookupError):
        snapshots.take("floor/nowhere")
