import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for one test file, and removes it after the file's tests. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plotline-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
