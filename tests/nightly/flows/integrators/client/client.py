import http.client
import json
import random
import time
import urllib.error
import urllib.request

MAX_ATTEMPTS = 20
# Refusals that the table of reasons marks as worth repeating.
PASSING = {"record_busy", "idempotency_key_in_use", "sale_called_off", "sale_in_progress"}


class Client:
    """A client whose requests may all be repeated: it sends GET and PUT, and POST with an Idempotency-Key. `counts`
    tells what it met."""

    def __init__(self, url, key):
        self.url, self.key = url, key
        self.counts = {"requests": 0, "limited": 0, "unavailable": 0, "lost": 0}

    def _attempt(self, method, path, body, headers):
        self.counts["requests"] += 1
        headers = {"Authorization": "Bearer " + self.key, **headers}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, method=method, headers=headers, data=data)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, None, json.load(response)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.headers.get("Retry-After"), json.load(refusal)

    def _is_passing(self, status, body):
        if status == 429:
            self.counts["limited"] += 1
        if status >= 500:
            self.counts["unavailable"] += 1
        return status == 429 or status >= 500 or (status == 409 and body["error"].get("reason") in PASSING)

    def request(self, method, path, body=None, headers=None):
        """Returns status and body, of a refusal too; raises when the API stays away."""
        for made in range(1, MAX_ATTEMPTS + 1):
            retry_after = None
            try:
                status, retry_after, answer = self._attempt(method, path, body, headers or {})
                if not self._is_passing(status, answer):
                    return status, answer
            # Refused connections, lost answers, torn bodies and timeouts.
            except (OSError, http.client.HTTPException, ValueError):
                self.counts["lost"] += 1
                if made == MAX_ATTEMPTS:
                    raise
            backoff = min(0.1 * 2**made, 5) * random.uniform(0.5, 1)
            if made < MAX_ATTEMPTS:
                time.sleep(backoff if retry_after is None else float(retry_after))
        raise RuntimeError(f"{method} {path} was answered {status} again and again")

    def read(self, path):
        status, body = self.request("GET", path)
        if status != 200:
            raise RuntimeError(f"GET {path} was answered {status}: {json.dumps(body['error'])}")
        return body
