"""Demo data: three training properties, loaded once, with every log-in of the contract."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from casino.house import demo, demo_logins
from casino.house.models import Player, Property, Staff
from casino.house.ranks import Rank


@pytest.mark.django_db
def test_the_demo_loads_once_and_everything_in_it_holds():
    assert demo.load() is True
    assert demo.load() is False
    assert set(Property.objects.values_list("jurisdiction", "training")) == {("nz", True), ("wa", True), ("sg", True)}
    assert {login.username for login in demo_logins.LOGINS} == {
        "manager", "supervisor", "poker", "director", "cashier", "dealer", "compliance", "authority", "regulator",
    }  # fmt: skip
    for login in demo_logins.LOGINS:
        staff = Staff.objects.get(username=login.username)
        assert set(staff.posts.values_list("rank", flat=True)) == {login.rank}
        assert staff.posts.values("property").distinct().count() == 3
        assert staff.check_password("demo")
    assert Player.objects.count() == 2
    lines = "\n".join(demo.log_in_lines())
    assert "101 / 1357" in lines and "60001001 / 4321" in lines
    call_command("verify_trail")
    call_command("trial_balance")


@pytest.mark.django_db
def test_a_demo_manager_lands_on_a_floor_with_places():
    demo.load()
    client = Client()
    answer = client.post("/sign-in/", {"username": "manager", "password": "demo"}, follow=True)
    shown = answer.content.decode()
    assert "BA-12" in shown and str(Rank.TABLE_GAMES_MANAGER.label) in shown
