"""The admin's pages as we use them: reading for those who may, and every change a verb with a form of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _

from casino.house import duties
from casino.house.models import Property, Staff
from casino.house.signing_in import here
from casino.refused import Refused


@dataclass(frozen=True)
class Verb:
    """A button on an object (or above a list) that opens a form and calls one domain function."""

    name: str
    label: Any
    duty: str
    form: type[forms.BaseForm]
    call: Callable[[HttpRequest, Any, dict[str, Any]], str]
    on_list: bool = False
    danger: bool = False
    hint: Any = ""
    open_for: Callable[[Any], bool] = field(default=lambda obj: True)


class Reason(forms.Form):
    reason = forms.CharField(max_length=500, widget=forms.Textarea(attrs={"rows": 3}))


class HousePage(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only lists and pages, scoped to the properties at which one holds the duty; changes go by verbs."""

    view_duty = ""
    property_path = "property"
    verbs: tuple[Verb, ...] = ()
    change_form_template = "admin/object.html"
    change_list_template = "admin/objects.html"
    verb_template = "admin/verb.html"
    actions = None
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        assert isinstance(request.user, Staff)
        seen = duties.properties_with(request.user, self.view_duty)
        found = super().get_queryset(request).filter(**{f"{self.property_path}__in": seen})
        return found.distinct() if "__" in self.property_path else found

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return isinstance(request.user, Staff) and duties.may(request.user, self.view_duty, None)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def property_of(self, obj: Any) -> Property | None:
        """The property that decides about an object; a subclass says it where there is no such field."""
        return obj if isinstance(obj, Property) else getattr(obj, "property", None)

    def decided_at(self, request: HttpRequest, verb: Verb, obj: Any) -> list[Property | None]:
        """The properties at which somebody must have the verb's duty: all of them."""
        return [self.property_of(obj) if obj is not None else here(request)]

    def require(self, request: HttpRequest, verb: Verb, obj: Any) -> None:
        for prop in self.decided_at(request, verb, obj):
            duties.require(request.user, verb.duty, prop)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only what the list offers as a filter: any other field could be read letter by letter."""
        offered = [name for name in self.list_filter if isinstance(name, str)]
        return any(lookup == name or lookup.startswith(f"{name}__") for name in offered)

    def verbs_for(self, request: HttpRequest, obj: Any) -> list[dict[str, Any]]:
        assert isinstance(request.user, Staff)
        found = []
        for verb in self.verbs:
            if verb.on_list != (obj is None):
                continue
            if not all(duties.may(request.user, verb.duty, prop) for prop in self.decided_at(request, verb, obj)):
                continue
            if obj is not None and not verb.open_for(obj):
                continue
            found.append({"label": verb.label, "danger": verb.danger, "url": self.verb_url(verb, obj)})
        return found

    def verb_url(self, verb: Verb, obj: Any) -> str:
        meta = self.model._meta
        name = f"admin:{meta.app_label}_{meta.model_name}_{verb.name}"
        return reverse(name, args=[] if verb.on_list else [obj.pk])

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta
        own = []
        for verb in self.verbs:
            where = f"{verb.name}/" if verb.on_list else f"<int:pk>/{verb.name}/"
            name = f"{meta.app_label}_{meta.model_name}_{verb.name}"
            own.append(path(where, self.admin_site.admin_view(self.page_of(verb)), name=name))
        return own + super().get_urls()

    def page_of(self, verb: Verb) -> Callable[..., HttpResponse]:
        def page(request: HttpRequest, pk: int | None = None) -> HttpResponse:
            obj = self.one(request, pk) if pk is not None else None
            prop = self.property_of(obj) if obj is not None else here(request)
            self.require(request, verb, obj)
            if obj is not None and not verb.open_for(obj):
                raise Refused(None, _("This cannot be done here now."))
            form = verb.form(request.POST or None, request.FILES or None, **self.form_arguments(request, verb, obj))
            if request.method == "POST" and form.is_valid() and (done := self.carry_out(request, verb, obj, form)):
                return done
            context = self.admin_site.each_context(request) | {
                "title": verb.label, "verb": verb, "form": form, "object": obj, "prop": prop, "opts": self.model._meta,
                "back": self.back_to(obj),
            }  # fmt: skip
            return TemplateResponse(request, self.verb_template, context, status=422 if form.errors else 200)

        return page

    def one(self, request: HttpRequest, pk: int) -> Model:
        found = self.get_queryset(request).filter(pk=pk).first()
        if found is None:
            raise Http404
        return found  # type: ignore[no-any-return]

    def form_arguments(self, request: HttpRequest, verb: Verb, obj: Any) -> dict[str, Any]:
        return {}

    def carry_out(self, request: HttpRequest, verb: Verb, obj: Any, form: Any) -> HttpResponse | None:
        try:
            sentence = verb.call(request, obj, form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.where if refused.where in form.fields else None, str(refused))
            return None
        except ValidationError as error:
            for text in error.messages:
                form.add_error(None, text)
            return None
        messages.success(request, sentence)
        return redirect(self.back_to(obj))

    def back_to(self, obj: Any) -> str:
        meta = self.model._meta
        base = f"admin:{meta.app_label}_{meta.model_name}"
        if obj is not None and type(obj).objects.filter(pk=obj.pk).exists():
            return reverse(f"{base}_change", args=[obj.pk])
        return reverse(f"{base}_changelist")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        obj = self.get_object(request, object_id)
        more = {"verbs": self.verbs_for(request, obj) if obj else [], "title": str(obj) if obj else _("Not found")}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | more)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        more = {"verbs": self.verbs_for(request, None), "title": self.model._meta.verbose_name_plural.capitalize()}
        return super().changelist_view(request, (extra_context or {}) | more)
