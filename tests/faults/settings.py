"""Pitboss as it is, and the app that counts."""

from casino.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.counting.apps.CountingConfig"]  # noqa: F405
