import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDirectory } from '@plotline/local/stores/find-server';
import { git, unpackRelease } from '../compatibility/previous-release.js';

const run = promisify(execFile);

/**
 * Builds a release in its own folder in the user's cache. Later calls find it there. Resolves to the folder. Throws an
 * error for an unknown ref, or if the build fails.
 */
export async function buildRelease(checkout: string, ref: string): Promise<string> {
  const commit = await git(checkout, 'rev-parse', '--verify', `${ref}^{commit}`);
  const folder = join(getCacheDirectory(process.env), 'releases', commit);
  if (!existsSync(folder)) await unpackRelease(checkout, commit, folder);
  await run(process.execPath, [join(folder, 'deploy', 'local', 'prepare.mjs')], { cwd: folder });
  return folder;
}
