"""Uploaded bytes by their sha256, kept once, and who kept them where."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.house.models import Property


class MediaType(models.TextChoices):
    PDF = "application/pdf", "PDF"
    PNG = "image/png", "PNG"
    JPEG = "image/jpeg", "JPEG"
    WEBP = "image/webp", "WebP"
    TEXT = "text/plain", _("Plain text")
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "Word"


class File(models.Model):
    sha256 = models.CharField(max_length=64, primary_key=True)
    media_type = models.CharField(max_length=100, choices=MediaType)
    size = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(sha256__regex=r"^[0-9a-f]{64}$"), name="file_sha256_is_hex"),
            models.CheckConstraint(condition=Q(size__gt=0) & Q(size__lte=20 * 1024 * 1024), name="file_at_most_20_mb"),
        ]

    def __str__(self) -> str:
        return self.sha256


class Content(models.Model):
    """The bytes, apart from the file's row, so that no list ever reads them."""

    file = models.OneToOneField(File, on_delete=models.PROTECT, primary_key=True, related_name="content")
    stored = models.BinaryField()

    def __str__(self) -> str:
        return self.file_id


class Kept(models.Model):
    """Somebody kept these bytes, for one property or for all, under a name. The same bytes may be kept often."""

    file = models.ForeignKey(File, on_delete=models.PROTECT, related_name="kept")
    property = models.ForeignKey(Property, null=True, on_delete=models.PROTECT, related_name="files")
    name = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("file")
        verbose_name_plural = _("files")
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.name
