import { type ExternallyIdentified, externalIdInUse } from '../../core/ids.js';
import { type Index, isDuplicateKey } from '../indexes.js';
import { VersionConflict } from '../transactions/retry-on-conflict.js';
import type { Records, Versioned } from './records.js';

/** Index that keeps external ids unique and serves look-ups by them. */
export const externalIdIndex: Index = {
  name: 'external_id',
  keys: { workspace_id: 1, external_id: 1 },
  unique: true,
  partialFilterExpression: { external_id: { $exists: true } },
};

/** Finds the records with one of the external ids. */
export async function findByExternalIds<T extends Versioned & ExternallyIdentified>(
  records: Records<T>,
  externalIds: readonly string[],
): Promise<T[]> {
  if (externalIds.length === 0) return [];
  return records.find({ external_id: { $in: [...externalIds] } }, { hint: externalIdIndex.name });
}

/** Finds a record, other than the written ones, that has the external id of one of them. */
export async function findHolder<T extends Versioned & ExternallyIdentified>(
  records: Records<T>,
  written: readonly T[],
): Promise<T | undefined> {
  const externalIds = written.flatMap(({ external_id }) => external_id ?? []);
  const ids = new Set(written.map(({ id }) => id));
  return (await findByExternalIds(records, externalIds)).find(({ id }) => !ids.has(id));
}

/**
 * Translates the error of the unique index. Rejects with CONFLICT (`external_id_in_use`) when another record has the
 * external id of a written one, or with VersionConflict when no other has it any more. Reads outside the transaction,
 * which is aborted.
 */
export async function refuseTakenExternalIds<T extends Versioned & ExternallyIdentified, R>(
  records: Records<T>,
  written: readonly T[],
  write: Promise<R>,
): Promise<R> {
  try {
    return await write;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const holder = await findHolder(records, written);
    throw holder ? externalIdInUse(holder.id) : new VersionConflict();
  }
}
