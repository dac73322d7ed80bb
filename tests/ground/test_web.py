"""What every request shares: its id, health, figures, the API's description, writes that are repeated."""

from __future__ import annotations

import json
import logging
import threading

import pytest
from django.db import connection
from django.http import JsonResponse
from django.test import RequestFactory

from casino import context, health
from casino.house.models import Answer
from casino.house.ranks import Rank
from casino.logs import JsonFormatter
from casino.refused import Refused
from casino.trail.models import Event
from casino.web import address, idempotent
from tests.factories import make_property, make_staff


@pytest.mark.django_db
def test_the_request_s_id_stands_in_the_answer_and_in_the_trail(client):
    staff = make_staff(Rank.CASHIER)
    answer = client.post("/sign-in/", {"username": staff.username, "password": "secret"})
    event = Event.objects.get(stream=staff.stream)
    assert event.request == answer["X-Request-Id"] != ""


def test_a_log_line_is_one_json_object_with_the_request_s_id():
    context.request_id.set("abc")
    record = logging.LogRecord("casino", logging.INFO, __file__, 1, "Table %s\nopened “now”", ("BA-12",), None)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["message"], told["request"], told["level"]) == ("Table BA-12\nopened “now”", "abc", "info")


@pytest.mark.django_db
def test_alive_is_said_without_a_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_ready_names_the_part_that_is_not(client, monkeypatch):
    health.swept()
    assert client.get("/readyz").json() == {"database": "ok", "redis": "ok", "worker": "ok", "migrations": "ok"}
    monkeypatch.setattr(health, "WORKER_SILENT_AFTER_SECONDS", -1)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["worker"].startswith("silent for")


@pytest.mark.django_db
def test_figures_are_in_prometheus_s_form(client):
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert "# TYPE pitboss_" in answer.content.decode()


@pytest.mark.django_db
def test_the_api_describes_itself(client):
    schema = client.get("/api/schema/", headers={"Accept": "application/json"})
    assert schema.status_code == 200
    shown = client.get("/api/docs/").content.decode()
    assert "/api/devices/" in shown and "Idempotency-Key" in shown


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, "6.6.6.6", "10.0.0.9"),
        (1, "6.6.6.6, 7.7.7.7", "7.7.7.7"),
        (2, "6.6.6.6, 7.7.7.7, 8.8.8.8", "7.7.7.7"),
        (2, "6.6.6.6", "10.0.0.9"),
    ],
)
def test_only_trusted_proxies_say_who_the_client_is(settings, proxies, forwarded, found):
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="10.0.0.9")
    assert address(request) == found


class Session(dict):
    session_key = "s1"


def post(body: str, key: str | None = "k1", user=None):
    request = RequestFactory().post("/thing/", body, content_type="application/json")
    request.session = Session()
    request.user = user
    if key is not None:
        request.META["HTTP_IDEMPOTENCY_KEY"] = key
    return request


@pytest.fixture
def writes():
    done: list[str] = []

    @idempotent
    def write(request):
        if request.body == b"refused":
            raise Refused(None, "no")
        if request.body == b"bad":
            make_property()
            return JsonResponse({}, status=422)
        done.append(request.body.decode())
        make_property()
        return JsonResponse({"count": len(done)}, status=201)

    return write, done


@pytest.mark.django_db
def test_the_same_key_gives_the_same_answer_and_one_effect(writes):
    write, done = writes
    first, second = write(post("a")), write(post("a"))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert done == ["a"]


@pytest.mark.django_db
def test_the_same_key_with_another_body_is_409_and_changes_nothing(writes):
    write, done = writes
    write(post("a"))
    assert write(post("b")).status_code == 409
    assert done == ["a"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", [None, "", "x" * 129, "line\nbreak"])
def test_a_write_without_a_proper_key_is_400(writes, key):
    write, done = writes
    assert write(post("a", key)).status_code == 400
    assert done == []


@pytest.mark.django_db
def test_a_refused_write_keeps_nothing_and_may_be_tried_again(writes):
    write, done = writes
    assert write(post("bad")).status_code == 422
    assert not Answer.objects.exists()
    with pytest.raises(Refused):
        write(post("refused"))
    assert write(post("a")).status_code == 201
    assert done == ["a"]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_with_one_key_have_one_effect(writes):
    write, done = writes
    answers = []

    def send() -> None:
        answers.append(write(post("a")).content)
        connection.close()

    both = [threading.Thread(target=send) for _ in range(4)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert done == ["a"]
    assert len(set(answers)) == 1 and len(answers) == 4
