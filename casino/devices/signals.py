"""What devices tell the apps above, inside the transaction of the change. Each is sent with `device` and `at`."""

from __future__ import annotations

from django.dispatch import Signal

# The device confirms what it displays: `shows_hash` is its hash, empty when it no longer vouches for anything.
device_confirmed = Signal()
# It has not been heard for ten seconds: `since` is when it was last heard.
device_silent = Signal()
# It is heard again: `since` as above.
device_heard_again = Signal()
