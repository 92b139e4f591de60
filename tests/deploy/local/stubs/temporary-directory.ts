import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one test file, removed when its tests are over. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plotline-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
