"""Ranks, duties and posts: who may do what, where and when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from casino.house import duties, posts
from casino.house.models import Post
from casino.house.ranks import LADDER, Rank, local_name, reaches
from casino.refused import Refused
from tests.factories import LONG_AGO, make_property, make_staff

AT = datetime(2026, 11, 14, 7, 42, 16, tzinfo=UTC)


def test_the_call_goes_up_the_ladder_nz11a_6_6():
    assert LADDER == (
        "dealer",
        "game_supervisor",
        "casino_supervisor",
        "senior_casino_supervisor",
        "table_games_manager",
    )


@pytest.mark.parametrize("lower", range(5))
@pytest.mark.parametrize("upper", range(5))
def test_a_rank_or_above_is_asked_for_by_order_of_the_ladder(lower, upper):
    assert reaches(LADDER[upper], LADDER[lower]) == (upper >= lower)


def test_ranks_beside_the_ladder_reach_only_themselves():
    assert reaches(Rank.CASHIER, Rank.CASHIER)
    assert not reaches(Rank.TABLE_GAMES_MANAGER, Rank.CASHIER)
    assert not reaches(Rank.AUTHORITY, Rank.DEALER)


def test_singapore_has_its_own_names():
    assert local_name(Rank.GAME_SUPERVISOR, "sg") == "Pit supervisor"
    assert local_name(Rank.CASINO_SUPERVISOR, "sg") == "Pit manager"
    assert local_name(Rank.SENIOR_CASINO_SUPERVISOR, "sg") == "Shift manager"
    assert local_name(Rank.CASINO_SUPERVISOR, "nz") == "Casino supervisor"


@pytest.mark.django_db
def test_a_duty_holds_at_the_property_of_the_post_and_at_no_other():
    here, elsewhere = make_property(), make_property()
    manager = make_staff(Rank.TABLE_GAMES_MANAGER, here)
    assert duties.may(manager, "house.manage_staff", here)
    assert not duties.may(manager, "house.manage_staff", elsewhere)
    with pytest.raises(duties.Forbidden) as refusal:
        duties.require(manager, "house.manage_staff", elsewhere)
    assert refusal.value.who == ("Table games manager",)


@pytest.mark.django_db
def test_a_rank_held_for_a_time_ends_with_it():
    prop, staff = make_property(), make_staff()
    ends = AT + timedelta(hours=8)
    posts.appoint(staff=staff, property=prop, rank=Rank.CASINO_SUPERVISOR, by="system", at=AT, until_at=ends)
    assert duties.holds(staff, Rank.GAME_SUPERVISOR, prop, at=AT)
    assert duties.holds(staff, Rank.CASINO_SUPERVISOR, prop, at=ends - timedelta(microseconds=1))
    assert not duties.holds(staff, Rank.GAME_SUPERVISOR, prop, at=ends)
    assert not duties.holds(staff, Rank.GAME_SUPERVISOR, prop, at=AT - timedelta(seconds=1))


@pytest.mark.django_db
def test_nobody_holds_one_rank_twice_at_a_time_says_the_database():
    prop = make_property()
    staff = make_staff(Rank.DEALER, prop)
    with pytest.raises(IntegrityError), transaction.atomic():
        Post.objects.create(staff=staff, property=prop, rank=Rank.DEALER, from_at=AT)
    with pytest.raises(Refused):
        posts.appoint(staff=staff, property=prop, rank=Rank.DEALER, by="system", at=AT)
    Post.objects.create(staff=staff, property=prop, rank=Rank.CASHIER, from_at=AT)
    Post.objects.create(staff=staff, property=make_property(), rank=Rank.DEALER, from_at=AT)


@pytest.mark.django_db
def test_nobody_works_for_operator_and_regulator_of_one_property():
    prop = make_property()
    staff = make_staff(Rank.COMPLIANCE, prop)
    with pytest.raises(Refused, match="regulator"):
        posts.appoint(staff=staff, property=prop, rank=Rank.AUTHORITY, by="system", at=AT)


@pytest.mark.django_db
def test_an_ended_post_gives_nothing_from_that_instant():
    prop = make_property()
    staff = make_staff(Rank.DEALER, prop)
    posts.end_post(post=staff.posts.get(), by="system", at=AT, reason="left")
    staff = type(staff).objects.get(pk=staff.pk)
    assert duties.ranks_at(staff, prop, AT - timedelta(seconds=1)) == {Rank.DEALER}
    assert duties.ranks_at(staff, prop, AT) == set()
    with pytest.raises(Refused):
        posts.end_post(post=staff.posts.get(), by="system", at=AT, reason="again")


@pytest.mark.django_db
def test_a_post_ends_after_it_begins():
    prop, staff = make_property(), make_staff()
    with pytest.raises(Refused, match="before it begins"):
        posts.appoint(staff=staff, property=prop, rank=Rank.DEALER, by="system", at=AT, until_at=LONG_AGO)
