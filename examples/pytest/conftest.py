"""Gives each test a fresh world of its own in a sandbox that runs already."""

import os
import re
from urllib.parse import urljoin

import httpx
import pytest

from petstore import Client

BASE_URL = os.environ.get("PETSTORE_BASE_URL", "http://127.0.0.1:4010/v1")


@pytest.fixture
def world(request):
    """The control API of a world with the name of the test."""
    name = re.sub(r"\W", "-", request.node.name)
    with httpx.Client(base_url=urljoin(BASE_URL, f"/_sandbox/worlds/{name}"), timeout=60) as world:
        world.name = name
        world.post("/reset")
        yield world


@pytest.fixture
def client(request, world):
    """A client that works in the world of the test. `@pytest.mark.wants(400)` names a status that the test wants."""
    wanted = request.node.get_closest_marker("wants")
    case = f'"{request.node.name}"' + (f";expect={wanted.args[0]}" if wanted else "")
    client = Client(BASE_URL, f"sandbox_free_{world.name}", {"Sandbox-Case": case})
    yield client
    client.close()


def pytest_configure(config):
    config.addinivalue_line("markers", "wants(status): the report does not count this status as a mistake")
