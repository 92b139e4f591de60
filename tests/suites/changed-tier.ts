import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findAffectedUnits, readUnits, toTestFolder } from './affected-units.js';
import { listFiles } from './list-files.js';
import type { MochaSuite, Tier } from './suite.js';

const root = join(import.meta.dirname, '..', '..');

/** Shows that the system still works as a whole. */
const smoke = 'tests/flows/first-sale.test.ts';
/** Rules about the sources, which any change can break. */
const rules = 'tests/tooling/';

function git(...args: readonly string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return output.split('\n').filter(Boolean);
}

/**
 * Returns the commit where this branch left the remote's main branch. Returns the last commit if there is no remote.
 */
function findBase(): string {
  try {
    return git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD';
  } catch {
    return 'HEAD';
  }
}

/**
 * Returns the files that differ from a revision, committed or not.
 * @throws Error with the revision if git does not know it.
 */
function listChangedFiles(base: string): string[] {
  try {
    return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  } catch {
    throw new Error(`git does not know the revision ${base}. Name one with --since, such as --since HEAD~3.`);
  }
}

/** Returns the suites of a tier, reduced to the tests that depend on changes since `base`. */
export function selectChanged(tier: Tier, base = findBase()): { suites: MochaSuite[]; units: string[] } {
  const files = listChangedFiles(base);
  const units = findAffectedUnits(readUnits(root), files);
  const folders = units.map((unit) => `${toTestFolder(unit)}/`);
  const isWanted = (file: string): boolean =>
    files.includes(file) ||
    file.startsWith(rules) ||
    (units.length > 0 && file === smoke) ||
    folders.some((folder) => file.startsWith(folder));
  const suites = tier.suites.flatMap((suite) => {
    const wanted = 'files' in suite ? listFiles(suite).filter(isWanted) : [];
    return 'files' in suite && wanted.length > 0 ? [{ name: suite.name, needs: suite.needs, files: wanted }] : [];
  });
  return { suites, units: units.map(({ folder }) => folder) };
}
