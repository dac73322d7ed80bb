from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LiveConfig(AppConfig):
    name = "casino.live"
    verbose_name = _("Live screens")

    def ready(self) -> None:
        from casino.live import registers

        registers.register()
