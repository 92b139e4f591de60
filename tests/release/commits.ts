import { dirname, resolve } from 'node:path';
import lint from '@commitlint/lint';
import load from '@commitlint/load';
import { findCommit, findNewestTag, git } from '../compatibility/previous-release.js';
import { readSettings } from './settings.js';

/** Rules for commit messages. */
const rulesFile = resolve(import.meta.dirname, '../..', '.commitlintrc.cjs');

/** Syntax of Conventional Commits 1.0 for the parsers of commitlint and of the change log. */
export const messageSyntax = {
  headerPattern: /^(\w*)(?:\((.*)\))?!?: (.*)$/,
  breakingHeaderPattern: /^(\w*)(?:\((.*)\))?!: (.*)$/,
  headerCorrespondence: ['type', 'scope', 'subject'],
  noteKeywords: ['BREAKING CHANGE', 'BREAKING-CHANGE'],
};

export interface Commit {
  readonly hash: string;
  readonly message: string;
}

/** Commits since a revision. */
export interface CommitRange {
  /** Tag of the last release. Undefined before the first release. */
  readonly tag: string | undefined;
  /** Tag of the commit before the range, or the first characters of its hash. */
  readonly since: string;
  /** Undefined if the clone's history does not reach back to the start of the range. */
  readonly commits: readonly Commit[] | undefined;
}

/** Lists the commits in a checkout since its last release, or since `base` if there is none. Omits merges. */
export async function listCommits(checkout: string, base: string): Promise<CommitRange> {
  const tag = await findNewestTag(checkout, 'HEAD');
  const range = { tag, since: tag ?? base.slice(0, 8) };
  const start = await findCommit(checkout, tag ?? base);
  if (start === undefined) return { ...range, commits: undefined };
  const log = await git(checkout, 'log', '-z', '--no-merges', '--format=%H%n%B', `${start}..HEAD`);
  const commits = log.split('\0').filter((entry) => entry !== '');
  return {
    ...range,
    commits: commits.map((entry) => ({ hash: entry.slice(0, 40), message: entry.slice(41).trimEnd() })),
  };
}

/**
 * Describes each commit whose message breaks the rules in `.commitlintrc.cjs` by its hash, its subject and the error.
 */
export async function findMessageFaults(commits: readonly Commit[]): Promise<readonly string[]> {
  const { rules, plugins, defaultIgnores = false } = await load({}, { file: rulesFile, cwd: dirname(rulesFile) });
  const options = { plugins, defaultIgnores, parserOpts: messageSyntax };
  const described = commits.map(async ({ hash, message }) => {
    const { valid, errors } = await lint(message, rules, options);
    const [subject] = message.split('\n');
    const faults = errors.map(({ name, message: fault }) => `    ${fault} (${name})`);
    return valid ? '' : [`${hash.slice(0, 8)} ${subject}`, ...faults].join('\n');
  });
  return (await Promise.all(described)).filter((text) => text !== '');
}

/** Result of checking the commits in a checkout. */
export interface CommitReport {
  readonly faults: readonly string[];
  /** Number of checked commits, or the reason why none were checked. */
  readonly summary: string;
}

/** Checks the messages of the commits since the last release, as far back as the clone goes. */
export async function checkCommits(checkout: string): Promise<CommitReport> {
  if (!(await findCommit(checkout, 'HEAD'))) return { faults: [], summary: 'commits not checked: there is no history' };
  const { since, commits } = await listCommits(checkout, readSettings(checkout).conventionalSince);
  if (commits === undefined) {
    return { faults: [], summary: `commits not checked: the clone does not reach back to ${since}` };
  }
  return { faults: await findMessageFaults(commits), summary: `commits checked: ${commits.length} since ${since}` };
}
