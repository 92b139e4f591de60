import type { Mode } from '../caller.js';
import { modes } from '../mongo/connect.js';
import type { ServiceRuntime } from './runtime.js';

/** What a rebuild has looked at, and how much of it was wrong. */
export interface Rebuilt {
  readonly checked: number;
  readonly corrected: number;
}

/** Computes what follows from other records anew, while the service runs. */
export type Rebuild = (mode: Mode) => Promise<Rebuilt>;

/**
 * The command `rebuild.js [name…]`: runs the named rebuilds of a service, or all, in both databases, and logs what was wrong.
 * Throws, before it begins, for a name that there is not.
 */
export async function runRebuilds(
  { log }: Pick<ServiceRuntime, 'log'>,
  rebuilds: Readonly<Record<string, Rebuild>>,
  names: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const known = Object.keys(rebuilds);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is nothing called ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  for (const [name, rebuild] of Object.entries(rebuilds)) {
    if (names.length > 0 && !names.includes(name)) continue;
    for (const mode of modes) log.info({ rebuild: name, mode, ...(await rebuild(mode)) }, 'rebuilt');
  }
}
