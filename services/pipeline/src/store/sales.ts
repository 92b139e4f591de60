import type { Mode, Tenant } from '@plotline/kit/caller';
import { type Collection, type Owned, recordSchema } from '@plotline/kit/mongo/collection';
import { type Index, isDuplicateKey } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type ClientSession, Schema } from 'mongoose';
import type { Sale } from '../domain/sale.js';

const saleSchema = recordSchema({
  state: String,
  lead_id: String,
  unit_id: String,
  terms: { property_id: String, value: Number, commission: Number, notes: String },
  agent_id: String,
  rate: Number,
  stage_since: Date,
  fallback_currency: String,
  actor: Schema.Types.Mixed,
  request_id: String,
  created_at: Date,
  due_at: Date,
  final_at: Date,
  attempts: Number,
});

/** `derived.selling_lead` is there while the sale is under way: a lead is sold to by one sale at a time. */
const saleIndexes: readonly Index[] = [
  {
    name: 'selling_lead',
    keys: { workspace_id: 1, 'derived.selling_lead': 1 },
    unique: true,
    partialFilterExpression: { 'derived.selling_lead': { $exists: true } },
  },
  { name: 'due', keys: { due_at: 1 } },
];

/** Sales and releases under way. */
export class Sales {
  readonly #collection: Collection<Sale>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Sale>({
      name: 'sales',
      schema: saleSchema,
      indexes: saleIndexes,
      derive: ({ state, lead_id }) => (state === 'selling' ? { selling_lead: lead_id } : {}),
    });
  }

  /** Stores a sale, unless one of the same lead is under way; resolves to the one that then is, or null if it ended. */
  async open(tenant: Tenant, sale: Sale): Promise<Sale | null> {
    try {
      await this.#collection.in(tenant).insert([sale]);
      return sale;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.#collection.in(tenant).findOne({ 'derived.selling_lead': sale.lead_id });
    }
  }

  /** Stores a release, within the transaction that makes it necessary. */
  async add(tenant: Tenant, sale: Sale, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert([sale], session);
  }

  async isSelling(tenant: Tenant, id: string): Promise<boolean> {
    return (await this.#collection.in(tenant).get(id))?.state === 'selling';
  }

  /** Removes what is in that state; false when it no longer is. */
  async end(tenant: Tenant, id: string, state: Sale['state'], session?: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).delete({ _id: id, state }, session)) === 1;
  }

  /** Turns a sale into a release; false when it is no longer under way. */
  giveUp(tenant: Tenant, id: string, { dueAt, finalAt }: { readonly dueAt: Date; readonly finalAt: Date }) {
    const fields = { state: 'releasing', due_at: dueAt, final_at: finalAt, attempts: 0 };
    const update = { $set: fields, $unset: { 'derived.selling_lead': true }, $inc: { version: 1 } };
    return this.#collection.in(tenant).update({ _id: id, state: 'selling' }, update);
  }

  /** Says when the repair looks at it next. */
  async postpone(tenant: Tenant, { id, state }: Sale, dueAt: Date, attempts: number): Promise<void> {
    const update = { $set: { due_at: dueAt, attempts }, $inc: { version: 1 } };
    await this.#collection.in(tenant).update({ _id: id, state }, update);
  }

  /** What the repair has to look at, of every workspace, longest due first. */
  due(mode: Mode, now: Date, limit: number): Promise<Owned<Sale>[]> {
    const options = { sort: { due_at: 1 as const }, limit, hint: 'due' };
    return this.#collection.acrossWorkspaces(mode).find({ due_at: { $lte: now } }, options);
  }
}
