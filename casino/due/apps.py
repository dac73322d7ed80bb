from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DueConfig(AppConfig):
    name = "casino.due"
    verbose_name = _("Due work")

    def ready(self) -> None:
        from casino.due import registers

        registers.register()
