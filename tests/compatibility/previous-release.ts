import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Release with which a checkout is compared. */
export interface Release {
  readonly commit: string;
  /** Tag of the release, or its commit with the reason for choosing it. */
  readonly name: string;
}

/** Raises the default output limit of a child process, because a log of many commits is longer. */
const maxOutputBytes = 64 * 1024 * 1024;

export async function git(checkout: string, ...args: readonly string[]): Promise<string> {
  return (await run('git', ['-C', checkout, ...args], { maxBuffer: maxOutputBytes })).stdout.trim();
}

/** Returns the commit of a revision. Undefined when there is none, as in a shallow clone. */
export async function findCommit(checkout: string, revision: string): Promise<string | undefined> {
  return git(checkout, 'rev-parse', '--quiet', '--verify', `${revision}^{commit}`).catch(() => undefined);
}

/** Returns the newest tag such as `v1.2.3` in the history of a commit. Undefined if there is none. */
export async function findNewestTag(checkout: string, commit: string): Promise<string | undefined> {
  const tags = await git(checkout, 'tag', '--list', 'v[0-9]*', '--merged', commit, '--sort=-version:refname');
  return tags.split('\n')[0] || undefined;
}

/**
 * Returns the commit at which the history branched off the main line. The main line is the branch that the clone
 * follows, or else `main`.
 */
async function findLanded(checkout: string, commit: string): Promise<string> {
  for (const branch of ['refs/remotes/origin/HEAD', 'refs/heads/main']) {
    if (await findCommit(checkout, branch)) {
      return git(checkout, 'merge-base', commit, branch).catch(() => commit);
    }
  }
  return commit;
}

/**
 * Finds the newest release by a tag such as `v1.2.3` in the history of the checkout. Without a tag, returns the last
 * commit on the main line. Uses the checked-out commit only if files have changed or the clone has no other commit.
 * Returns undefined without a repository.
 */
export async function findPreviousRelease(checkout: string): Promise<Release | undefined> {
  const head = await findCommit(checkout, 'HEAD');
  if (head === undefined) return undefined;
  const isChanged = (await git(checkout, 'status', '--porcelain')) !== '';
  const last = isChanged ? head : ((await findCommit(checkout, 'HEAD^')) ?? head);
  const newest = await findNewestTag(checkout, last);
  if (newest !== undefined) return { commit: await git(checkout, 'rev-parse', `${newest}^{commit}`), name: newest };
  const commit = await findLanded(checkout, last);
  const reason =
    commit === head && !isChanged ? 'itself, because the clone has no other release' : 'because no release is tagged';
  return { commit, name: `${commit.slice(0, 8)} (${reason})` };
}

/** Unpacks the files of a commit into a new or empty folder. */
export async function unpackRelease(checkout: string, commit: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(`${folder}-`);
  const archive = join(part, 'release.tar');
  await git(checkout, 'archive', `--output=${archive}`, commit);
  await run('tar', ['-x', '-f', archive, '-C', part]);
  await rm(archive);
  await rename(part, folder);
}
