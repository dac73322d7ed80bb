"""/api/devices/"""

from __future__ import annotations

from django.urls import path

from casino.devices import api

urlpatterns = [
    path("", api.Devices.as_view(), name="api_devices"),
    path("me/", api.Me.as_view(), name="api_devices_me"),
    path("pair/", api.Pair.as_view(), name="api_devices_pair"),
    path("pair/collect/", api.Collect.as_view(), name="api_devices_collect"),
    path("beat/", api.Beat.as_view(), name="api_devices_beat"),
    path("confirm/", api.Confirm.as_view(), name="api_devices_confirm"),
]
