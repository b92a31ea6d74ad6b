"""Each test gets a world of its own, so that all of them may run at once."""

import time

import pytest

from petstore import PetstoreError


def test_works_beside_other_tests(client, world):
    number = client.create(name="Rex", categoryId=1)["id"]
    assert client.find(number)["name"] == "Rex"
    assert len(list(client.list())) == 16  # 15 that each world starts with, and one
    *_, call = world.get("/requests?operation=createPet").json()
    assert (call["violations"], call["warnings"]) == ([], [])


def test_waits_as_long_as_retry_after_says(client, world):
    world.put("/scenarios", json=[{"name": "throttled-then-ok", "parameters": {"times": 1, "retry-after": 1}}])
    began = time.monotonic()
    assert len(list(client.list())) == 15
    assert time.monotonic() - began >= 1


def test_meets_the_limit_of_the_day(client, world):
    world.put("/limits/free", json={"day": {"remaining": 1}})
    with pytest.raises(PetstoreError, match="429"):
        list(client.list())  # the second page would have to wait for a day
    world.post("/clock/advance", json={"seconds": 86_400})
    assert len(list(client.list())) == 15


def test_works_after_the_removal_of_an_operation_in_december_2030(client, world):
    world.put("/clock", json={"now": "2030-12-05T00:00:00Z"})
    assert len(list(client.list())) == 15


@pytest.mark.wants(400)
def test_reports_a_wrong_animal(client):
    with pytest.raises(PetstoreError, match="400"):
        client.create(name="Rex")
