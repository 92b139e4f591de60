import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { liveTenant } from '../../directory/store/tenants.js';

/** A digest that was mailed; its id is the one that the caller has chosen. */
interface MailedDigest {
  readonly id: string;
  readonly version: number;
  /** To how many agents. */
  readonly recipients: number;
  readonly created_at: Date;
}

/** Longer than a delivery can be attempted again. */
const retentionSeconds = 32 * 24 * 3_600;

/** Which digests agents of workspaces were mailed, and which notices their owners; each has an id of its own. */
export class MailedDigests {
  readonly #collection: Collection<MailedDigest>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<MailedDigest>({
      name: 'mailed_digests',
      schema: createRecordSchema({ recipients: Number, created_at: Date }),
      indexes: [{ name: 'expiry', keys: { created_at: 1 }, expireAfterSeconds: retentionSeconds }],
    });
  }

  /** The digest, or null when it was not mailed. */
  get(session: TransactionSession, { workspaceId }: Tenant, id: string): Promise<MailedDigest | null> {
    return this.#collection.in(liveTenant(workspaceId)).get(id, session);
  }

  /** Stores a digest within the transaction that takes its mails. Fails by a duplicate key when another process stores it meanwhile. */
  add(
    session: TransactionSession,
    { workspaceId }: Tenant,
    digest: Pick<MailedDigest, 'id' | 'recipients'>,
    now: Date,
  ): Promise<void> {
    const mailed = { version: 1, created_at: now, ...digest };
    return this.#collection.in(liveTenant(workspaceId)).insert([mailed], session);
  }
}
