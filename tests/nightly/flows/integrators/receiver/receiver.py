"""Receives webhooks: verifies, keeps each event once, and answers. Writes its port to stdout;
GET of any path that ends with the id of a record tells what is known of it.

Environment: WEBHOOK_SECRETS (one, or two during a rotation, separated by |), RECEIVER_FILE (the events, one a line).
"""
import hashlib
import hmac
import json
import os
import pathlib
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
MAX_BYTES = 4 * 1024 * 1024
SECRETS = os.environ["WEBHOOK_SECRETS"].split("|")
FILE = pathlib.Path(os.environ["RECEIVER_FILE"])
lock = threading.Lock()
known = set()
newest = {}


def learn(event):
    """Events come in any order: the later `updated_at` is the newer state, and what is deleted stays so."""
    known.add(event["id"])
    data = event["data"]
    kept = newest.get(data.get("id"))
    if event["event"].endswith(".deleted"):
        newest[data["id"]] = None
    # Notes are not records, and events of an erased lead have only its id.
    elif "updated_at" not in data:
        return
    elif data["id"] not in newest or (kept is not None and kept["updated_at"] < data["updated_at"]):
        newest[data["id"]] = data


if FILE.exists():
    for line in FILE.read_text(encoding="utf-8").split("\n"):
        if line:
            learn(json.loads(line))


def is_signed(headers, body):
    """Whether one of the secrets made one of the signatures; there are two during a rotation."""
    timestamp = headers.get("X-Service-Timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signatures = [one.strip().encode() for one in headers.get("X-Service-Signature", "").split(",")]
    signed = timestamp.encode() + b"." + body
    expected = [b"sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode() for secret in SECRETS]
    return any(hmac.compare_digest(one, other) for one in expected for other in signatures)


def keep(event):
    with lock:
        if event["id"] in known:
            return
        # Stores the event before acknowledging it. Slow work is done later, from the file.
        with open(FILE, "a", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")
        learn(event)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_GET(self):
        with lock:
            body = json.dumps(newest.get(self.path.split("/")[-1])).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.send_response(self.receive())
        self.send_header("Content-Length", "0")
        self.end_headers()

    def receive(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > MAX_BYTES:
            return 413
        body = self.rfile.read(length)
        if not is_signed(self.headers, body):
            return 401
        keep(json.loads(body))
        return 204

    def log_message(self, *_):
        """Nothing: a log of addresses is of no use here."""


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
