"""The house in the admin: properties, places, staff, players, exclusions, lock-outs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import clock
from casino.house import forms, players, posts, properties
from casino.house.models import Exclusion, Lockout, Place, Player, Post, Property, Staff
from casino.house.pages import HousePage, Reason, Verb
from casino.house.ranks import REGULATOR, Rank
from casino.house.signing_in import here
from casino.trail import record


def by(request: HttpRequest) -> str:
    assert isinstance(request.user, Staff)
    return request.user.stream


def at_home(request: HttpRequest) -> Property:
    prop = here(request)
    assert prop is not None
    return prop


def in_zone(typed: datetime | None, prop: Property) -> datetime | None:
    """What was typed is the property's local time, whatever the server's zone."""
    return typed.replace(tzinfo=prop.zone) if typed else None


@admin.register(Property)
class PropertyPage(HousePage):
    view_duty = "house.view_property"
    property_path = "pk"
    list_display = ("name", "code", "jurisdiction", "time_zone", "currency", "training")
    verbs = (
        Verb("amend", gettext_lazy("Change"), "house.manage_property", forms.ChangeProperty,
             lambda request, prop, data: PropertyPage.change(request, prop, data)),
    )  # fmt: skip

    def form_arguments(self, request: HttpRequest, verb: Verb, obj: Any) -> dict[str, Any]:
        return {"instance": Property.objects.get(pk=obj.pk)}

    @staticmethod
    def change(request: HttpRequest, prop: Property, data: dict[str, Any]) -> str:
        properties.change_property(prop=prop, changes=data, by=by(request), at=clock.now())
        return _("Changed.")


def add_place(request: HttpRequest, _none: None, data: dict[str, Any]) -> str:
    place = properties.add_place(property=at_home(request), by=by(request), at=clock.now(), **data)
    return _("%(place)s was added.") % {"place": place}


@admin.register(Place)
class PlacePage(HousePage):
    view_duty = "house.view_place"
    list_display = ("code", "name", "kind", "property")
    list_filter = ("kind", "property")
    search_fields = ("code", "name")
    list_select_related = ("property",)
    verbs = (
        Verb(
            "add-place", gettext_lazy("Add a place"), "house.manage_property", forms.NewPlace, add_place, on_list=True
        ),
    )


class PostInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Post
    fields = readonly_fields = ("property", "rank", "from_at", "until_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True


@transaction.atomic
def engage(request: HttpRequest, _none: None, data: dict[str, Any]) -> str:
    at, actor = clock.now(), by(request)
    rank = Rank(data.pop("rank"))
    staff = posts.engage(by=actor, at=at, **data)
    posts.appoint(staff=staff, property=at_home(request), rank=rank, by=actor, at=at)
    return _("%(name)s was added.") % {"name": staff.name}


def appoint(request: HttpRequest, staff: Staff, data: dict[str, Any]) -> str:
    prop = at_home(request)
    posts.appoint(
        staff=staff, property=prop, rank=Rank(data["rank"]), by=by(request), at=clock.now(),
        from_at=in_zone(data["from_at"], prop), until_at=in_zone(data["until_at"], prop),
    )  # fmt: skip
    return _("The post was given.")


def end_posts(request: HttpRequest, staff: Staff, data: dict[str, Any]) -> str:
    at = clock.now()
    for post in Post.objects.filter(staff=staff, property=at_home(request)).exclude(until_at__lte=at):
        posts.end_post(post=post, by=by(request), at=at, reason=data["reason"])
    return _("The posts here have ended.")


def new_password(request: HttpRequest, staff: Staff, data: dict[str, Any]) -> str:
    posts.set_password(staff=staff, password=data["password"], by=by(request), at=clock.now())
    return _("The password was set. Every session of %(name)s has ended.") % {"name": staff.name}


def new_pin(request: HttpRequest, staff: Staff, data: dict[str, Any]) -> str:
    posts.set_pin(staff=staff, pin=data["pin"], by=by(request), at=clock.now())
    return _("The PIN was set.")


def suspend(request: HttpRequest, staff: Staff, data: dict[str, Any]) -> str:
    posts.set_active(staff=staff, active=not staff.is_active, by=by(request), at=clock.now(), reason=data["reason"])
    return _("Done.")


def works_for_operator(staff: Staff) -> bool:
    """Managers do not touch the accounts of those who watch them."""
    return not staff.posts.filter(rank__in=REGULATOR).exists()


@admin.register(Staff)
class StaffPage(HousePage):
    view_duty = "house.view_staff"
    property_path = "posts__property"
    list_display = ("name", "username", "number", "is_active", "last_login")
    search_fields = ("name", "username")
    fields = ("name", "username", "number", "is_active", "last_login")
    inlines = (PostInline,)
    verbs = (
        Verb("engage", gettext_lazy("Add somebody"), "house.manage_staff", forms.Engage, engage, on_list=True),
        Verb("appoint", gettext_lazy("Give a post"), "house.manage_staff", forms.Appoint, appoint,
             open_for=works_for_operator),
        Verb("new-password", gettext_lazy("Set the password"), "house.manage_staff", forms.NewPassword, new_password,
             open_for=works_for_operator),
        Verb("new-pin", gettext_lazy("Set the PIN"), "house.manage_staff", forms.NewPin, new_pin,
             open_for=works_for_operator),
        Verb("end-posts", gettext_lazy("End posts"), "house.manage_staff", Reason, end_posts, danger=True,
             open_for=works_for_operator,
             hint=gettext_lazy("Ends every post held at this property, now.")),
        Verb("suspend", gettext_lazy("Suspend"), "house.manage_staff", Reason, suspend, danger=True,
             open_for=lambda staff: staff.is_active and works_for_operator(staff)),
        Verb("reinstate", gettext_lazy("Reinstate"), "house.manage_staff", Reason, suspend,
             open_for=lambda staff: not staff.is_active and works_for_operator(staff)),
    )  # fmt: skip

    def property_of(self, obj: Any) -> Property | None:
        return None

    def decided_at(self, request: HttpRequest, verb: Verb, obj: Any) -> list[Property | None]:
        """Posts are given and ended here; a person's account belongs to every property where they hold a post."""
        if obj is None or verb.name in {"appoint", "end-posts"}:
            return [here(request)]
        at = clock.now()
        return list({post.property for post in obj.posts.select_related("property").exclude(until_at__lte=at)}) or [
            here(request)
        ]


