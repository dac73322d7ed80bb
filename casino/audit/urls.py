"""Provisional (lead): C1 replaces this file."""

app_name = "audit"
urlpatterns = []
