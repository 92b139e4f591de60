"""Creates or updates the records of a list by the ids that they have in the system they come from. May be run again.

Environment: PLOTLINE_URL, PLOTLINE_KEY, IMPORT_ROWS (a JSON list of {path, external_id, fields}).
"""
import json
import os
import pathlib
import sys
from urllib.parse import quote

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "client"))
from client import Client  # noqa: E402


def reasons_of(error):
    if "details" not in error:
        return [{"message": error["message"]}]
    return [{"field": detail["field"], "message": detail["message"]} for detail in error["details"]]


client = Client(os.environ["PLOTLINE_URL"], os.environ["PLOTLINE_KEY"])
result = {"created": 0, "updated": 0, "refused": []}
for row in json.loads(pathlib.Path(os.environ["IMPORT_ROWS"]).read_text()):
    path = f"{row['path']}/external/{quote(row['external_id'], safe='')}"
    status, body = client.request("PUT", path, row["fields"])
    # These refusals concern the whole import and not a single row.
    if status in (401, 403):
        raise SystemExit(f"The key was refused: {body['error']['message']}")
    if status == 201:
        result["created"] += 1
    elif status == 200:
        result["updated"] += 1
    else:
        result["refused"].append({"external_id": row["external_id"], "reasons": reasons_of(body["error"])})
print(json.dumps({**result, "counts": client.counts}))
