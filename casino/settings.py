"""Settings, all from the environment. What production must not run without stops the start with a clear line."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import sys
from pathlib import Path
from urllib.parse import unquote

import environ
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from casino import embedded

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("PITBOSS_VAR", str(BASE_DIR / "var")))
MODE = env.str("PITBOSS_ENV", "development")
if MODE not in {"development", "test", "production"}:
    sys.exit(f"PITBOSS_ENV is {MODE!r}; it must be development, test or production.")
PRODUCTION = MODE == "production"
DEBUG = False


def secret(name: str) -> str:
    """From the environment; in development made once and kept under var/."""
    value = str(env.str(name, ""))
    if value:
        return value
    if PRODUCTION:
        sys.exit(f"{name} is not set. Production does not start without it.")
    kept = VAR_DIR / "secrets" / name.lower()
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = kept.with_suffix(f".{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(fresh, kept)
        fresh.unlink()
    return kept.read_text().strip()


SECRET_KEY = secret("SECRET_KEY")
# 32 bytes as hex: the seed of the Ed25519 key that signs the trail's checkpoints.
TRAIL_SIGNING_KEY = secret("TRAIL_SIGNING_KEY")
# Public keys in hex that signed earlier checkpoints.
TRAIL_FORMER_KEYS = env.list("TRAIL_FORMER_KEYS", default=[])
# Demo data may be loaded and its log-ins shown; never in production.
DEMO = env.bool("PITBOSS_DEMO", not PRODUCTION) and not PRODUCTION

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["*"])
if PRODUCTION and not ALLOWED_HOSTS:
    sys.exit("ALLOWED_HOSTS is not set. Production does not start without it.")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0)

INSTALLED_APPS = [
    "casino.apps.PitbossAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "template_partials",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "csp",
    "casino.trail",
    "casino.house",
    "casino.ledger",
    "casino.due",
    "casino.files",
    "casino.live",
    "casino.devices",
    "casino.audit",
    "games.rulebook",
]

MIDDLEWARE = [
    "casino.web.request_id_middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "casino.house.sessions.idle_middleware",
    "casino.house.sessions.local_time_middleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "casino.web.refusal_middleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
WSGI_APPLICATION = "casino.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "casino.web.page_context",
            ],
            "builtins": ["casino.house.templatetags.house"],
        },
    }
]

DATABASE_URL = env.str("DATABASE_URL", "") or embedded.database_url(VAR_DIR)
REDIS_URL = env.str("REDIS_URL", "") or embedded.redis_url(VAR_DIR)

DATABASES = {"default": env.db_url_config(DATABASE_URL)}
# The folder of a Unix socket stands in the URL with its slashes quoted.
DATABASES["default"]["HOST"] = unquote(DATABASES["default"]["HOST"])
DATABASES["default"]["OPTIONS"] = {
    **DATABASES["default"].get("OPTIONS", {}),
    "server_side_binding": True,
    "prepare_threshold": 3,
}
# 0 under ASGI, where a kept connection would outlive its thread; positive under gunicorn.
DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", 0)
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = False
# The regulator's connection: the same database (or a replica of it), as a role that may only read. `audit_role` makes
# the role with this password; AUDIT_DATABASE_URL names one that an administrator made.
AUDIT_DATABASE_URL = env.str("AUDIT_DATABASE_URL", "")
DATABASES["audit"] = {
    **DATABASES["default"],
    "USER": env.str("AUDIT_ROLE", "pitboss_audit"),
    "PASSWORD": hmac.new(SECRET_KEY.encode(), b"the regulator's role", "sha256").hexdigest(),
    **(env.db_url_config(AUDIT_DATABASE_URL) if AUDIT_DATABASE_URL else {}),
    "OPTIONS": dict(DATABASES["default"]["OPTIONS"]),
    "CONN_MAX_AGE": 0,
    "TEST": {"MIRROR": "default"},
}
AUDIT_ROLE = DATABASES["audit"]["USER"]
DATABASE_ROUTERS = ["casino.audit.reading.Router"]

# Counts that all processes share, such as submissions from one address. Nothing that matters is kept here alone.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
}

CELERY_BROKER_URL = (
    REDIS_URL.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")
    if REDIS_URL.startswith("unix://")
    else REDIS_URL
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 60, "socket_keepalive": True}
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "casino.due.tasks.sweep", "schedule": 1.0, "options": {"expires": 1.0}},
    "make_up": {"task": "casino.live.tasks.make_up", "schedule": 1.0, "options": {"expires": 1.0}},
    "silence": {"task": "casino.devices.tasks.silence", "schedule": 1.0, "options": {"expires": 1.0}},
    "checkpoint": {"task": "casino.trail.tasks.checkpoint", "schedule": 60.0, "options": {"expires": 55.0}},
}

AUTH_USER_MODEL = "house.Staff"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "casino.house.signing_in.StaffBackend"]
AUTH_PASSWORD_VALIDATORS = (
    [
        {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
        {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
        {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    ]
    if PRODUCTION
    else []
)
if MODE == "test":
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign_in"

# By user and address together: one address may stand for every kiosk of a house.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "casino.house.signing_in.locked_out"
AXES_CLIENT_IP_CALLABLE = "casino.web.address"
AXES_ENABLE_ADMIN = False
AXES_DISABLE_ACCESS_LOG = True
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "pin", "card", "number", "old", "new", "csrfmiddlewaretoken"]
AXES_VERBOSE = False

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("mi", _("Māori"))]
FORMAT_MODULE_PATH = ["casino.formats"]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = MODE == "development"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "manifest-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", True)
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    if TRUSTED_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_MOST_BYTES = 20 * 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "casino.devices.authentication.DeviceAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "casino.web.api_exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pitboss",
    "DESCRIPTION": "The casino's tables, devices and record, for programs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {"DeviceKind": "casino.devices.kinds.Kind.choices"},
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LOG_LEVEL = env.str("LOG_LEVEL", "INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "casino.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django.server": {"level": "WARNING"},
        "axes": {"level": "WARNING"},
        "uvicorn.access": {"level": "WARNING"},
    },
}
