import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { liveTenant } from '../../directory/store/tenants.js';

/** A digest that was sent by email. The caller chooses its id. */
interface MailedDigest {
  readonly id: string;
  readonly version: number;
  /** Number of agents who got the digest. */
  readonly recipients: number;
  readonly created_at: Date;
}

/** Time for which a digest is remembered. It is longer than the time for which a caller retries. */
const retentionSeconds = 32 * 24 * 3_600;

/** The digests and notices that were sent to members of workspaces. Remembered so that each is sent once. */
export class MailedDigests {
  readonly #collection: Collection<MailedDigest>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<MailedDigest>({
      name: 'mailed_digests',
      schema: createRecordSchema({ recipients: Number, created_at: Date }),
      indexes: [{ name: 'expiry', keys: { created_at: 1 }, expireAfterSeconds: retentionSeconds }],
    });
  }

  /** Finds the digest. Resolves to null if it wasn't sent. */
  get(session: TransactionSession, { workspaceId }: Tenant, id: string): Promise<MailedDigest | null> {
    return this.#collection.in(liveTenant(workspaceId)).get(id, session);
  }

  /**
   * Stores a digest within the transaction that queues its emails. Fails with a duplicate key if another process stores
   * it in the meantime.
   */
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
