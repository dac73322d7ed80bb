"""Before the tests: is there a chromium? As root on Debian it is installed; elsewhere its tests are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main() -> int:
    if shutil.which("chromium"):
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("No chromium here: installing Debian's for the browser tests …", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, **quiet)
    if shutil.which("chromium"):
        return 0
    print("No chromium here: the browser tests are skipped. Install the package chromium to run them.")
    return 1 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main())
