"""The addresses of the screens."""

from __future__ import annotations

from django.urls import path

from casino.devices import station, terminal, views
from casino.devices.kinds import Kind

urlpatterns = [
    path("display/table/<slug:code>/", views.display, {"kind": Kind.SIGN}, name="display_table"),
    path("display/jackpot/<slug:code>/", views.display, {"kind": Kind.METER}, name="display_jackpot"),
    path("display/list/<slug:code>/", views.display, {"kind": Kind.LIST_BOARD}, name="display_list"),
    path("display/clock/<slug:code>/", views.display, {"kind": Kind.CLOCK}, name="display_clock"),
    path("terminal/<slug:code>/", terminal.home, name="terminal"),
    path("terminal/<slug:code>/sign-on/", terminal.sign_on, name="terminal_sign_on"),
    path("terminal/<slug:code>/sign-off/", terminal.sign_off, name="terminal_sign_off"),
    path("station/<slug:code>/<int:seat>/", station.home, name="station"),
    path("station/<slug:code>/<int:seat>/sign-in/", station.sign_in, name="station_sign_in"),
    path("station/<slug:code>/<int:seat>/sign-out/", station.sign_out, name="station_sign_out"),
]
