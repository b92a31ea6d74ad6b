"""Gives each test a world of its own in a sandbox that runs already."""

import os
import uuid
from urllib.parse import urljoin

import httpx
import pytest

BASE_URL = os.environ.get("PETSTORE_BASE_URL", "http://127.0.0.1:4010/v1")


class Client(httpx.Client):
    """Stands for your own client."""

    def __init__(self, key):
        super().__init__(base_url=BASE_URL, headers={"Authorization": f"Bearer {key}"})

    def list(self):
        return self.get("/pets", params={"limit": 100})

    def find(self, number, headers=None):
        return self.get(f"/pets/{number}", headers=headers)

    def create(self, **pet):
        return self.post("/pets", json=pet)


@pytest.fixture
def world():
    """The name of a world that no other test uses, in this process or another one."""
    return f"pytest-{uuid.uuid4()}"


@pytest.fixture
def client(world):
    """A client that works in the world of this test."""
    with Client(f"sandbox_free_{world}") as client:
        yield client


@pytest.fixture
def control(world):
    """The control API of the world of this test."""
    with httpx.Client(base_url=urljoin(BASE_URL, f"/_sandbox/worlds/{world}"), timeout=60) as control:
        yield control
