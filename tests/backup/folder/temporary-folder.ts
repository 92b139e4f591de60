import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of the suite its own folder. Returns a function that returns the path. */
export function useTemporaryFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plotline-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
