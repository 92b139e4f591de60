import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCommit, git } from '../compatibility/previous-release.js';
import { addEntry, writeEntry } from './change-log.js';
import { type Commit, findMessageFaults, listCommits } from './commits.js';
import { readSettings } from './settings.js';
import { isMajor, readVersion, resolveVersion, setVersion } from './versions.js';

const changeLogPath = '.github/CHANGELOG.md';

export interface ReleaseOptions {
  readonly checkout: string;
  /** A version, or one of `major`, `minor` and `patch`. */
  readonly asked: string;
  /** Date, such as 2026-11-28. */
  readonly date: string;
  /** Resolves to the unintended breaking changes of the contracts since a tag. */
  readonly findBreaks: (tag: string) => Promise<readonly string[]>;
}

/** A release that can be made. */
export interface ReleasePlan {
  readonly checkout: string;
  readonly version: string;
  readonly tag: string;
  readonly entry: string;
}

/** Refusal of a release, with every reason against it. */
export class ReleaseRefused extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

/** Returns the reasons against a release that the state of the checkout gives. */
async function findStateFaults(checkout: string, tag: string, branch: string): Promise<readonly string[]> {
  const current = await git(checkout, 'branch', '--show-current');
  const isDirty = (await git(checkout, 'status', '--porcelain')) !== '';
  const hasTag = (await findCommit(checkout, `refs/tags/${tag}`)) !== undefined;
  return [
    isDirty ? 'Files are changed. Commit or remove the changes.' : '',
    current === branch ? '' : `The branch is ${current || 'none'}. Switch to ${branch}.`,
    hasTag ? `The tag ${tag} exists. Choose another version.` : '',
  ];
}

/** Returns the reasons against a release that its commits give. */
async function findCommitFaults(commits: readonly Commit[] | undefined, since: string): Promise<readonly string[]> {
  if (commits === undefined) return [`The clone does not reach back to ${since}. Run git fetch --unshallow --tags.`];
  if (commits.length === 0) return [`There is no commit since ${since}.`];
  return findMessageFaults(commits);
}

/**
 * Plans a release without changing anything. Rejects with `ReleaseRefused` if there are reasons against the release.
 */
export async function planRelease({ checkout, asked, date, findBreaks }: ReleaseOptions): Promise<ReleasePlan> {
  const { branch, conventionalSince } = readSettings(checkout);
  const current = readVersion(checkout);
  const version = resolveVersion(current, asked);
  const tag = `v${version}`;
  const { tag: last, since, commits } = await listCommits(checkout, conventionalSince);
  const reasons = [
    ...(await findStateFaults(checkout, tag, branch)),
    ...(await findCommitFaults(commits, since)),
    ...(last && !isMajor(current, version) ? await findBreaks(last) : []),
  ].filter((reason) => reason !== '');
  if (reasons.length > 0) throw new ReleaseRefused(reasons);
  const note = last ? {} : { note: `The first release with a change log. Commits up to ${since} are not listed.` };
  return { checkout, version, tag, entry: await writeEntry({ tag, date, ...note }, commits ?? []) };
}

/** Writes the versions and the change log, commits, and creates the tag. Undoes its changes if a step fails. */
export async function makeRelease({ checkout, version, tag, entry }: ReleasePlan): Promise<void> {
  const file = join(checkout, changeLogPath);
  try {
    const paths = setVersion(checkout, version);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, addEntry(existsSync(file) ? readFileSync(file, 'utf8') : '', entry));
    await git(checkout, 'add', changeLogPath, ...paths);
    await git(checkout, 'commit', '--quiet', '--message', `chore(release): ${tag}`);
  } catch (error) {
    await git(checkout, 'reset', '--quiet', '--hard', 'HEAD');
    throw error;
  }
  await git(checkout, 'tag', '--annotate', '--cleanup=whitespace', '--message', `${tag}\n\n${entry}`, tag);
}
