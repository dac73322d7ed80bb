#!/usr/bin/env python
"""Django's command line. Where no DATABASE_URL is set it uses the embedded PostgreSQL, started if need be."""

import os
import sys
from contextlib import ExitStack

NEEDS_NO_DATABASE = {"help", "version", "check", "collectstatic", "makemessages", "compilemessages", "--help"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line

    from casino import embedded

    with ExitStack() as stack:
        command = sys.argv[1] if len(sys.argv) > 1 else "help"
        only_reads = command == "import_rules" and {"--json", "--dry-run"} & set(sys.argv)
        if command not in NEEDS_NO_DATABASE and not only_reads and not os.environ.get("DATABASE_URL"):
            stack.enter_context(embedded.serving(settings.VAR_DIR))
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
