"""httpx with tenacity around it, which tries every call again that raises, and knows nothing of HTTP."""

import httpx
import tenacity

from play import play


def create_client(base, key, retries, patience):
    http = httpx.Client(timeout=patience, headers={"Authorization": f"Bearer {key}"})
    wait = tenacity.wait_random_exponential(multiplier=0.5, max=10)

    @tenacity.retry(stop=tenacity.stop_after_attempt(retries + 1), wait=wait, reraise=True)
    def call(method, path="/pets", **options):
        response = http.request(method, base + path, **options)
        response.raise_for_status()
        return response.json()

    return {"get": lambda path: call("GET", path), "create": lambda pet: call("POST", json=pet)}


play(create_client)
