import json
import pathlib
from datetime import datetime

# Fields of each kind that the copy keeps.
FIELDS = json.loads((pathlib.Path(__file__).parent / "fields.json").read_text())
KINDS = {"lead": "leads", "unit": "units", "property": "properties", "agent": "agents"}


def instant(text):
    return datetime.fromisoformat(text)


class Copy:
    """The copy, as the entries of its journal make it."""

    def __init__(self):
        self.cursor = None
        self.walk_cursor = ""
        self.unwalked = []
        self.counts = {"events": 0, "older": 0}
        self._records = {}
        self._deleted = set()

    def apply(self, entry):
        if entry["kind"] == "begin":
            self._begin(entry["cursor"])
        elif entry["kind"] == "walk":
            self._walk(entry)
        elif entry["kind"] == "agents":
            for agent in entry["records"]:
                self._keep("agents", agent)
        elif entry["kind"] == "events":
            for event in entry["events"]:
                self._apply_event(event["event"], event["data"])
            self.cursor = entry["cursor"]

    def is_news(self, of, one):
        kept = self._records[of].get(one["id"])
        if one["id"] in self._deleted:
            return False
        return kept is None or instant(kept["updated_at"]) < instant(one["updated_at"])

    def latest_agent_change(self):
        return max((agent["updated_at"] for agent in self._records["agents"].values()), default=None)

    def to_json(self):
        """All records by kind and id."""
        # Events of a property don't contain its number of units, so the copy counts them here.
        properties = {
            id: {**one, "units_count": 0, "units_available": 0} for id, one in self._records["properties"].items()
        }
        for unit in self._records["units"].values():
            counted = properties.get(unit["property_id"])
            if counted is not None:
                counted["units_count"] += 1
                counted["units_available"] += unit["status"] == "available"
        return {**self._records, "properties": properties}

    def _begin(self, cursor):
        self.cursor = cursor
        self.unwalked = list(KINDS.values())
        self.walk_cursor = ""
        self._records = {of: {} for of in self.unwalked}
        self._deleted = set()

    def _walk(self, entry):
        for one in entry["records"]:
            self._keep(entry["of"], one)
        if entry["next"] is None:
            self.unwalked = self.unwalked[1:]
        self.walk_cursor = entry["next"] or ""

    def _apply_event(self, event, data):
        self.counts["events"] += 1
        kind, what = event.split(".")
        of = KINDS[kind]
        if what == "deleted":
            self._deleted.add(data["id"])
            self._records[of].pop(data["id"], None)
        # Events of an erased lead have only its id. Its deletion follows.
        elif "updated_at" in data:
            self._keep(of, data)

    def _keep(self, of, one):
        if self.is_news(of, one):
            self._records[of][one["id"]] = {field: one[field] for field in FIELDS[of]}
        else:
            self.counts["older"] += 1
