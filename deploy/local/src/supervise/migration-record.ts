import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Component } from './component.js';
import { getDataLayout, type SystemOptions } from './system-options.js';

/** Where `prepare` keeps of which sources the last build was made. */
const BUILD_STAMP = join('node_modules', '.plotline-build');

export interface MigrationRecord {
  /** Whether the databases were brought to what this very build needs before. */
  readonly isCurrent: boolean;
  /** Remembers that they are. */
  keep(): Promise<void>;
}

type RecordOptions = Pick<SystemOptions, 'checkout' | 'dataDirectory' | 'programs'>;

/**
 * What is known of migrations from earlier starts on the same data. Nothing is when the server is not the launcher's own, as
 * others may change what it holds, when a program is not of this checkout, or when what was built is unknown.
 */
export async function readMigrationRecord(options: RecordOptions, mongo: Component): Promise<MigrationRecord> {
  const { checkout, dataDirectory, programs } = options;
  const file = getDataLayout(dataDirectory).migrated;
  const build = await readFile(join(checkout, BUILD_STAMP), 'utf8').catch(() => '');
  const isKnown = build !== '' && programs === undefined && mongo.processIds().length > 0;
  if (!isKnown) {
    await rm(file, { force: true });
    return { isCurrent: false, keep: async () => undefined };
  }
  // Each kind of server keeps data of its own.
  const now = createHash('sha256').update(`${mongo.origin}\n${build}`).digest('hex');
  const kept = await readFile(file, 'utf8').catch(() => '');
  return { isCurrent: kept === now, keep: () => writeFile(file, now) };
}
