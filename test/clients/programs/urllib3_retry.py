"""urllib3 with a Retry, with the statuses and the back-off that most pages show."""

import urllib3

from play import play


def create_client(base, key, retries, patience):
    retry = urllib3.Retry(total=retries, backoff_factor=0.5, status_forcelist=[429, 500, 502, 503, 504])
    http = urllib3.PoolManager(retries=retry, timeout=patience, headers={"Authorization": f"Bearer {key}"})

    def call(method, path="/pets", **options):
        response = http.request(method, base + path, **options)
        if response.status >= 400:
            raise RuntimeError(f"status {response.status}")
        return response.json()

    return {"get": lambda path: call("GET", path), "create": lambda pet: call("POST", json=pet)}


play(create_client)
