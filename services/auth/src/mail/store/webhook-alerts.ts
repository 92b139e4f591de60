import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';

/**
 * Event about which the owners of a workspace were emailed, or would have been without the limit. Its id is the id of
 * the event.
 */
interface WebhookAlert {
  readonly id: string;
  readonly version: number;
  readonly is_mailed: boolean;
  readonly created_at: Date;
}

const hourMs = 3_600_000;
/** Time for which an event is remembered. It is longer than an event can wait for its consumer. */
const retentionSeconds = 7 * 24 * 3_600;

/** Events about disabled webhooks and integrations whose alerts to the owners were handled. */
export class WebhookAlerts {
  readonly #collection: Collection<WebhookAlert>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<WebhookAlert>({
      name: 'webhook_alerts',
      schema: createRecordSchema({ is_mailed: Boolean, created_at: Date }),
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1 } },
        { name: 'expiry', keys: { created_at: 1 }, expireAfterSeconds: retentionSeconds },
      ],
    });
  }

  /** Checks whether the event is stored. */
  async has(session: TransactionSession, tenant: Tenant, eventId: string): Promise<boolean> {
    return (await this.#collection.in(tenant).get(eventId, session)) !== null;
  }

  /**
   * Stores the event within a transaction. Fails with a duplicate key if another process stores it at the same time.
   */
  add(session: TransactionSession, tenant: Tenant, eventId: string, isMailed: boolean, now: Date): Promise<void> {
    const alert = { id: eventId, version: 1, is_mailed: isMailed, created_at: now };
    return this.#collection.in(tenant).insert([alert], session);
  }

  /** Counts the events that owners were emailed about in the last hour, up to `limit`. */
  countMailed(session: TransactionSession, tenant: Tenant, now: Date, limit: number): Promise<number> {
    const lately = { created_at: { $gt: new Date(now.getTime() - hourMs) }, is_mailed: true };
    return this.#collection.in(tenant).count(lately, { limit, hint: 'created_at', session });
  }
}
