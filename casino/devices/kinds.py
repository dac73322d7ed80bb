"""The kinds of devices: where each stands, which are gambling equipment, and the address of its screen."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.house.models import PlaceKind


class Kind(models.TextChoices):
    SIGN = "sign", _("Sign")
    METER = "meter", _("Jackpot meter")
    LIST_BOARD = "list_board", _("List board")
    CLOCK = "clock", _("Tournament clock")
    TERMINAL = "terminal", _("Table terminal")
    STATION = "station", _("Station")
    KIOSK = "kiosk", _("Kiosk")
    SHOE = "shoe", _("Shoe")
    SHUFFLER = "shuffler", _("Shuffler")
    DICE_READER = "dice_reader", _("Dice reader")


# What deals, shuffles, reads dice or takes wagers needs the regulator's type approval before it is used.
EQUIPMENT: frozenset[Kind] = frozenset({Kind.STATION, Kind.SHOE, Kind.SHUFFLER, Kind.DICE_READER})

STANDS_AT: dict[Kind, PlaceKind] = {
    Kind.SIGN: PlaceKind.TABLE,
    Kind.METER: PlaceKind.POOL,
    Kind.LIST_BOARD: PlaceKind.LIST,
    Kind.CLOCK: PlaceKind.TOURNAMENT,
    Kind.TERMINAL: PlaceKind.TABLE,
    Kind.STATION: PlaceKind.TABLE,
    Kind.KIOSK: PlaceKind.DESK,
    Kind.SHOE: PlaceKind.TABLE,
    Kind.SHUFFLER: PlaceKind.TABLE,
    Kind.DICE_READER: PlaceKind.TABLE,
}

ICONS: dict[Kind, str] = {
    Kind.SIGN: "sign",
    Kind.METER: "meter",
    Kind.LIST_BOARD: "list",
    Kind.CLOCK: "wait",
    Kind.TERMINAL: "device",
    Kind.STATION: "seat",
    Kind.KIOSK: "ticket",
    Kind.SHOE: "cards",
    Kind.SHUFFLER: "cards",
    Kind.DICE_READER: "dice",
}

# Devices with a screen that a browser shows; the others are programs that speak the API.
SCREENS: dict[Kind, str] = {
    Kind.SIGN: "display_table",
    Kind.METER: "display_jackpot",
    Kind.LIST_BOARD: "display_list",
    Kind.CLOCK: "display_clock",
    Kind.TERMINAL: "terminal",
    Kind.STATION: "station",
    Kind.KIOSK: "kiosk",
}
