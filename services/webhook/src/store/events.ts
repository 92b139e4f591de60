import type { Tenant } from '@plotline/kit/caller';
import type { Collection } from '@plotline/kit/mongo/collection';
import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type EventSummary, type RecordedEvent, redactEvent } from '../domain/recorded-event.js';

/** A day longer than deliveries are kept, so that a delivery never outlives its event. */
const ttlSeconds = 31 * 24 * 3_600;

/** The published events that have deliveries. */
export class RecordedEvents {
  readonly #collection: Collection<RecordedEvent>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<RecordedEvent>({
      name: 'events',
      schema: createRecordSchema({
        event: String,
        payload: String,
        created_at: Date,
        lead_id: String,
        erased_at: Date,
      }),
      indexes: [
        {
          name: 'lead',
          keys: { workspace_id: 1, lead_id: 1 },
          partialFilterExpression: { lead_id: { $exists: true } },
        },
        { name: 'expiry', keys: { created_at: 1 }, expireAfterSeconds: ttlSeconds },
      ],
      // By the time of the event: it may be recorded later.
      reset: { id: '_id', prefix: 'evt' },
    });
  }

  /** Stores new events; those that are stored already stay as they are. */
  add(tenant: Tenant, events: readonly RecordedEvent[]): Promise<void> {
    return this.#collection.in(tenant).insertMissing(events);
  }

  /** What deliveries of these events are planned from; events that are not stored are left out. */
  findSummaries(tenant: Tenant, ids: readonly string[]): Promise<EventSummary[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...ids] } }, { projection: { event: 1, lead_id: 1 } });
  }

  /** The payloads by event id; events that are not stored are absent. */
  async getPayloads(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.#collection.in(tenant).find({ _id: { $in: [...new Set(ids)] } });
    return new Map(found.map(({ id, payload }) => [id, payload]));
  }

  /** Removes the personal data from up to `limit` events that carry the lead's. Resolves to how many it found. */
  async redactBatch(tenant: Tenant, leadId: string, now: Date, limit: number): Promise<number> {
    const records = this.#collection.in(tenant);
    const found = await records.find({ lead_id: leadId }, { limit, hint: 'lead' });
    for (const event of found) {
      const { payload, erased_at } = redactEvent(event, now);
      const update = { $set: { payload, erased_at }, $unset: { lead_id: true }, $inc: { version: 1 } };
      await records.update({ _id: event.id }, update);
    }
    return found.length;
  }
}
