"""Files are given out as attachments, never shown inside a page of ours."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from casino import clock
from casino.files import store
from casino.house import duties
from casino.house.models import Staff


@login_required
@require_GET
def download(request: HttpRequest, sha256: str) -> HttpResponse:
    staff = request.user
    assert isinstance(staff, Staff)
    duties.require(staff, "files.see", None)
    kept = store.kept_at(duties.properties_with(staff, "files.see")).filter(file=sha256)
    # The name under which it was kept for one of their own properties comes before the common one.
    found = kept.select_related("file").order_by("property_id", "-id").first()
    if found is None:
        raise Http404
    response = HttpResponse(store.read(found.file, at=clock.now()), content_type=found.file.media_type)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=found.name) or ""
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    response["ETag"] = f'"{sha256}"'
    return response
