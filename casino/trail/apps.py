from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.utils.translation import gettext_lazy as _


class TrailConfig(AppConfig):
    name = "casino.trail"
    verbose_name = _("Trail")

    def ready(self) -> None:
        checks.register(signing_key_is_one)


def signing_key_is_one(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """A key that cannot sign stops the start, not the first checkpoint."""
    from casino.trail import keys

    try:
        keys.signer(settings.TRAIL_SIGNING_KEY)
    except ValueError as error:
        return [checks.Error(str(error), hint="Make one with: openssl rand -hex 32", id="trail.E001")]
    return []
