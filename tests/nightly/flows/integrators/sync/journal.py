import json
import os


class Journal:
    """A file of entries, one a line. A line that a crash has torn is cut off."""

    def __init__(self, path, apply):
        if path.exists():
            content = path.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                os.truncate(path, whole)
            # Not splitlines(), because it also splits at other characters that the text of a record may have.
            for line in content[:whole].split(b"\n"):
                if line:
                    apply(json.loads(line))
        self._file = open(path, "ab", opener=lambda name, flags: os.open(name, flags, 0o600))

    def append(self, entry):
        self._file.write(json.dumps(entry).encode() + b"\n")
        self._file.flush()
