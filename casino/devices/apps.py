from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DevicesConfig(AppConfig):
    name = "casino.devices"
    verbose_name = _("Devices")

    def ready(self) -> None:
        from casino.devices import registers

        registers.register()
