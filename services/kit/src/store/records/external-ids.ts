import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { Tenant } from '../../core/caller.js';
import { type ExternallyIdentified, externalIdInUse } from '../../core/ids.js';
import { type Index, isDuplicateKey } from '../indexes.js';
import type { StoreRuntime } from '../store-runtime.js';
import type { Collection } from './collection.js';
import { VersionConflict } from './guarded-update.js';
import { createRecordSchema } from './record-model.js';
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

/** Finds a record that has the external id of a written record but isn't one of them. */
export async function findHolder<T extends Versioned & ExternallyIdentified>(
  records: Records<T>,
  written: readonly T[],
): Promise<T | undefined> {
  const externalIds = written.flatMap(({ external_id }) => external_id ?? []);
  const ids = new Set(written.map(({ id }) => id));
  return (await findByExternalIds(records, externalIds)).find(({ id }) => !ids.has(id));
}

/**
 * Translates the error of the unique index. Rejects with CONFLICT (`external_id_in_use`) if a different record has the
 * external id of a written record. Rejects with VersionConflict if that is no longer the case. Reads outside the
 * transaction, because the transaction was aborted.
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

interface KeyClaim extends Versioned {
  readonly at: Date;
}

/** Lifetime of a claim, longer than any transaction. */
const ttlSeconds = 3_600;

/**
 * Serializes transactions that create a record if no other record has its key, for keys without a unique index. A
 * transaction doesn't see another transaction's uncommitted record. So each transaction claims the key, and one of two
 * concurrent transactions fails with a write conflict.
 */
export class KeyClaims {
  readonly #collection: Collection<KeyClaim>;

  constructor(runtime: Pick<StoreRuntime, 'collection'>, name: string) {
    this.#collection = runtime.collection<KeyClaim>({
      name,
      schema: createRecordSchema({ at: Date }),
      indexes: [{ name: 'expiry', keys: { at: 1 }, expireAfterSeconds: ttlSeconds }],
      reset: { time: 'at' },
    });
  }

  /**
   * Claims keys within a transaction. If concurrent transactions claim the same key, one of them gets a conflict and
   * runs again.
   */
  async claim(tenant: Tenant, keys: readonly string[], at: Date, session: ClientSession): Promise<void> {
    const hashed = keys.map((key) => createHash('sha256').update(`${tenant.workspaceId}:${key}`).digest('base64url'));
    // Sorted, because two transactions that claim the same keys in different orders would deadlock.
    const ids = [...new Set(hashed)].sort();
    const claim = { $inc: { version: 1 }, $set: { at } };
    await this.#collection.in(tenant).upsertAll(new Map(ids.map((id) => [id, claim])), session);
  }
}
