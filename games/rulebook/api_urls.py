"""The addresses of the rulebook's API."""

from __future__ import annotations

from django.urls import path

from games.rulebook import api

urlpatterns = [
    path("documents/", api.Documents.as_view(), name="api_rules_documents"),
    path("documents/<str:code>/versions/", api.Versions.as_view(), name="api_rules_versions"),
    path("documents/<str:code>/in-force/", api.InForce.as_view(), name="api_rules_in_force"),
    path("versions/<int:pk>/", api.OneVersion.as_view(), name="api_rules_version"),
    path("versions/<int:pk>/redline/", api.BetweenVersions.as_view(), name="api_rules_redline"),
    path("in-force/", api.InForceAtPlace.as_view(), name="api_rules_at_place"),
]
