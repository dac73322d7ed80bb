from __future__ import annotations

from django.urls import path, register_converter

from casino.files.views import download


class Sha256Converter:
    regex = "[0-9a-f]{64}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Sha256Converter, "sha256")

urlpatterns = [path("<sha256:sha256>/", download, name="file")]
