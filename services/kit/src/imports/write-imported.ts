import type { ClientSession } from 'mongoose';
import type { Tenant } from '../core/caller.js';
import { isExternalIdKey } from '../core/ids.js';
import { isDuplicateKey } from '../store/indexes.js';
import type { WritableRecords } from '../store/records/collection.js';
import type { KeyClaims } from '../store/records/external-ids.js';
import { VersionConflict } from '../store/records/guarded-update.js';
import type { Versioned } from '../store/records/records.js';
import type { ImportedRecords } from './import-plan.js';
import type { ImportBasis } from './importable.js';

/** Collection that imported records are written to. */
export interface ImportTarget<T extends Versioned> {
  readonly tenant: Tenant;
  readonly records: WritableRecords<T>;
  readonly claims: KeyClaims;
  readonly find: (keys: readonly string[], session: ClientSession) => Promise<readonly T[]>;
  /** Fields that decisions depend on and that change without a new version. */
  readonly unversioned?: readonly (keyof T)[];
}

/**
 * Writes the decisions of an import within a transaction. Throws VersionConflict when a known record has changed, or
 * when another record has got one of the keys.
 */
export async function writeImported<T extends Versioned>(
  { tenant, records, claims, find, unversioned }: ImportTarget<T>,
  { created, changed, keys }: ImportedRecords<T>,
  { known, at }: ImportBasis<T>,
  session: ClientSession,
): Promise<void> {
  // The unique index guards external ids.
  const contended = keys.filter((key) => !isExternalIdKey(key));
  if (contended.length > 0) {
    await claims.claim(tenant, contended, at, session);
    const knownIds = new Set(known.map(({ id }) => id));
    if ((await find(contended, session)).some(({ id }) => !knownIds.has(id))) throw new VersionConflict();
  }
  await records.changeAll(changed, session, unversioned);
  await records.insertAll(created, session);
}

/** Waits for the commit of an import. Throws VersionConflict when a unique index or another claim refused it. */
export async function commitImported(commit: Promise<unknown>): Promise<void> {
  await commit.catch((error: unknown) => {
    throw isDuplicateKey(error) ? new VersionConflict() : error;
  });
}
