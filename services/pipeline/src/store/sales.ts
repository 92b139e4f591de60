import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Index, isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { DueWork, dueIndex } from '@plotline/kit/tasks/due-work';
import { type ClientSession, Schema } from 'mongoose';
import type { Sale } from '../domain/sale.js';

const saleSchema = createRecordSchema({
  state: String,
  lead_id: String,
  unit_id: String,
  terms: { property_id: String, value: Number, commission: Number, notes: String },
  agent_id: String,
  rate: Number,
  stage_entered_at: Date,
  fallback_currency: String,
  actor: Schema.Types.Mixed,
  request_id: String,
  created_at: Date,
  due_at: Date,
  undone_at: Date,
  attempts: Number,
});

/** `derived.selling_lead` exists while the state is `selling`: a lead has at most one sale in progress. */
const saleIndexes: readonly Index[] = [
  {
    name: 'selling_lead',
    keys: { workspace_id: 1, 'derived.selling_lead': 1 },
    unique: true,
    partialFilterExpression: { 'derived.selling_lead': { $exists: true } },
  },
  { name: 'lead', keys: { workspace_id: 1, lead_id: 1 } },
  dueIndex,
];

/** Sales and releases in progress. */
export class Sales {
  readonly #collection: Collection<Sale>;
  /** Sales whose request did not complete them, and releases. */
  readonly dueWork: DueWork<Sale>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Sale>({
      name: 'sales',
      schema: saleSchema,
      indexes: saleIndexes,
      derive: ({ state, lead_id }) => ({ selling_lead: state === 'selling' ? lead_id : undefined }),
    });
    this.dueWork = new DueWork(this.#collection);
  }

  /** Computes the derived fields anew. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }

  /** Stores a sale; resolves to it, to the sale of the lead that is in progress already, or to null if that just ended. */
  async open(tenant: Tenant, sale: Sale): Promise<Sale | null> {
    try {
      await this.#collection.in(tenant).insert([sale]);
      this.dueWork.announce();
      return sale;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.#collection.in(tenant).findOne({ 'derived.selling_lead': sale.lead_id });
    }
  }

  /** Stores a release, within the transaction that cancels its deal. */
  async addRelease(tenant: Tenant, release: Sale, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert([release], session);
    this.dueWork.announce();
  }

  /** The releases of a unit from sales to a lead, or from its cancelled deals. */
  findReleases(tenant: Tenant, leadId: string, unitId: string): Promise<Sale[]> {
    const filter = { lead_id: leadId, unit_id: unitId, state: 'releasing' };
    return this.#collection.in(tenant).find(filter, { hint: 'lead' });
  }

  /** The sales and releases of these deals that are in progress. */
  getMany(tenant: Tenant, ids: readonly string[]): Promise<Sale[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...ids] } });
  }

  async isSelling(tenant: Tenant, id: string): Promise<boolean> {
    return (await this.#collection.in(tenant).get(id))?.state === 'selling';
  }

  /** Removes a sale that is being sold; false when it no longer is. */
  async end(tenant: Tenant, id: string, session?: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).delete({ _id: id, state: 'selling' }, session)) === 1;
  }

  /** Within a transaction: removes what the requests to win a lead said about it. */
  async removeNotes(tenant: Tenant, leadId: string, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).updateMany({ lead_id: leadId }, { $set: { 'terms.notes': null } }, session);
  }

  /** Turns a sale into a release, which has no notes: its lead may be erased. False when it is no longer being sold. */
  turnIntoRelease(tenant: Tenant, id: string, { undoneAt, dueAt }: { readonly undoneAt: Date; readonly dueAt: Date }) {
    this.dueWork.announce();
    const fields = { state: 'releasing', 'terms.notes': null, due_at: dueAt, undone_at: undoneAt, attempts: 0 };
    const update = { $set: fields, $unset: { 'derived.selling_lead': true }, $inc: { version: 1 } };
    return this.#collection.in(tenant).update({ _id: id, state: 'selling' }, update);
  }
}
