from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    name = "casino.audit"
    verbose_name = _("Audit")

    def ready(self) -> None:
        from casino.audit import registers

        registers.register()
