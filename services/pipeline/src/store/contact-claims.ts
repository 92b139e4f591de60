import { createHash } from 'node:crypto';
import type { Tenant } from '@plotline/kit/caller';
import { type Collection, recordSchema, type Versioned } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { type Contact, getContactKeys } from '../domain/duplicates.js';

interface ContactClaim extends Versioned {
  readonly at: Date;
}

/** Longer than any transaction. */
const ttlSeconds = 3_600;

/**
 * Serializes transactions that create a lead only if no other lead has its email or phone: the uncommitted lead of one is
 * invisible to the duplicate check of the other. Each claims the contact, and of two at a time one fails by a write conflict.
 */
export class ContactClaims {
  readonly #collection: Collection<ContactClaim>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<ContactClaim>({
      name: 'contact_claims',
      schema: recordSchema({ at: Date }),
      indexes: [{ name: 'expiry', keys: { at: 1 }, expireAfterSeconds: ttlSeconds }],
    });
  }

  /** Within a transaction: conflicts with transactions that claim one of the same emails or phones at the same time. */
  async claim(tenant: Tenant, contacts: readonly Contact[], at: Date, session: ClientSession): Promise<void> {
    const keys = new Set(contacts.flatMap(getContactKeys));
    const ids = [...keys].map((key) => createHash('sha256').update(`${tenant.workspaceId}:${key}`).digest('base64url'));
    // Sorted: two transactions that claim the same keys in different orders would deadlock.
    for (const id of ids.sort()) {
      const change = { $inc: { version: 1 }, $set: { at } };
      await this.#collection.in(tenant).findAndUpdate({ _id: id }, change, { session, upsert: true });
    }
  }
}
