"""How often each channel has changed: the count that tells a screen, and us, whether it has missed something."""

from __future__ import annotations

from django.db import models


class Channel(models.Model):
    """Raised in the transaction of each change, so that its order is the order of the commits.

    Only the name is indexed: a raise is a HOT update.
    """

    name = models.CharField(max_length=120, primary_key=True)
    version = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
