import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

/** File of entries, one per line. Removes the last line if a crash has left it incomplete. */
export function openJournal(path, apply) {
  if (existsSync(path)) {
    const bytes = readFileSync(path);
    const whole = bytes.lastIndexOf('\n') + 1;
    if (whole < bytes.length) truncateSync(path, whole);
    for (const line of bytes.subarray(0, whole).toString('utf8').split('\n')) {
      if (line !== '') apply(JSON.parse(line));
    }
  }
  return { append: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 }) };
}
