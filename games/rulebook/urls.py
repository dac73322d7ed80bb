"""The addresses of the public rulebook."""

from __future__ import annotations

from django.urls import path

from games.rulebook import consulting, views

urlpatterns = [
    path("", views.index, name="rules"),
    path("search/", views.search, name="rules_search"),
    path("consultations/", consulting.index, name="consultations"),
    path("consultations/<int:pk>/", consulting.one, name="consultation"),
    path("consultations/<int:pk>/thanks/", consulting.thanks, name="consultation_thanks"),
    path("<str:code>/", views.document, name="rules_document"),
    path("<str:code>/text.<str:form>", views.download, name="rules_download"),
    path("<str:code>/<str:number>/", views.clause, name="rules_clause"),
]
