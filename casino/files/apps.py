from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FilesConfig(AppConfig):
    name = "casino.files"
    verbose_name = _("Files")

    def ready(self) -> None:
        from casino.files import registers

        registers.register()
