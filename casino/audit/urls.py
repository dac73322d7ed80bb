"""`/audit/`: whatever the apps have registered, and the one thing that may be started here."""

from __future__ import annotations

from django.urls import URLPattern, path

from casino.audit import pages, views

app_name = "audit"
urlpatterns: list[URLPattern] = [path("verify/start/", views.ask, name="ask"), *pages.urlpatterns()]
