import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDirectory } from '@plotline/local/stores/find-server';

const run = promisify(execFile);

async function git(checkout: string, ...args: readonly string[]): Promise<string> {
  return (await run('git', ['-C', checkout, ...args])).stdout.trim();
}

/** The newest release, `v1.2.3`; without one the last commit, which is then compared with the files as they are. */
export async function findPreviousRelease(checkout: string): Promise<string> {
  const [newest = ''] = (await git(checkout, 'tag', '--list', 'v*', '--sort=-version:refname')).split('\n');
  return newest || 'HEAD';
}

/** Unpacks a commit into a folder, or into none. */
async function unpack(checkout: string, commit: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(`${folder}-`);
  const archive = join(part, 'release.tar');
  await git(checkout, 'archive', `--output=${archive}`, commit);
  await run('tar', ['-x', '-f', archive, '-C', part]);
  await rm(archive);
  await rename(part, folder);
}

/**
 * Builds a release in a folder of its own below the user's cache, where it stays: a second call finds it. Resolves to the
 * folder. Throws for a ref that there is not, and when the build fails.
 */
export async function buildRelease(checkout: string, ref: string): Promise<string> {
  const commit = await git(checkout, 'rev-parse', '--verify', `${ref}^{commit}`);
  const folder = join(getCacheDirectory(process.env), 'releases', commit);
  if (!existsSync(folder)) await unpack(checkout, commit, folder);
  await run(process.execPath, [join(folder, 'deploy', 'local', 'prepare.mjs')], { cwd: folder });
  return folder;
}