def register_player(request: HttpRequest, _none: None, data: dict[str, Any]) -> str:
    assert isinstance(request.user, Staff)
    player = players.register(property=at_home(request), checked_by=request.user, at=clock.now(), **data)
    return _("%(name)s was registered.") % {"name": player.name}


def change_player(request: HttpRequest, player: Player, data: dict[str, Any]) -> str:
    players.change(player=player, changes=data, by=by(request), at=clock.now())
    return _("Changed.")


def player_pin(request: HttpRequest, player: Player, data: dict[str, Any]) -> str:
    players.set_pin(player=player, pin=data["pin"], by=by(request), at=clock.now())
    return _("The PIN was set.")


def seat_apart(request: HttpRequest, player: Player, data: dict[str, Any]) -> str:
    players.seat_apart(player=player, other=data["card_number"], by=by(request), at=clock.now())
    return _("The two are seated apart from now on.")


def exclude(request: HttpRequest, player: Player, data: dict[str, Any]) -> str:
    players.exclude(
        player=player, kind=Exclusion.Kind(data["kind"]), game=data["game"], reason=data["reason"],
        until=in_zone(data["until_at"], player.property), by=by(request), at=clock.now(),
    )  # fmt: skip
    return _("The exclusion holds from now on, everywhere.")


@admin.register(Player)
class PlayerPage(HousePage):
    view_duty = "house.view_player"
    list_display = ("name", "card_number", "property", "employee")
    list_filter = ("employee", "property")
    search_fields = ("name", "card_number")
    list_select_related = ("property",)
    fields = ("name", "born", "card_number", "property", "document", "document_checked_by", "contact", "employee",
              "associates")  # fmt: skip
    verbs = (
        Verb("register", gettext_lazy("Register a player"), "house.register_player", forms.NewPlayer, register_player,
             on_list=True),
        Verb("amend", gettext_lazy("Change"), "house.register_player", forms.ChangePlayer, change_player),
        Verb("new-pin", gettext_lazy("Set the PIN"), "house.register_player", forms.NewPin, player_pin),
        Verb("seat-apart", gettext_lazy("Seat apart from"), "house.register_player", forms.SeatApart, seat_apart,
             hint=gettext_lazy("Relatives and associates sit at different tables or two seats apart (WA 6.8).")),
        Verb("exclude", gettext_lazy("Exclude"), "house.exclude_player", forms.Exclude, exclude, danger=True),
    )  # fmt: skip

    def form_arguments(self, request: HttpRequest, verb: Verb, obj: Any) -> dict[str, Any]:
        if verb.name != "amend":
            return {}
        return {"initial": {name: getattr(obj, name) for name in ("name", "document", "contact", "employee")}}


def change_end(request: HttpRequest, exclusion: Exclusion, data: dict[str, Any]) -> str:
    changed = players.change_end(
        exclusion=exclusion, until=in_zone(data["until_at"], exclusion.player.property), by=by(request),
        at=clock.now(), reason=data["reason"],
    )  # fmt: skip
    if changed.until_at is None:
        return _("The exclusion holds until further notice.")
    ends = changed.player.property.local(changed.until_at)
    return _("The exclusion ends on %(at)s.") % {"at": f"{ends:%-d %b %Y, %H:%M}"}


@admin.register(Exclusion)
class ExclusionPage(HousePage):
    view_duty = "house.view_exclusion"
    property_path = "player__property"
    list_display = ("player", "kind", "game", "from_at", "until_at")
    list_filter = ("kind", "player__property")
    search_fields = ("player__name", "player__card_number")
    list_select_related = ("player",)
    verbs = (Verb("change-end", gettext_lazy("Change the end"), "house.loosen_exclusion", forms.ChangeEnd, change_end),)

    def property_of(self, obj: Any) -> Property | None:
        found: Property = obj.player.property
        return found

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("player__property")


@transaction.atomic
def settle_lockout(request: HttpRequest, lockout: Lockout, data: dict[str, Any]) -> str:
    at = clock.now()
    Lockout.objects.filter(pk=lockout.pk, seen_at=None).update(seen_by=request.user, seen_at=at)
    record.append(
        stream="house:sign_in", kind="sign_in.lock_seen", subject=f"lockout:{lockout.pk}", at=at, actor=by(request),
        reason=data["reason"],
    )  # fmt: skip
    return _("Noted.")


@admin.register(Lockout)
class LockoutPage(HousePage):
    view_duty = "house.view_lockout"
    list_display = ("username", "address", "at", "seen_by", "seen_at")
    list_select_related = ("seen_by",)
    verbs = (
        Verb("seen", gettext_lazy("I have looked at it"), "house.view_lockout", Reason, settle_lockout,
             open_for=lambda lockout: lockout.seen_at is None),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return admin.ModelAdmin.get_queryset(self, request)

    def property_of(self, obj: Any) -> Property | None:
        return None
