"""Every address of Pitboss; each app brings its own list."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from casino import health
from casino.house import kiosk, views

urlpatterns = [
    path("", views.landing, name="landing"),
    path("home/", views.home, name="home"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("password/", views.password, name="password"),
    path("property/", views.choose_property, name="choose_property"),
    # By name, so that the casino's ground imports nothing of the games above it.
    path("rules/", include("games.rulebook.urls")),
    path("kiosk/", kiosk.home, name="kiosk"),
    path("kiosk/sign-in/", kiosk.sign_in, name="kiosk_sign_in"),
    path("kiosk/sign-out/", kiosk.sign_out, name="kiosk_sign_out"),
    path("kiosk/rules/", include("games.rulebook.kiosk")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("audit/", include("casino.audit.urls")),
    path("files/", include("casino.files.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", views.api_docs, name="api_docs"),
    path("api/devices/", include("casino.devices.api_urls")),
    path("api/rules/", include("games.rulebook.api_urls")),
    path("", include("casino.devices.urls")),
]

handler400 = "casino.house.views.bad_request"
handler403 = "casino.web.forbidden"
handler500 = "casino.house.views.server_error"
