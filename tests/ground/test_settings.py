"""Settings come from the environment; production does not start without its secrets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCTION = {
    "PITBOSS_ENV": "production",
    "SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz",
    "TRAIL_SIGNING_KEY": "ab" * 32,
    "ALLOWED_HOSTS": "pitboss.example",
    "DATABASE_URL": "postgres://pitboss@db.example/pitboss",
    "REDIS_URL": "redis://redis.example/0",
}


def manage(*words: str, tmp_path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=kept | {"PITBOSS_VAR": str(tmp_path)} | env,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def test_the_deployment_check_is_clean_with_production_settings(tmp_path):
    done = manage("check", "--deploy", "--fail-level", "WARNING", tmp_path=tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize("missing", ["SECRET_KEY", "TRAIL_SIGNING_KEY", "ALLOWED_HOSTS"])
def test_production_without_a_secret_stops_with_one_clear_line(tmp_path, missing):
    done = manage("check", tmp_path=tmp_path, **{k: v for k, v in PRODUCTION.items() if k != missing})
    assert done.returncode == 1
    assert done.stderr.strip() == f"{missing} is not set. Production does not start without it."


def test_a_misspelt_mode_is_refused(tmp_path):
    done = manage("check", tmp_path=tmp_path, PITBOSS_ENV="prod")
    assert done.returncode == 1 and "must be development, test or production" in done.stderr


def test_demo_is_never_on_in_production(tmp_path):
    ask = "from django.conf import settings; print(settings.DEMO)"
    env = PRODUCTION | {"PITBOSS_DEMO": "true", "PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "casino.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, env=env | {"PATH": os.environ["PATH"], "PITBOSS_VAR": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "False", done.stderr


def test_development_makes_its_own_secrets_once(tmp_path):
    first = manage("check", tmp_path=tmp_path)
    kept = (tmp_path / "secrets" / "secret_key").read_text()
    manage("check", tmp_path=tmp_path)
    assert first.returncode == 0
    assert (tmp_path / "secrets" / "secret_key").read_text() == kept
    assert (tmp_path / "secrets" / "secret_key").stat().st_mode & 0o077 == 0
