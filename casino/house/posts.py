"""Staff and their posts: taking somebody on, giving and ending ranks, passwords and PINs."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from casino.house.models import Post, Property, Staff
from casino.house.ranks import REGULATOR, Rank
from casino.refused import Refused, refuse_unless
from casino.trail import record


@transaction.atomic
def engage(*, username: str, name: str, password: str, by: str, at: datetime, number: int | None = None) -> Staff:
    """A new member of staff, with no rank yet."""
    staff = Staff(username=username, name=name, number=number)
    staff.set_password(password)
    staff.full_clean(exclude=["password"])
    staff.save()
    record.append(stream=staff.stream, kind="staff.engaged", subject=staff.stream, at=at, actor=by)
    return staff


@transaction.atomic
def appoint(
    *, staff: Staff, property: Property, rank: Rank, by: str, at: datetime, from_at: datetime | None = None,
    until_at: datetime | None = None,
) -> Post:  # fmt: skip
    """Give a rank at a property, for a time or until further notice."""
    begins = from_at or at
    near = timedelta(days=100 * 365)
    refuse_unless(abs(begins - at) < near and (until_at is None or abs(until_at - at) < near), clause=None,
                  message=_("That is not a date we keep posts for."), where="from_at")  # fmt: skip
    refuse_unless(
        until_at is None or until_at > begins,
        clause=None,
        message=_("The post ends before it begins."),
        where="until_at",
    )
    held = set(Post.objects.filter(staff=staff, property=property).values_list("rank", flat=True)) | {rank}
    sides = {Rank(one) in REGULATOR for one in held}
    refuse_unless(len(sides) == 1, clause=None, where="rank",
                  message=_("Nobody works for the operator and for the regulator of one property."))  # fmt: skip
    try:
        with transaction.atomic():
            post = Post.objects.create(staff=staff, property=property, rank=rank, from_at=begins, until_at=until_at)
    except IntegrityError:
        raise Refused(None, _("This rank is already held in that time."), "rank") from None
    record.append(
        stream=staff.stream, kind="staff.appointed", subject=staff.stream, at=at, actor=by, property=property.pk,
        after={"post": post.pk, "rank": rank, "from": begins, "until": until_at},
    )  # fmt: skip
    return post


@transaction.atomic
def end_post(*, post: Post, by: str, at: datetime, reason: str) -> Post:
    """Take a rank away now."""
    post = Post.objects.select_for_update(no_key=True).get(pk=post.pk)
    refuse_unless(post.until_at is None or post.until_at > at, clause=None, message=_("This post has already ended."))
    before = {"until": post.until_at}
    if post.from_at >= at:
        post_pk = post.pk
        post.delete()
        post.pk = post_pk
    else:
        post.until_at = at
        post.save(update_fields=["until_at"])
    record.append(
        stream=post.staff.stream, kind="staff.post_ended", subject=post.staff.stream, at=at, actor=by,
        property=post.property_id, before=before, after={"post": post.pk, "until": at}, reason=reason,
    )  # fmt: skip
    return post


@transaction.atomic
def set_pin(*, staff: Staff, pin: str, by: str, at: datetime) -> None:
    """The PIN for table terminals: four to eight digits."""
    refuse_unless(is_pin(pin), clause=None, message=_("A PIN has four to eight digits."), where="pin")
    Staff.objects.filter(pk=staff.pk).update(pin=make_password(pin))
    record.append(stream=staff.stream, kind="staff.pin_set", subject=staff.stream, at=at, actor=by)


@transaction.atomic
def set_password(*, staff: Staff, password: str, by: str, at: datetime) -> None:
    """A new password ends every session of its owner."""
    staff = Staff.objects.select_for_update(no_key=True).get(pk=staff.pk)
    staff.set_password(password)
    staff.save(update_fields=["password"])
    record.append(stream=staff.stream, kind="staff.password_set", subject=staff.stream, at=at, actor=by)


@transaction.atomic
def set_active(*, staff: Staff, active: bool, by: str, at: datetime, reason: str) -> None:
    Staff.objects.filter(pk=staff.pk).update(is_active=active)
    kind = "staff.reinstated" if active else "staff.suspended"
    record.append(stream=staff.stream, kind=kind, subject=staff.stream, at=at, actor=by, reason=reason)


def is_pin(pin: str) -> bool:
    return pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 8
