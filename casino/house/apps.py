from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HouseConfig(AppConfig):
    name = "casino.house"
    verbose_name = _("House")

    def ready(self) -> None:
        import casino.celery  # noqa: F401  so that this process sends its tasks to our broker
        from casino.house import registers

        registers.register()
