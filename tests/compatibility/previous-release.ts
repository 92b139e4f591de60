import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a checkout is compared with. */
export interface Release {
  readonly commit: string;
  /** Its tag, or its commit and why it is this one. */
  readonly name: string;
}

/** A log of many commits is longer than what a child process may print by default. */
const maxOutputBytes = 64 * 1024 * 1024;

export async function git(checkout: string, ...args: readonly string[]): Promise<string> {
  return (await run('git', ['-C', checkout, ...args], { maxBuffer: maxOutputBytes })).stdout.trim();
}

/** The commit that a revision names; undefined when there is none, as in a clone that does not reach so far back. */
export async function findCommit(checkout: string, revision: string): Promise<string | undefined> {
  return git(checkout, 'rev-parse', '--quiet', '--verify', `${revision}^{commit}`).catch(() => undefined);
}

/** The newest tag `v1.2.3` in the history of a commit; undefined when there is none. */
export async function findNewestTag(checkout: string, commit: string): Promise<string | undefined> {
  const tags = await git(checkout, 'tag', '--list', 'v[0-9]*', '--merged', commit, '--sort=-version:refname');
  return tags.split('\n')[0] || undefined;
}

/** Where the history of a commit left what has landed: on the branch that a clone follows, else on `main`. */
async function findLanded(checkout: string, commit: string): Promise<string> {
  for (const branch of ['refs/remotes/origin/HEAD', 'refs/heads/main']) {
    if (await findCommit(checkout, branch)) {
      return git(checkout, 'merge-base', commit, branch).catch(() => commit);
    }
  }
  return commit;
}

/**
 * The newest release, by a tag `v1.2.3` in the history of the checkout; without one the last commit that landed. Never
 * the commit that is checked out when it is all that could differ: that one is taken while files are changed, or when
 * the clone has no other. Undefined where there is no repository.
 */
export async function findPreviousRelease(checkout: string): Promise<Release | undefined> {
  const head = await findCommit(checkout, 'HEAD');
  if (head === undefined) return undefined;
  const isChanged = (await git(checkout, 'status', '--porcelain')) !== '';
  const last = isChanged ? head : ((await findCommit(checkout, 'HEAD^')) ?? head);
  const newest = await findNewestTag(checkout, last);
  if (newest !== undefined) return { commit: await git(checkout, 'rev-parse', `${newest}^{commit}`), name: newest };
  const commit = await findLanded(checkout, last);
  const reason = commit === head && !isChanged ? 'itself, as the clone has no other' : 'as no release is tagged';
  return { commit, name: `${commit.slice(0, 8)} (${reason})` };
}

/** Unpacks the files of a commit into a folder that is not there yet, or into none. */
export async function unpackRelease(checkout: string, commit: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(`${folder}-`);
  const archive = join(part, 'release.tar');
  await git(checkout, 'archive', `--output=${archive}`, commit);
  await run('tar', ['-x', '-f', archive, '-C', part]);
  await rm(archive);
  await rename(part, folder);
}
