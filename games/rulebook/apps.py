from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulebookConfig(AppConfig):
    name = "games.rulebook"
    verbose_name = _("Rulebook")

    def ready(self) -> None:
        from games.rulebook import registers

        registers.register()
