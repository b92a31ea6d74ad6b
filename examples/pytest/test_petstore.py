"""Each test gets a world of its own, so that all of them may run at once."""

import json
from threading import Timer

import pytest


@pytest.mark.parametrize("number", [1, 2, 3])
def test_works_beside_other_tests(client, number):
    client.create(name=f"Rex {number}", categoryId=1)
    pets = client.list().json()
    assert len(pets) == 16  # 15 that each world starts with, and one
    assert pets[-1]["name"] == f"Rex {number}"


def test_meets_the_limit_of_the_day(client, control):
    control.put("/limits/free", json={"day": {"remaining": 1}})
    assert client.list().status_code == 200
    refused = client.list()
    assert refused.status_code == 429
    seconds = int(refused.headers["Retry-After"])
    assert seconds > 86_000
    control.post("/clock/advance", json={"seconds": seconds})
    assert client.list().status_code == 200


def test_meets_the_removal_of_an_operation_in_december_2030(client, control):
    control.put("/clock", json={"now": "2030-12-04T23:59:59Z", "frozen": True})
    assert client.find(1).status_code == 200
    control.post("/clock/advance", json={"seconds": 1})
    # Tells the report of the sandbox that this test wants the 404.
    removed = client.find(1, {"Sandbox-Case": '"removal of getPet";expect=404'})
    assert removed.status_code == 404
    assert removed.json()["code"] == "operation_removed"


def test_calls_some_time_later(client, control):
    job = Timer(0.1, lambda: client.create(name="Rex", categoryId=1))
    job.start()  # a job in the background
    [call] = control.get("/requests?operation=createPet&count=1&wait=5").json()
    assert call["reply"]["status"] == 201
    job.join()


def test_sends_what_the_contract_asks_for(client, control):
    client.create(name="Rex", categoryId=1)
    [call] = control.get("/requests?operation=createPet").json()
    assert json.loads(call["request"]["body"]["text"]) == {"name": "Rex", "categoryId": 1}
    assert call["violations"] == []
    assert call["warnings"] == []
