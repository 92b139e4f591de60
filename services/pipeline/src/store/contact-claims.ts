import { createHash } from 'node:crypto';
import type { Tenant } from '@plotline/kit/caller';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { type Contact, contactKeys } from './duplicates.js';

interface Claim {
  readonly id: string;
  readonly version: number;
  readonly at: Date;
}

/** Long enough for any transaction to end. */
const keptSeconds = 3_600;

/**
 * Lets those who create a lead only if nobody else has its email or phone do so one after the other: a duplicate that is
 * being created meanwhile is not yet there to be found.
 */
export class ContactClaims {
  readonly #collection: Collection<Claim>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Claim>({
      name: 'contact_claims',
      schema: recordSchema({ at: Date }),
      indexes: [{ name: 'expiry', keys: { at: 1 }, expireAfterSeconds: keptSeconds }],
    });
  }

  /** Within a transaction: meets, as a conflict, whoever claims one of the same emails or phones at the same time. */
  async claim(tenant: Tenant, contacts: readonly Contact[], at: Date, session: ClientSession): Promise<void> {
    const keys = new Set(contacts.flatMap(contactKeys));
    const ids = [...keys].map((key) => createHash('sha256').update(`${tenant.workspaceId}:${key}`).digest('base64url'));
    // In one order for all, so that no two wait for each other.
    for (const id of ids.sort()) {
      const change = { $inc: { version: 1 }, $set: { at } };
      await this.#collection.in(tenant).findAndUpdate({ _id: id }, change, { session, upsert: true });
    }
  }
}
