"""Brings a local copy of leads, units, properties and agents up to date, and ends. To be run again and again.

Environment: PLOTLINE_URL, PLOTLINE_KEY, SYNC_JOURNAL (the copy, as a journal), SYNC_COPY (the copy, as JSON; written at
the end).
"""
import json
import os
import pathlib
import sys
from datetime import datetime, timedelta
from urllib.parse import urlencode

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "client"))
from client import Client  # noqa: E402
from copy_of_records import FIELDS, Copy  # noqa: E402
from journal import Journal  # noqa: E402

TYPES = "lead.created,lead.updated,lead.deleted,unit.created,unit.updated,unit.deleted,property.created,property.updated,property.deleted,agent.created,agent.deactivated"
MARGIN = timedelta(minutes=2)


# Lists show a part of a record unless `fields` requests more.
def fields_of(of):
    return ",".join(FIELDS[of])


class Sync:
    def __init__(self, client, path):
        self.client, self.copy = client, Copy()
        self.journal = Journal(path, self.copy.apply)
        self.pages = {"walk": 0, "events": 0, "agents": 0}

    def record(self, entry):
        self.journal.append(entry)
        self.copy.apply(entry)

    def begin(self):
        meta = self.client.read("/v1/events?after=latest")["meta"]
        self.record({"kind": "begin", "cursor": meta["next_cursor"]})

    def walk(self):
        while self.copy.unwalked:
            of = self.copy.unwalked[0]
            query = urlencode({"fields": fields_of(of), "per_page": 100, "cursor": self.copy.walk_cursor})
            page = self.client.read(f"/v1/{of}?{query}")
            self.pages["walk"] += 1
            self.record({"kind": "walk", "of": of, "records": page["data"], "next": page["meta"]["next_cursor"]})

    def follow(self):
        """Returns whether the log is complete. After a gap, the copy starts over."""
        while True:
            query = urlencode({"after": self.copy.cursor, "types": TYPES, "per_page": 100})
            page = self.client.read(f"/v1/events?{query}")
            meta = page["meta"]
            if meta["has_gap"]:
                return False
            self.pages["events"] += 1
            if page["data"] or meta["next_cursor"] != self.copy.cursor:
                self.record({"kind": "events", "events": page["data"], "cursor": meta["next_cursor"]})
            if not meta["has_more"]:
                return True

    def refresh_agents(self):
        """Lists agents by the time of their last change, because a changed agent has no event."""
        query = {"fields": fields_of("agents"), "sort": "updated_at", "order": "asc", "per_page": 100}
        latest = self.copy.latest_agent_change()
        if latest is not None:
            query["updated_after"] = (datetime.fromisoformat(latest) - MARGIN).isoformat()
        cursor = ""
        while cursor is not None:
            page = self.client.read("/v1/agents?" + urlencode({**query, "cursor": cursor}))
            self.pages["agents"] += 1
            records = [agent for agent in page["data"] if self.copy.is_news("agents", agent)]
            if records:
                self.record({"kind": "agents", "records": records})
            cursor = page["meta"]["next_cursor"]

    def run(self):
        if self.copy.cursor is None:
            self.begin()
        self.walk()
        while not self.follow():
            self.begin()
            self.walk()
        self.refresh_agents()


client = Client(os.environ["PLOTLINE_URL"], os.environ["PLOTLINE_KEY"])
sync = Sync(client, pathlib.Path(os.environ["SYNC_JOURNAL"]))
sync.run()
pathlib.Path(os.environ["SYNC_COPY"]).write_text(json.dumps(sync.copy.to_json()))
print(json.dumps({**client.counts, "pages": sync.pages, **sync.copy.counts}))
