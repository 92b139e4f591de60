import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTree, textOf } from '../support/contract/tree.js';

/** Settings for releases, from `.release.json`. */
export interface ReleaseSettings {
  /** Branch that releases are made from. */
  readonly branch: string;
  /** Last commit before the commit convention was introduced. */
  readonly conventionalSince: string;
}

/** Reads the settings in a checkout. Throws an error if one is missing. */
export function readSettings(checkout: string): ReleaseSettings {
  const file = join(checkout, '.release.json');
  const settings: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const branch = isTree(settings) ? textOf(settings['branch']) : undefined;
  const conventionalSince = isTree(settings) ? textOf(settings['conventionalSince']) : undefined;
  if (!branch || !conventionalSince) throw new Error(`${file} needs "branch" and "conventionalSince".`);
  return { branch, conventionalSince };
}
