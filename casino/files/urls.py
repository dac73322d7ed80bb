"""Provisional (lead): C3 replaces this file."""
urlpatterns = []
