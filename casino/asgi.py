"""One ASGI application: streams go to `casino.live`, everything else to Django."""

from __future__ import annotations

import os
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
pages = get_asgi_application()

from casino.live.asgi import with_streams  # noqa: E402  the apps must be ready first

application = with_streams(cast(Any, pages))
