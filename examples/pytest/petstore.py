"""A client of the Pet Store API to start from.

Each try has a time-out. The client reads all pages, waits as long as Retry-After says, and sends again only what is safe to send again.
"""

import random
import time
from email.utils import parsedate_to_datetime

import httpx

TRIES = 3
TRY_SECONDS = 5
# The client does not wait longer than this for a 429.
MAX_WAIT_SECONDS = 60


class PetstoreError(Exception):
    """A reply that is no success."""

    def __init__(self, response):
        super().__init__(f"the pet store answered {response.status_code}: {response.text}")
        self.status = response.status_code


class Client:
    """`headers` go with every request."""

    def __init__(self, base_url, key, headers=None):
        headers = {**(headers or {}), "Authorization": f"Bearer {key}"}
        self._base_url = base_url
        self._http = httpx.Client(headers=headers, timeout=TRY_SECONDS)

    def close(self):
        self._http.close()

    def create(self, **pet):
        return self._call("POST", f"{self._base_url}/pets", pet).json()

    def list(self):
        """All animals, page by page."""
        url = f"{self._base_url}/pets?limit=10"
        while url:
            response = self._call("GET", url)
            yield from response.json()
            url = response.links.get("next", {}).get("url")

    def find(self, number):
        """Looks through the list, because GET /pets/{petId} will be removed. None when there is no such animal."""
        return next((pet for pet in self.list() if pet["id"] == number), None)

    def _call(self, method, url, pet=None):
        for tries in range(1, TRIES + 1):
            try:
                response = self._http.request(method, url, json=pet)
            except httpx.TransportError:
                # Nobody knows whether a creation without a reply was carried out, so only a read is sent again.
                if method != "GET" or tries == TRIES:
                    raise
                time.sleep(backoff(tries))
                continue
            if response.is_success:
                return response
            seconds = seconds_to_wait(response, method, tries)
            if seconds is None:
                raise PetstoreError(response)
            time.sleep(seconds)


def seconds_to_wait(response, method, tries):
    """None when the request must not be sent again. A request with a 429 was not carried out, so a creation may be sent again too."""
    status = response.status_code
    if tries == TRIES or not (status == 429 or (status >= 500 and method == "GET")):
        return None
    after = response.headers.get("Retry-After")
    if after is None:
        return backoff(tries)
    seconds = int(after) if after.isdigit() else parsedate_to_datetime(after).timestamp() - time.time()
    return None if seconds > MAX_WAIT_SECONDS else max(seconds, 0)


def backoff(tries):
    """Twice as long at each try, with a random part, so that clients do not come back together."""
    return 0.2 * 2**tries * (1 + random.random())
