import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { Tenant } from '../../core/caller.js';
import type { Collection } from '../records/collection.js';
import { createRecordSchema } from '../records/record-model.js';
import type { Versioned } from '../records/records.js';
import type { StoreRuntime } from '../store-runtime.js';

interface KeyClaim extends Versioned {
  readonly at: Date;
}

/** Longer than any transaction. */
const ttlSeconds = 3_600;

/**
 * Serializes transactions that create a record only if no other has its key, where no unique index guards it: the
 * uncommitted record of one is invisible to the check of the other. Each claims the key, and of two concurrent ones,
 * one fails with a write conflict.
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
   * Claims keys within a transaction. It conflicts with concurrent transactions that claim one of the same keys, and
   * then runs its work again.
   */
  async claim(tenant: Tenant, keys: readonly string[], at: Date, session: ClientSession): Promise<void> {
    const hashed = keys.map((key) => createHash('sha256').update(`${tenant.workspaceId}:${key}`).digest('base64url'));
    // Sorted, because two transactions that claim the same keys in different orders would deadlock.
    const ids = [...new Set(hashed)].sort();
    const claim = { $inc: { version: 1 }, $set: { at } };
    await this.#collection.in(tenant).upsertAll(new Map(ids.map((id) => [id, claim])), session);
  }
}
