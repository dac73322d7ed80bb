"""The rulebook in the admin."""

from __future__ import annotations

from django.contrib import admin

from games.rulebook.models import Application, Document, Election, Version
from games.rulebook.pages.applications import ApplicationPage
from games.rulebook.pages.documents import DocumentPage
from games.rulebook.pages.elections import ElectionPage
from games.rulebook.pages.versions import VersionPage

admin.site.register(Application, ApplicationPage)
admin.site.register(Document, DocumentPage)
admin.site.register(Version, VersionPage)
admin.site.register(Election, ElectionPage)
