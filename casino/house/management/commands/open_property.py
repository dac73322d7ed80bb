"""A new property."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino import clock
from casino.house import properties
from casino.house.models import Currency, Jurisdiction


class Command(BaseCommand):
    help = "Open a property. Whether it is for training (play money) cannot be changed later."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code")
        parser.add_argument("--name", required=True)
        parser.add_argument("--jurisdiction", required=True, choices=Jurisdiction.values)
        parser.add_argument("--regulator", required=True)
        parser.add_argument("--time-zone", required=True)
        parser.add_argument("--currency", required=True, choices=Currency.values)
        parser.add_argument("--language", default="en")
        parser.add_argument("--least-age", type=int, default=18)
        parser.add_argument("--training", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        names = (
            "code",
            "name",
            "jurisdiction",
            "regulator",
            "time_zone",
            "currency",
            "language",
            "least_age",
            "training",
        )
        try:
            prop = properties.open_property(by="system", at=clock.now(), **{name: options[name] for name in names})
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from None
        self.stdout.write(f"{prop.name} is open.")
