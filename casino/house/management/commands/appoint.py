"""The first manager of a new house, and the regulator's people, who are never appointed by those they watch."""

from __future__ import annotations

import getpass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from casino import clock
from casino.house import posts
from casino.house.models import Property, Staff
from casino.house.ranks import Rank
from casino.refused import Refused


class Command(BaseCommand):
    help = "Give somebody a rank at a property; makes the log-in where there is none (asks for its password)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--rank", required=True, choices=Rank.values)
        parser.add_argument("--property", required=True, help="the property's code")
        parser.add_argument("--name", help="for a new log-in: the person's name")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        at = clock.now()
        prop = Property.objects.filter(code=options["property"]).first()
        if prop is None:
            raise CommandError(f"No property has the code {options['property']!r}.")
        try:
            staff = Staff.objects.filter(username=options["username"]).first() or self.engage(options, at)
            posts.appoint(staff=staff, property=prop, rank=Rank(options["rank"]), by="system", at=at)
        except (Refused, ValidationError) as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{staff.name}: {Rank(options['rank']).label}, {prop.name}.")

    def engage(self, options: dict[str, Any], at: Any) -> Staff:
        password = getpass.getpass(f"Password for {options['username']}: ")
        name = options["name"] or options["username"]
        return posts.engage(username=options["username"], name=name, password=password, by="system", at=at)
