import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Component } from './component.js';
import { getDataLayout, type SystemOptions } from './system-options.js';

/** File in which `prepare` records the sources of the last build. */
const BUILD_STAMP = join('node_modules', '.plotline-build');

export interface MigrationRecord {
  /** Returns whether the databases were already migrated to this build. */
  readonly isCurrent: boolean;
  /** Records that the databases were migrated to this build. */
  keep(): Promise<void>;
}

type RecordOptions = Pick<SystemOptions, 'checkout' | 'dataDirectory' | 'programs'>;

/**
 * Reads which migrations earlier starts ran on the same data. The record is empty in three cases: the launcher doesn't
 * own the server, a program isn't from this checkout, or the build is unknown.
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
  // Each kind of server has its own data, and therefore its own record.
  const now = createHash('sha256').update(`${mongo.origin}\n${build}`).digest('hex');
  const kept = await readFile(file, 'utf8').catch(() => '');
  return { isCurrent: kept === now, keep: () => writeFile(file, now) };
}
