from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LedgerConfig(AppConfig):
    name = "casino.ledger"
    verbose_name = _("Ledger")

    def ready(self) -> None:
        from casino.ledger import registers

        registers.register()
